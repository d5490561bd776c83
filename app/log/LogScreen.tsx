import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { EntryValues } from './entry/entryForm.ts'

import { isId, newId } from '#shared/ids.ts'
import { links } from '#shared/links.ts'
import { type LogEntry, type VehicleLog, dayOf, logByVehicle } from '#shared/kinds/maintenance.ts'
import { entriesOfJob, hasInterval, isUrgent } from '#shared/kinds/dueJobs.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { dayText } from '../show/logWords.ts'
import { setCells } from '../data/sync/write/writeQueue.ts'
import { useLog } from '../data/kits/index/useLog.ts'
import { useMeasures } from '../show/measures.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { PlusIcon, WrenchIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { toast } from '../ui/browser/toast.ts'
import { useFileDrop } from '../ui/browser/useFileDrop.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { blankValues, intervalCells, NO_INTERVAL, valuesOfEntry } from './entry/entryForm.ts'
import { EntryForm } from './entry/lazyForm.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { GarageKits, KitJobForm } from './GarageKits.tsx'
import { readLeftForm } from './entry/keptForm.ts'
import { UndoNote } from './UndoNote.tsx'
import { useShowEntry } from './useShowEntry.ts'
import { useOwnVehicles, VehicleTabs } from './VehicleTabs.tsx'
import { VehicleCard } from './VehicleCard.tsx'

// Rarely used, so loaded on demand.
const ImportLog = loadable(async () => (await import('./import/ImportLog.tsx')).ImportLog)

interface Editing {
  /** Id of the entry; a new id for a new one. */
  id: string
  source: EntryValues
}

/** Form left open on this screen; a kit's form opens by its address. */
function editingLeft(): Editing | null {
  const kept = readLeftForm()
  return kept && { id: kept.opened.of, source: kept }
}

/** Service history of each vehicle, and what is due next. All of it is on this device. */
export function LogScreen() {
  const entries = useLog()
  const now = useNow()
  const { distance: usual } = useMeasures()
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search)
  const kit = asked.get('kit')
  const [editing, setEditing] = useState(editingLeft)
  const [undoable, setUndoable] = useState<{ text: string; undo: () => void } | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [imported, setImported] = useState<string[]>([])
  useFileDrop(setFile)
  const isImportReady = usePreloaded(ImportLog.preload, file !== null)
  const isFormReady = usePreloaded(EntryForm.preload, true, { isQuiet: true })
  const [savedId, setSavedId] = useState(asked.get('at'))
  const [isUrgencyFirst, setUrgencyFirst] = useState<boolean | null>(null)
  const [shownKey, setShownKey] = useState<string | null>(null)
  const kitId = isId(kit) ? kit : null
  const showEntry = useShowEntry(entries)
  const before = entries?.find(({ id }) => id === editing?.id)

  /** Opens the form above the log. */
  function edit(next: Editing) {
    setEditing(next)
    scrollTo(0, 0)
  }

  /** @param id the form's entry, which gets the focus if it exists */
  function close(id: string) {
    // A half-typed job returns after the entry that was opened over it.
    setEditing(editingLeft)
    showEntry(id)
    if (kitId) void navigate(links.maintenance(), { replace: true })
  }

  function handleSave(id: string, cells: Parameters<typeof setCells>[3]) {
    setCells('log', id, '', cells)
    setSavedId(id)
    const there = entries?.find((entry) => entry.id === id)
    // For an existing entry, only changed cells.
    const { vehicle, vin } = { ...there, ...cells }
    toast({
      title: there ? t('Job changed') : t('Job logged'),
      text:
        vehicle || vin
          ? t('It stands in the log of its vehicle.')
          : t('It has no vehicle yet. Change the job to give it one.'),
    })
    close(id)
  }

  function handleCancel(id: string) {
    scrollTo(0, 0)
    close(id)
  }

  function handleRemove(entry: LogEntry) {
    setCells('log', entry.id, '', { del: true })
    const of = { task: worded(entry.task), day: dayText(entry.day) }
    setUndoable({
      text: t('Removed: {task}, {day}', of),
      undo: () => {
        setCells('log', entry.id, '', { del: false })
        setSavedId(entry.id)
      },
    })
  }

  /** Ends a recurring job: clears the interval in all its entries. */
  function handleEnd({ entries: ofCar }: VehicleLog, task: string) {
    const said = entriesOfJob(ofCar, task).filter(hasInterval)
    for (const { id } of said) setCells('log', id, '', intervalCells(NO_INTERVAL))
    setUndoable({
      text: t('No longer due: {task}', { task: worded(task) }),
      undo: () => {
        for (const entry of said) setCells('log', entry.id, '', intervalCells(entry))
      },
    })
  }

  function handleFile(chosen: File) {
    setFile(chosen)
    setImported([])
    scrollTo(0, 0)
  }

  function handleImported(ids: string[]) {
    setFile(null)
    setImported(ids)
    setSavedId(ids[0] ?? null)
    scrollTo(0, 0)
  }

  const add = (like?: VehicleLog) => {
    const named = like?.entries.find(({ vehicle }) => vehicle)?.vehicle ?? null
    const unit = like?.unit ?? usual
    const source = blankValues(now, unit, like && { vehicle: named, vin: like.vin })
    edit({ id: newId(), source })
  }
  const logs = entries && logByVehicle(entries, dayOf(now))
  const own = useOwnVehicles(logs ?? [])
  // The vehicle of the saved or linked entry; else the picked one, else the most urgent.
  const shown =
    logs?.find((log) => log.entries.some(({ id }) => id === savedId)) ??
    logs?.find(({ key }) => key === shownKey) ??
    logs?.[0]
  // Pinned: arriving or removed entries do not switch the vehicle under a finger.
  if (shown && shown.key !== shownKey) setShownKey(shown.key)
  // Due jobs come before the kits at hand; pinned at the first render, for the same reason.
  if (logs && isUrgencyFirst === null) setUrgencyFirst(logs.some(({ due }) => due.some(isUrgent)))
  const isForm = editing !== null || kitId !== null || file !== null
  const atHand = logs && !isForm && <GarageKits />
  return (
    <div className="page stack roomy">
      <div className="row wrap between">
        <h1 tabIndex={-1}>{t('Maintenance log')}</h1>
        {!isForm && (
          <Button variant="primary" onClick={() => add()}>
            <PlusIcon />
            {t('Log a job')}
          </Button>
        )}
      </div>
      {file && entries && isImportReady && (
        <ImportLog
          key={file.name + file.lastModified}
          file={file}
          log={entries}
          own={own}
          onDone={handleImported}
          onClose={() => setFile(null)}
        />
      )}
      {imported.length > 0 && (
        <UndoNote
          text={many(imported.length, '{count} entry imported', '{count} entries imported')}
          onUndo={async () => {
            const { takeBack } = await import('./import/storeEntries.ts')
            await takeBack(imported)
            setImported([])
          }}
        />
      )}
      {editing && isFormReady && (
        <EntryForm
          key={editing.id}
          of={editing.id}
          source={editing.source}
          entries={entries ?? []}
          {...(before && { before })}
          own={own}
          takesFocus
          onSave={(cells) => handleSave(editing.id, cells)}
          onCancel={() => handleCancel(editing.id)}
        />
      )}
      {!editing && !file && kitId && entries && isFormReady && (
        <KitJobForm
          key={kitId}
          kitId={kitId}
          now={now}
          entries={entries}
          own={own}
          onSave={(cells) => handleSave(newId(), cells)}
          onCancel={() => handleCancel('')}
        />
      )}
      {undoable && (
        <UndoNote
          text={undoable.text}
          onUndo={() => {
            undoable.undo()
            setUndoable(null)
          }}
        />
      )}
      {!logs && <Skeleton label={t('Loading log...')} rows={3} />}
      {logs?.length === 0 && !isForm && (
        <EmptyState
          mark={<WrenchIcon />}
          title={t('Nothing logged yet')}
          text={t(
            'Log a job with its date, mileage and cost, and see when it is due again. Only you can see this.',
          )}
        />
      )}
      {(!isUrgencyFirst || !shown) && atHand}
      {logs && logs.length > 1 && !isForm && (
        <VehicleTabs
          logs={logs}
          shown={shown}
          onShow={(log) => {
            setSavedId(null)
            setShownKey(log.key)
          }}
        />
      )}
      {shown && (
        <VehicleCard
          key={shown.key}
          log={shown}
          onAdd={() => add(shown)}
          onEdit={(entry) => edit({ id: entry.id, source: valuesOfEntry(entry, usual) })}
          onRemove={handleRemove}
          onEnd={(task) => handleEnd(shown, task)}
        >
          {isUrgencyFirst && atHand}
        </VehicleCard>
      )}
      {logs && !isForm && <Elsewhere logs={logs} shown={shown} onFile={handleFile} />}
    </div>
  )
}
