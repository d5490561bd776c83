import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { LogEntry, VehicleLog } from '#shared/kinds/maintenance.ts'
import type { EntrySource } from './entryForm.ts'

import { isId, newId } from '#shared/ids.ts'
import { links } from '#shared/links.ts'
import { dayOf, logByVehicle } from '#shared/kinds/maintenance.ts'
import { entriesOfJob, hasInterval, isUrgent } from '#shared/kinds/dueJobs.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { dayText } from '../show/logWords.ts'
import { setCells } from '../sync/write/pump.ts'
import { useLog } from '../kits/index/useLog.ts'
import { useMeasures } from '../show/measures.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { PlusIcon, WrenchIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { toast } from '../ui/layers/toast.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { blankSource, intervalCells, NO_INTERVAL, sourceOfEntry } from './entryForm.ts'
import { EntryForm } from './EntryForm.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { GarageKits } from './GarageKits.tsx'
import { readLeftForm } from './keptForm.ts'
import { KitJobForm } from './KitJobForm.tsx'
import styles from './log.module.css'
import { useShowEntry } from './useShowEntry.ts'
import { UndoNote } from './UndoNote.tsx'
import { useOwnVehicles } from './useOwnVehicles.ts'
import { VehicleCard } from './VehicleCard.tsx'
import { VehicleTabs } from './VehicleTabs.tsx'

/** Few bring a file. */
const ImportLog = loadable(async () => (await import('./import/ImportLog.tsx')).ImportLog)

interface Editing {
  /** Of an entry that is not there yet a new one. */
  id: string
  source: EntrySource
}

/** What was being written when the screen was left; a kit's is opened by its address. */
function editingLeft(): Editing | null {
  const kept = readLeftForm()
  return kept && { id: kept.of, source: kept.source }
}

/** What was done to each vehicle, and what is due next. All of it is on this device. */
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
  const isImportReady = usePreloaded(ImportLog.preload, file !== null)
  const [savedId, setSavedId] = useState(asked.get('at'))
  const [isUrgencyFirst, setUrgencyFirst] = useState<boolean | null>(null)
  const [shownKey, setShownKey] = useState<string | null>(null)
  const kitId = isId(kit) ? kit : null
  const showEntry = useShowEntry(entries)
  const before = entries?.find(({ id }) => id === editing?.id)

  /** Opens the form, which stands above the log. */
  function edit(next: Editing) {
    setEditing(next)
    scrollTo(0, 0)
  }

  /** @param id the entry it was about, which is shown where there is one */
  function close(id: string) {
    // A job that is half typed comes back once the entry that was opened over it is done.
    setEditing(editingLeft)
    showEntry(id)
    if (kitId) void navigate(links.maintenance(), { replace: true })
  }

  function handleSave(id: string, cells: Parameters<typeof setCells>[3]) {
    setCells('log', id, '', cells)
    setSavedId(id)
    const there = entries?.find((entry) => entry.id === id)
    // Of one that was there only what changed is said anew.
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

  /** The interval belongs to the job of the car: none of its entries says one any more. */
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
    const source = blankSource(now, unit, like && { vehicle: named, vin: like.vin })
    edit({ id: newId(), source })
  }
  const logs = entries && logByVehicle(entries, dayOf(now))
  const own = useOwnVehicles(logs ?? [])
  // The one of what was just saved, or of what was asked for; else the one that was picked, else the most urgent.
  const shown =
    logs?.find((log) => log.entries.some(({ id }) => id === savedId)) ??
    logs?.find(({ key }) => key === shownKey) ??
    logs?.[0]
  // What comes in from another device, or is removed, changes no vehicle under a finger.
  if (shown && shown.key !== shownKey) setShownKey(shown.key)
  // What is due comes before the kits at hand; as the log was opened, for the same reason.
  if (logs && isUrgencyFirst === null) setUrgencyFirst(logs.some(({ due }) => due.some(isUrgent)))
  const isForm = editing !== null || kitId !== null || file !== null
  const atHand = logs && !isForm && <GarageKits />
  return (
    <div className={`page stack ${styles.screen}`}>
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
      {editing && (
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
      {!editing && !file && kitId && entries && (
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
          onEdit={(entry) => edit({ id: entry.id, source: sourceOfEntry(entry, usual) })}
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
