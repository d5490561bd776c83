/** Actions of a kit: beside it at the desk, in the dock on the phone. */
import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { isBlankLine, type Kit } from '#shared/kinds/kit.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { t } from '#shared/words/words.ts'
import { track } from '../data/telemetry/track.ts'
import { DockAction } from '../ui/layers/DockAction.tsx'
import { ChecklistIcon, CustomizeIcon, PencilIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Sum } from '../ui/text/Sum.tsx'
import styles from './Kit.module.css'

interface KitActionsProps {
  kit: Kit
  sum: PriceSum
  customizeTo: string
  /** Null except for the owner. */
  editTo: string | null
  /** Null for others' kits: line status is the owner's only. */
  garageTo: string | null
}

const countEdit = () => track({ name: 'edit', place: 'kit' })
const countCustomize = () => track({ name: 'customize', place: 'kit' })

export function ActionCard({ sum, customizeTo, editTo, garageTo }: KitActionsProps) {
  return (
    <section className={`card ${styles.panel}`}>
      <p className="muted small">{t('Kit total')}</p>
      <p className={`num figure breaks ${styles.total}`}>
        <Sum sum={sum} />
      </p>
      <div className={styles.actions}>
        {garageTo && (
          <LinkButton variant="primary" size="l" isFull to={garageTo}>
            <ChecklistIcon />
            {t('Garage mode')}
          </LinkButton>
        )}
        {editTo && (
          <LinkButton isFull to={editTo} onClick={countEdit}>
            <PencilIcon />
            {t('Edit Kit')}
          </LinkButton>
        )}
        <LinkButton
          variant={garageTo ? 'secondary' : 'primary'}
          size={garageTo ? 'm' : 'l'}
          isFull
          to={customizeTo}
          onClick={countCustomize}
        >
          <CustomizeIcon />
          {t('Customize This Kit')}
        </LinkButton>
      </div>
    </section>
  )
}

export function ActionDock({ kit, sum, customizeTo, editTo, garageTo }: KitActionsProps) {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const what = editTo ? t('Edit Kit') : t('Customize This Kit')
  return (
    <DockAction isPhoneOnly>
      <section className="row grow" aria-label={t('Total and what to do with it')}>
        <div className={`grow breaks ${styles.dockTotal}`}>
          <b className="num">
            <Sum sum={sum} />
          </b>
          <span className="num">{partsAndPieces(lines, sum.open)}</span>
        </div>
        <LinkButton
          {...(garageTo ? { 'aria-label': what } : { variant: 'primary' })}
          size="l"
          className={styles.dockAction ?? ''}
          to={editTo ?? customizeTo}
          onClick={editTo ? countEdit : countCustomize}
        >
          {editTo ? <PencilIcon /> : <CustomizeIcon />}
          {!garageTo && what}
        </LinkButton>
        {garageTo && (
          <LinkButton variant="primary" size="l" className={styles.dockAction ?? ''} to={garageTo}>
            <ChecklistIcon />
            {t('Garage mode')}
          </LinkButton>
        )}
      </section>
    </DockAction>
  )
}
