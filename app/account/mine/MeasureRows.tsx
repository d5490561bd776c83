import { DropletIcon, GaugeIcon, WrenchIcon } from '../../ui/blocks/icons.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import {
  chooseMeasure,
  DISTANCES,
  TORQUE_UNITS,
  useMeasures,
  VOLUME_UNITS,
} from '../../show/measures.ts'
import { CardRow } from './CardRow.tsx'
import { CurrencyRow } from './CurrencyRow.tsx'
import { TimeRows } from './TimeRows.tsx'
import { t } from '#shared/words/words.ts'

const TORQUES = TORQUE_UNITS.map((value) => ({ value, name: value }))
const VOLUMES = VOLUME_UNITS.map((value) => ({ value, name: value }))

/** What is begun now is measured in these; what was typed keeps its unit. */
export function MeasureRows() {
  const { distance, torque, volume } = useMeasures()
  return (
    <>
      <CardRow
        icon={<GaugeIcon />}
        title={t('Distances')}
        text={t('Of vehicles that are new to your log')}
        action={
          <Segments
            label={t('Distances')}
            choices={DISTANCES}
            chosen={distance}
            onChoose={(unit) => chooseMeasure('distance', unit)}
          />
        }
      />
      <CardRow
        icon={<WrenchIcon />}
        title={t('Torques')}
        text={t('Job sheets show both')}
        action={
          <Segments
            label={t('Torques')}
            choices={TORQUES}
            chosen={torque}
            onChoose={(unit) => chooseMeasure('torque', unit)}
          />
        }
      />
      <CardRow
        icon={<DropletIcon />}
        title={t('Fluids')}
        text={t('Job sheets show both')}
        action={
          <Segments
            label={t('Fluids')}
            choices={VOLUMES}
            chosen={volume}
            onChoose={(unit) => chooseMeasure('volume', unit)}
          />
        }
      />
      <CurrencyRow />
      <TimeRows />
    </>
  )
}
