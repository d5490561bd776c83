import { useId, useState, Fragment } from 'react'

import { MAKES, MORE_MAKES } from '#shared/vehicles/makes.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ChevronDownIcon } from '../../ui/blocks/icons.tsx'
import styles from './pickers.module.css'
import { TileGrid } from './TileGrid.tsx'

const isOneOf = (makes: readonly string[], make: string | null) =>
  make !== null && makes.includes(make)

export function MakeStep(props: { make: string | null; onChoose: (make: string) => void }) {
  const { make, onChoose } = props
  const id = useId()
  const [isMoreShown, setMoreShown] = useState(isOneOf(MORE_MAKES, make))
  const grid = { chosen: make, columns: 'three', onChoose } as const
  return (
    <>
      <TileGrid {...grid} label={t('Make')} tiles={MAKES} />
      <Button
        variant="ghost"
        className={styles.more}
        aria-expanded={isMoreShown}
        aria-controls={id}
        onClick={() => setMoreShown(!isMoreShown)}
      >
        {t('More makes')}
        <ChevronDownIcon />
      </Button>
      <div id={id} hidden={!isMoreShown}>
        {isMoreShown && <TileGrid {...grid} label={t('More makes')} tiles={MORE_MAKES} />}
      </div>
    </>
  )
}

/** "2008 - Audi - Model" beside the title, where there is room. */
export function PickerSteps(props: { step: number; year: number | null; make: string | null }) {
  const { step, year, make } = props
  const words = [
    step > 0 && year ? String(year) : t('Year'),
    step > 1 && make ? make : t('Make'),
    t('Model'),
  ]
  return (
    <div className={styles.steps} aria-hidden="true">
      {words.map((word, index) => (
        <Fragment key={index}>
          {index > 0 && <i />}
          {index <= step ? <b>{word}</b> : <span>{word}</span>}
        </Fragment>
      ))}
    </div>
  )
}
