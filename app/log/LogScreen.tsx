import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { LogEntry, VehicleLog } from '#shared/kinds/maintenance.ts'
import type { EntrySource } from './entryForm.ts'

import { isId, newId } from '#shared/ids.ts'
import { links } from '#shared/links.ts'
import { dayOf, logByVehicle } from '#shared/kinds/maintenance.ts'
import { setCells } from '../sync/write/pump.ts'
import { useLog } from '../kits/index/useLog.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PlusIcon, WrenchIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { useNow } from '../ui/useNow.ts'
import { blankSource, sourceOfEntry } from './entryForm.ts'
import { EntryForm } from './EntryForm.tsx'
import { ExportButtons } from './ExportButtons.tsx'
import { KitJobForm } from './KitJobForm.tsx'
import styles from './log.module.css'
import { RemovedNote } from './RemovedNote.tsx'
import { VehicleCard } from './VehicleCard.tsx'

interface Editing {
  /** Of an entry that is not there yet a new one. */
  id: string
  source: EntrySource
}

/** What was done to each vehicle, and what is due next. All of it is on this device. */
export function LogScreen() {
  const entries = useLog()
  const now = useNow()
  const navigate = useNavigate()
  const kit = new URLSearchParams(useLocation().search).get('kit')
  const [editing, setEditing] = useState<Editing | null>(null)
  const [removed, setRemoved] = useState<LogEntry | null>(null)
  const kitId = isId(kit) ? kit : null

  function close() {
    setEditing(null)
    if (kitId) navigate(links.maintenance(), { replace: true })
  }

  function handleSave(id: string, cells: Parameters<typeof setCells>[3]) {
    setCells('log', id, '', cells)
    const isThere = entries?.some((entry) => entry.id === id)
    toast({
      title: isThere ? 'Job changed' : 'Job logged',
      text: 'It stands in the log of its vehicle.',
    })
    close()
  }

  function handleRemove(entry: LogEntry) {
    setCells('log', entry.id, '', { del: true })
    setRemoved(entry)
  }

  function handleUndo(entry: LogEntry) {
    setCells('log', entry.id, '', { del: false })
    setRemoved(null)
  }

  const add = (like?: VehicleLog) => {
    const named = like?.entries.find(({ vehicle }) => vehicle)?.vehicle ?? null
    const source = blankSource(now, like && { vehicle: named, vin: like.vin })
    setEditing({ id: newId(), source })
  }
  const logs = entries && logByVehicle(entries, dayOf(now))
  const isForm = editing !== null || kitId !== null
  return (
    <div className={`page ${styles.screen}`}>
      <div className={styles.head}>
        <h1>Maintenance log</h1>
        {!isForm && (
          <Button variant="primary" onClick={() => add()}>
            <PlusIcon />
            Log a job
          </Button>
        )}
      </div>
      {editing && (
        <EntryForm
          key={editing.id}
          source={editing.source}
          onSave={(cells) => handleSave(editing.id, cells)}
          onCancel={close}
        />
      )}
      {!editing && kitId && entries && (
        <KitJobForm
          key={kitId}
          kitId={kitId}
          now={now}
          entries={entries}
          onSave={(cells) => handleSave(newId(), cells)}
          onCancel={close}
        />
      )}
      {removed && <RemovedNote entry={removed} onUndo={() => handleUndo(removed)} />}
      {!logs && <Skeleton label="Loading log..." rows={3} />}
      {logs?.length === 0 && !isForm && (
        <EmptyState
          mark={<WrenchIcon />}
          title="Nothing logged yet"
          text="Log a job with its date, mileage and cost, and see when it is due again. Only you can see this."
        />
      )}
      {logs?.map((log) => (
        <VehicleCard
          key={log.key}
          log={log}
          onAdd={() => add(log)}
          onEdit={(entry) => {
            setEditing({ id: entry.id, source: sourceOfEntry(entry) })
            scrollTo(0, 0)
          }}
          onRemove={handleRemove}
        />
      ))}
      {logs && logs.length > 0 && <ExportButtons logs={logs} />}
    </div>
  )
}
