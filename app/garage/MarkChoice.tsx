import { Segments } from '../ui/controls/Segments.tsx'
import styles from './Garage.module.css'
import { setGarage, useGarageSettings } from './settings.ts'
import { MARKS, STATUS_WORDS } from './statusWords.ts'
import { t } from '#shared/words/words.ts'

const CHOICES = MARKS.map((value) => ({ value, name: STATUS_WORDS[value] }))

/** What a tap on a part means. */
export function MarkChoice() {
  const mark = useGarageSettings((settings) => settings.mark)
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{t('A tap marks as')}</span>
      <Segments
        label={t('A tap marks as')}
        choices={CHOICES}
        chosen={mark}
        onChoose={(chosen) => setGarage({ mark: chosen })}
      />
    </div>
  )
}
