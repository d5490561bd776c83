import { Segments } from '../ui/controls/Segments.tsx'
import styles from './Garage.module.css'
import { setGarage, useGarageSettings } from './settings.ts'
import { MARKS, type MarkStatus } from './statusWords.ts'
import { inContext, t } from '#shared/words/words.ts'

/** Words for three marks beside two buttons on 360 px; elsewhere a status may have a longer one. */
const WORDS: Readonly<Record<MarkStatus, () => string>> = {
  have: () => inContext('mark', 'Have'),
  ordered: () => inContext('mark', 'Ordered'),
  fitted: () => inContext('mark', 'Fitted'),
}

/** What a tap on a part means. */
export function MarkChoice() {
  const mark = useGarageSettings((settings) => settings.mark)
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{t('A tap marks as')}</span>
      <Segments
        label={t('A tap marks as')}
        choices={MARKS.map((value) => ({ value, name: WORDS[value]() }))}
        chosen={mark}
        onChoose={(chosen) => setGarage({ mark: chosen })}
      />
    </div>
  )
}
