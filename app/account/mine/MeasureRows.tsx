import { DropletIcon, GaugeIcon, WrenchIcon } from '../../ui/blocks/icons.tsx'
import {
  chooseMeasure,
  DISTANCES,
  TORQUE_UNITS,
  useMeasures,
  VOLUME_UNITS,
} from '../../show/measures.ts'
import { SegmentsRow } from './SegmentsRow.tsx'
import { CurrencyRow } from './CurrencyRow.tsx'
import { TimeRows } from './TimeRows.tsx'
import { t } from '#shared/words/words.ts'

const TORQUES = TORQUE_UNITS.map((value) => ({ value, name: value }))
const VOLUMES = VOLUME_UNITS.map((value) => ({ value, name: value }))

/** Units of new input; stored values keep theirs. */
export function MeasureRows() {
  const { distance, torque, volume } = useMeasures()
  return (
    <>
      <SegmentsRow
        icon={<GaugeIcon />}
        title={t('Distances')}
        text={t('Of vehicles that are new to your log')}
        choices={DISTANCES}
        chosen={distance}
        onChoose={(unit) => chooseMeasure('distance', unit)}
      />
      <SegmentsRow
        icon={<WrenchIcon />}
        title={t('Torques')}
        text={t('Job sheets show both')}
        choices={TORQUES}
        chosen={torque}
        onChoose={(unit) => chooseMeasure('torque', unit)}
      />
      <SegmentsRow
        icon={<DropletIcon />}
        title={t('Fluids')}
        text={t('Job sheets show both')}
        choices={VOLUMES}
        chosen={volume}
        onChoose={(unit) => chooseMeasure('volume', unit)}
      />
      <CurrencyRow />
      <TimeRows />
    </>
  )
}
