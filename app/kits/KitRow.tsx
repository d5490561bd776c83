import { memo, type MouseEvent } from 'react'
import { Link } from 'react-router-dom'

import type { KitFacts } from '../data/kits/index/kitFacts.ts'
import type { ListedKit } from '../data/kits/open/listedKit.ts'
import type { KitBadge } from '../data/kits/state/kitState.ts'

import { links } from '#shared/links.ts'
import { later, say, t, worded } from '#shared/words/words.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { buttonClasses } from '../ui/controls/Button.tsx'
import { classes } from '../ui/look/classes.ts'
import { Dash } from '../ui/text/Dash.tsx'
import { Highlighted } from '../ui/text/Highlighted.tsx'
import { ChevronRightIcon, CloudIcon, PencilIcon } from '../ui/blocks/icons.tsx'
import { Morph } from '../ui/blocks/Morph.tsx'
import { Sum } from '../ui/text/Sum.tsx'
import { toast } from '../ui/browser/toast.ts'
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx'
import styles from './Kits.module.css'

interface RowProps {
  kit: ListedKit
  facts: KitFacts | undefined
  /** State of the kit, null for none. */
  badge: KitBadge | null
  words: readonly string[]
  /** Index in the whole list. */
  index: number
  /** Offset in the list, px. */
  top: number
}

const NOT_HERE = later('Not on this device')

/** A row at the desk; the link in its name covers the row. */
export const TableRow = memo(function TableRow({ kit, facts, badge, words, index, top }: RowProps) {
  return (
    <div
      className={styles.row}
      role="row"
      aria-rowindex={index + 2}
      data-row={kit.id}
      style={{ top }}
    >
      <span role="cell" className={`clip breaks ${styles.text}`}>
        {kit.vehicle ? <Highlighted text={kit.vehicle} words={words} /> : <Dash />}
      </span>
      <span role="cell" className="muted">
        <part-picture className="pictured" at="start" of={kit.task} or={kit.name}>
          <span className={`clip breaks ${styles.text}`}>
            {kit.task ? <Highlighted text={worded(kit.task)} words={words} /> : <Dash />}
          </span>
        </part-picture>
      </span>
      <span role="cell" className={`row ${styles.nameCell}`}>
        <Morph name={`kit-${kit.id}`}>
          <Link
            className={classes('clip breaks', styles.name, styles.text)}
            to={pageOf(kit)}
            onClick={(event) => refuseOffline(event, kit)}
          >
            <Name kit={kit} words={words} />
          </Link>
        </Morph>
        <State badge={badge} />
      </span>
      <span role="cell" className={`price ${styles.right}`}>
        <Price kit={kit} facts={facts} />
        {!kit.isHere && <VisuallyHidden>, {say(NOT_HERE)}</VisuallyHidden>}
        {kit.isMine && <Edit kit={kit} />}
      </span>
      {!kit.isMine && (kit.isHere ? <ChevronRightIcon /> : <CloudIcon />)}
    </div>
  )
})

/** A row on the phone. */
export const CardRow = memo(function CardRow({
  kit,
  facts,
  badge,
  words,
  index,
  top,
  count,
}: RowProps & { count: number }) {
  return (
    <li
      className={styles.card}
      data-row={kit.id}
      style={{ top }}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      <Link
        className={classes('card', styles.kit, kit.isMine && styles.own)}
        to={pageOf(kit)}
        onClick={(event) => refuseOffline(event, kit)}
      >
        <part-picture className="grow" of={kit.task} or={kit.name}>
          <Morph name={`kit-${kit.id}`}>
            <span className={`breaks ${styles.name}`}>
              <Name kit={kit} words={words} />
            </span>
          </Morph>
        </part-picture>
        <span className={`price ${styles.right}`}>
          <Price kit={kit} facts={facts} />
        </span>
        <span className={`muted small breaks ${styles.about}`}>
          <Highlighted text={kit.vehicle || t('No vehicle selected')} words={words} />
          {' / '}
          <Highlighted text={worded(kit.task) || t('No task selected')} words={words} />
        </span>
        {kit.isHere ? (
          <span className={styles.badge}>
            <State badge={badge} />
          </span>
        ) : (
          <span className={`muted small row ${styles.state}`}>
            <CloudIcon />
            {say(NOT_HERE)}
          </span>
        )}
      </Link>
      {kit.isMine && <Edit kit={kit} />}
    </li>
  )
})

/** Link to the builder, for own kits. */
function Edit({ kit }: { kit: ListedKit }) {
  return (
    <Link
      className={buttonClasses({ variant: 'ghost' }, styles.edit)}
      to={links.editKit(kit.id)}
      aria-label={t('Edit {what}', { what: kit.title })}
      data-tip={t('Edit Kit')}
      onClick={(event) => refuseOffline(event, kit)}
    >
      <PencilIcon />
    </Link>
  )
}

function Name({ kit, words }: { kit: ListedKit; words: readonly string[] }) {
  if (!kit.isNamed) return <span className="muted">{kit.title}</span>
  return (
    <bdi>
      <Highlighted text={kit.name} words={words} />
    </bdi>
  )
}

function State({ badge }: { badge: KitBadge | null }) {
  if (!badge) return null
  const { text, tone } = badge
  return <Badge {...(tone !== 'plain' && { tone })}>{say(text)}</Badge>
}

/** Empty while a price is still being read. */
function Price({ kit, facts }: { kit: ListedKit; facts: KitFacts | undefined }) {
  const sum = kit.sum ?? facts?.sum
  return sum && <Sum sum={sum} />
}

function pageOf({ buildId, id }: ListedKit): string {
  return links.kit(buildId || id)
}

/** Certainly offline: the press says so, and the list stays. */
function refuseOffline(event: MouseEvent, kit: ListedKit): void {
  if (kit.isHere || navigator.onLine) return
  event.preventDefault()
  toast({ title: t('Not on this device yet'), text: t("It will open when you're back online") })
}
