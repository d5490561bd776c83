import { Button } from '../ui/Button.tsx'
import { Segments } from '../ui/Segments.tsx'
import styles from './Garage.module.css'
import { setGarage, useGarageSettings } from './settings.ts'
import { MARKS, STATUS_WORDS } from './statusWords.ts'

const CHOICES = MARKS.map((value) => ({ value, name: STATUS_WORDS[value] }))

interface MarkChoiceProps {
  needed: number
  isFiltered: boolean
  onFilter: (isOn: boolean) => void
}

/** What a tap on a part means, and which parts are shown. */
export function MarkChoice({ needed, isFiltered, onFilter }: MarkChoiceProps) {
  const mark = useGarageSettings((settings) => settings.mark)
  return (
    <div className={styles.choice}>
      <span className="muted small" aria-hidden="true">
        A tap marks as
      </span>
      <Button
        variant={isFiltered ? 'soft' : 'secondary'}
        aria-pressed={isFiltered}
        onClick={() => onFilter(!isFiltered)}
      >
        Still to buy ({needed})
      </Button>
      <Segments
        label="A tap marks as"
        choices={CHOICES}
        chosen={mark}
        onChoose={(chosen) => setGarage({ mark: chosen })}
      />
    </div>
  )
}
