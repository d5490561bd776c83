import { useRef, useState } from 'react'

import type { VehicleLog } from '#shared/kinds/maintenance.ts'
import { t } from '#shared/words/words.ts'

import { Button } from '../ui/controls/Button.tsx'
import { ChevronDownIcon, DownloadIcon, UploadIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { saveFile } from '../ui/browser/saveFile.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { logCsv, logJson } from './exportLog.ts'

const MoreWays = loadable(async () => (await import('./elsewhere/MoreWays.tsx')).MoreWays)

interface ElsewhereProps {
  logs: readonly VehicleLog[]
  shown: VehicleLog | undefined
  onFile: (file: File) => void
}

/** Import from and export to other apps: the log is its owner's. */
export function Elsewhere({ logs, shown, onFile }: ElsewhereProps) {
  const file = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(MoreWays.preload, isOpen)
  return (
    <>
      <div className="row wrap">
        <Button onClick={() => file.current?.click()}>
          <UploadIcon />
          {t('Import')}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label={t('File to import')}
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) onFile(chosen)
            // Lets the same file be chosen again.
            target.value = ''
          }}
        />
        {logs.length > 0 && (
          <>
            <Button onClick={() => saveFile(logCsv(logs), 'maintenance-log.csv', 'text/csv')}>
              <DownloadIcon />
              {t('Export CSV')}
            </Button>
            <Button onClick={() => saveFile(logJson(logs), 'maintenance-log.json')}>
              <DownloadIcon />
              {t('Export JSON')}
            </Button>
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <ChevronDownIcon />
              {t('Other apps, calendar')}
            </Button>
          </>
        )}
      </div>
      {isOpen && isReady && shown && <MoreWays logs={logs} shown={shown} />}
    </>
  )
}
