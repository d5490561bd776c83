import { useId, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../data/kits/open/builds.ts'

import { differenceOf } from '#shared/kinds/difference.ts'
import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { openOriginal, type Original, useOriginal } from '../data/kits/open/lineage.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { Button } from '../ui/controls/Button.tsx'
import { DifferenceView } from './history/DifferenceView.tsx'
import styles from './history/History.module.css'

/** Origin of a copy, and the changes since. */
export function Lineage({ build }: { build: Build }) {
  const original = useOriginal(build)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!original) return null
  const link = <Link to={links.kit(original.id)}>{titleOf(original)}</Link>
  return (
    <section className={`breaks ${styles.original}`} aria-labelledby="original">
      <h2 id="original">{t('Original')}</h2>
      <p>
        {original.author === null ? (
          <T text="Copied from {kit}" kit={link} />
        ) : (
          <T text="Copied from {kit} by {author}" kit={link} author={original.author} />
        )}
      </p>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t('What is different from the original')}
      </Button>
      <div id={id} hidden={!isOpen} aria-live="polite">
        {isOpen && <FromOriginal kit={build.shared} id={original.id} />}
      </div>
    </section>
  )
}

function titleOf({ name }: Original): string {
  if (name === null) return t('another kit')
  return name || t('an untitled draft')
}

const WHY_NOT = {
  offline: later('The original is not on this device. It is compared when there is signal.'),
  notFound: later('The original is not there any more.'),
  failed: later('The original could not be read.'),
}

const readOriginal = (id: string, _attempt: number) =>
  openOriginal(id).catch(() => 'failed' as const)

/** Compares with the current original, which may have changed since. */
function FromOriginal({ kit, id }: { kit: Kit; id: string }) {
  const [attempt, setAttempt] = useState(0)
  const original = useRead(readOriginal, id, attempt)
  if (original === null) return <p className="muted">{t('Reading the original...')}</p>
  if (typeof original === 'string') {
    return (
      <p className="muted">
        {say(WHY_NOT[original])}{' '}
        {original !== 'notFound' && (
          <Button size="s" onClick={() => setAttempt(attempt + 1)}>
            {t('Try again')}
          </Button>
        )}
      </p>
    )
  }
  return <DifferenceView difference={differenceOf(original, kit, 'lineage')} />
}
