import { useId, useState } from 'react'

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
