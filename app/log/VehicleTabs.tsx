import type { VehicleLog } from '#shared/kinds/maintenance.ts'
import { many, t } from '#shared/words/words.ts'

import { Badge } from '../ui/blocks/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import styles from './log.module.css'

/** One's own vehicles: whose log is shown. */
export function VehicleTabs(props: {
  logs: readonly VehicleLog[]
  shown: VehicleLog | undefined
  onShow: (log: VehicleLog) => void
}) {
  const { logs, shown, onShow } = props
  return (
    <div className={styles.tiles} role="group" aria-label={t('Vehicle')}>
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
