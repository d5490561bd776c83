import { classes } from '../../ui/look/classes.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { doubtsIn, type Chip } from './chipsOf.ts'
import styles from './OneLineTools.module.css'
import { t } from '#shared/words/words.ts'

/** What the line was read as: each piece can be pressed, to be changed or to be something else. */
export function PieceChips(props: { chips: readonly Chip[]; onChoose: (chip: Chip) => void }) {
  const { chips, onChoose } = props
  return (
    <>
      <ul className={styles.chips} aria-label={t('Read as')}>
        {chips.map((chip) => {
          const { cell, kind, shown, spans, doubt, isBad } = chip
          const isUnsure = doubt !== null && !isBad
          const state = isBad ? t('look at it') : isUnsure ? t('not sure') : ''
          return (
            <li key={`${kind} ${spans[0]?.from}`}>
              <button
                type="button"
                className={classes(styles.chip, isUnsure && styles.unsure, isBad && styles.bad)}
                onClick={() => onChoose(chip)}
              >
                <span className={styles.kind}>{kind}</span>{' '}
                <b className={classes(cell === 'partNumber' && 'mono')}>{shown}</b>
                {doubt !== null && <i aria-hidden="true">{isBad ? '!' : '?'}</i>}
                <VisuallyHidden>{`${state && `, ${state}`}. ${t('Change it')}`}</VisuallyHidden>
              </button>
            </li>
          )
        })}
      </ul>
      {doubtsIn(chips).map((doubt) => (
        <p key={doubt} className={styles.doubt}>
          {doubt}
        </p>
      ))}
    </>
  )
}
