import { DropletIcon, GaugeIcon, WrenchIcon } from '../../ui/icons.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { chooseMeasure, TORQUE_UNITS, useMeasures, VOLUME_UNITS } from '../../show/measures.ts'
import { CardRow } from './CardRow.tsx'
import { CurrencyRow } from './CurrencyRow.tsx'

const DISTANCES = [
  { value: 'mi', name: 'Miles' },
  { value: 'km', name: 'Kilometers' },
] as const
const TORQUES = TORQUE_UNITS.map((value) => ({ value, name: value }))
const VOLUMES = VOLUME_UNITS.map((value) => ({ value, name: value }))

/** What is begun now is measured in these; what was typed keeps its unit. */
export function MeasureRows() {
  const { distance, torque, volume } = useMeasures()
  return (
    <>
      <CardRow
        icon={<GaugeIcon />}
        title="Distances"
        text="Of vehicles that are new to your log"
        action={
          <Segments
            label="Distances"
            choices={DISTANCES}
            chosen={distance}
            onChoose={(unit) => chooseMeasure('distance', unit)}
          />
        }
      />
      <CardRow
        icon={<WrenchIcon />}
        title="Torques"
        text="Job sheets show both"
        action={
          <Segments
            label="Torques"
            choices={TORQUES}
            chosen={torque}
            onChoose={(unit) => chooseMeasure('torque', unit)}
          />
        }
      />
      <CardRow
        icon={<DropletIcon />}
        title="Fluids"
        text="Job sheets show both"
        action={
          <Segments
            label="Fluids"
            choices={VOLUMES}
            chosen={volume}
            onChoose={(unit) => chooseMeasure('volume', unit)}
          />
        }
      />
      <CurrencyRow />
    </>
  )
}
