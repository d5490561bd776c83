import { useState } from 'react'

import type { VehicleLog } from '#shared/kinds/maintenance.ts'
import { t } from '#shared/words/words.ts'

import { Button } from '../ui/controls/Button.tsx'
import { FileButton } from '../ui/controls/FileButton.tsx'
import { ChevronDownIcon, DownloadIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { saveFile } from '../ui/browser/saveFile.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { logCsv, logJson, logWorkbook } from './exportLog.ts'

const MoreWays = loadable(async () => (await import('./elsewhere/MoreWays.tsx')).MoreWays)

const EXPORTS = [
  ['CSV', logCsv, 'maintenance-log.csv', 'text/csv'],
  ['Excel', logWorkbook, 'maintenance-log.xlsx'],
  ['JSON', logJson, 'maintenance-log.json'],
] as const

interface ElsewhereProps {
  logs: readonly VehicleLog[]
  shown: VehicleLog | undefined
  onFile: (file: File) => void
}

/** Import from and export to other apps: the log is its owner's. */
export function Elsewhere({ logs, shown, onFile }: ElsewhereProps) {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(MoreWays.preload, isOpen)
  return (
    <>
      <div className="row wrap">
        <FileButton
          label={t('File to import')}
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
          onFile={onFile}
        >
          {t('Import')}
        </FileButton>
        {logs.length > 0 && (
          <>
            {EXPORTS.map(([name, contentOf, file, type]) => (
              <Button key={name} onClick={() => saveFile(contentOf(logs), file, type)}>
                <DownloadIcon />
                {t('Export {name}', { name })}
              </Button>
            ))}
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
