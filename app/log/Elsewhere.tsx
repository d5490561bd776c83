import { useRef } from 'react'

import type { VehicleLog } from '#shared/kinds/maintenance.ts'

import { Button } from '../ui/Button.tsx'
import { DownloadIcon, UploadIcon } from '../ui/icons.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { logCsv, logJson } from './exportLog.ts'

interface ElsewhereProps {
  logs: readonly VehicleLog[]
  onFile: (file: File) => void
}

/** Into the log from other apps, and out of it: it is its owner's. */
export function Elsewhere({ logs, onFile }: ElsewhereProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="row wrap">
      <Button onClick={() => file.current?.click()}>
        <UploadIcon />
        Import
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="File to import"
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) onFile(chosen)
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
      {logs.length > 0 && (
        <>
          <Button onClick={() => saveFile(logCsv(logs), 'maintenance-log.csv', 'text/csv')}>
            <DownloadIcon />
            Export CSV
          </Button>
          <Button onClick={() => saveFile(logJson(logs), 'maintenance-log.json')}>
            <DownloadIcon />
            Export JSON
          </Button>
        </>
      )}
    </div>
  )
}
