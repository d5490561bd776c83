import type { VehicleLog } from '#shared/kinds/maintenance.ts'

import { Button } from '../ui/Button.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { logCsv, logJson } from './exportLog.ts'

/** The whole log as a file: it is its owner's. */
export function ExportButtons({ logs }: { logs: readonly VehicleLog[] }) {
  return (
    <div className="row wrap">
      <Button onClick={() => saveFile(logCsv(logs), 'maintenance-log.csv', 'text/csv')}>
        <DownloadIcon />
        Export CSV
      </Button>
      <Button onClick={() => saveFile(logJson(logs), 'maintenance-log.json')}>
        <DownloadIcon />
        Export JSON
      </Button>
    </div>
  )
}
