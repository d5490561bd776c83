import type { KnownPart } from './knownParts.ts'

import { formatPrice } from '#shared/money.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { classes } from '../../ui/look/classes.ts'
import styles from './OneLineTools.module.css'

/** The parts that may be meant. The focus stays in the field, which names the active one. */
export function Suggestions(props: {
  id: string
  parts: readonly KnownPart[]
  active: number
  onTake: (part: KnownPart) => void
}) {
  const { id, parts, active, onTake } = props
  return (
    <div className={styles.list} role="listbox" id={id} aria-label={t('Parts you may mean')}>
      {parts.map((part, at) => (
        // Its keys are those of the field.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={part.key}
          id={`${id}-${at}`}
          className={classes(styles.option, at === active && styles.active)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(part)}
        >
          <span className="grow">
            <b>{part.name}</b>
            <span className={styles.meta}>
              {part.manufacturer !== '' && <span>{part.manufacturer}</span>}
              {part.partNumber !== '' && <span className="mono">{part.partNumber}</span>}
              {part.price !== null && <span className="num">{formatPrice(part.price)}</span>}
            </span>
          </span>
          <span className={styles.from}>
            {part.isDemo && <Badge>{t('Demo')}</Badge>}
            <span>{part.from}</span>
          </span>
        </div>
      ))}
    </div>
  )
}
