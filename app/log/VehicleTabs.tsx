import type { VehicleLog } from '#shared/kinds/maintenance.ts'
import type { EntryVehicle } from './entry/entryForm.ts'

import { many, t } from '#shared/words/words.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import styles from './log.module.css'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { useLiveQuery } from '../data/device/useLiveQuery.ts'
import { readRecentBuilds } from '../data/kits/index/ownBuilds.ts'
import { titleOf } from './entry/VehicleField.tsx'

/** Tabs of own vehicles. */
export function VehicleTabs(props: {
  logs: readonly VehicleLog[]
  shown: VehicleLog | undefined
  onShow: (log: VehicleLog) => void
}) {
  const { logs, shown, onShow } = props
  return (
    <div className={`wrap ${styles.tiles}`} role="group" aria-label={t('Vehicle')}>
      {logs.map((log) => (
        <Button
          key={log.key}
          variant={log === shown ? 'soft' : 'secondary'}
          aria-pressed={log === shown}
          onClick={() => onShow(log)}
        >
          {log.title}
          {log.vin && logs.some((one) => one !== log && one.title === log.title) && (
            <span className="mono">{log.vin.slice(-4)}</span>
          )}
          <DueCount due={log.due} />
        </Button>
      ))}
    </div>
  )
}

function DueCount({ due }: Pick<VehicleLog, 'due'>) {
  const overdue = due.filter(({ state }) => state === 'overdue').length
  const soon = due.filter(({ state }) => state === 'soon').length
  if (overdue > 0)
    return <Badge tone="bad">{many(overdue, '{count} overdue', '{count} overdue')}</Badge>
  return soon > 0 && <Badge tone="wait">{many(soon, '{count} due soon', '{count} due soon')}</Badge>
}

const KITS_READ = 20
const MOST_SHOWN = 6

/** Vehicles of the log, then of the latest kits. */
export function useOwnVehicles(logs: readonly VehicleLog[]): EntryVehicle[] {
  const builds = useLiveQuery(() => readRecentBuilds(KITS_READ)) ?? []
  const all = [
    ...logs.map(({ entries, vin, unit }) => ({ vehicle: vehicleIn(entries), vin, unit })),
    ...builds.map(({ kit, vin }) => ({ vehicle: kit.vehicle, vin })),
  ]
  const own = new Map<string, EntryVehicle>()
  for (const one of all) {
    if (one.vehicle) own.set(titleOf(one), own.get(titleOf(one)) ?? one)
  }
  // A model without a VIN is taken for the same car with one.
  const hasVin = new Set([...own.values()].filter(({ vin }) => vin).map(modelOf))
  return [...own.values()]
    .filter((one) => one.vin !== '' || !hasVin.has(modelOf(one)))
    .slice(0, MOST_SHOWN)
}

const modelOf = ({ vehicle }: EntryVehicle) => vehicle && vehicleTitle(vehicle)

const vehicleIn = (entries: VehicleLog['entries']) =>
  entries.find(({ vehicle }) => vehicle)?.vehicle ?? null
