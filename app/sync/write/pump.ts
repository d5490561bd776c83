/**
 * Carries what is typed into the store: at once, one write at a time, the latest value of each cell
 * first. Typing faster than the disk coalesces instead of queueing up.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Fork } from './fork.ts'
import type { DraftText, UpTo, Waiting } from './unstored.ts'
import type { Change } from './writeCells.ts'

import { ruleOf } from '#shared/kinds/schema.ts'
import { joinChanges } from './writeCells.ts'
import { connected } from '../../device/connection.ts'
import { db } from '../../device/db.ts'
import { env, principal } from '../../device/device.ts'
import { edit } from './edit.ts'
import { keepUnstored, PAGE } from './keepUnstored.ts'
import { pause } from '../../device/pause.ts'
import { report } from '../../device/reportError.ts'
import { noteEdit, useSync } from '../../device/syncState.ts'
import { STORED_UP_TO, storedUpTo } from './unstored.ts'

const RETRY_MS = 1_000

const disk = env.store
const changes = new Map<string, Change>()
const drafts = new Map<string, DraftText>()
const buildIds = new Map<string, string>()
/** Copies made in this page, by the kit they were made of: what is typed on goes to the copy. */
export const forks = new Map<string, Fork>()
const forkListeners = new Set<() => void>()
const storedListeners = new Set<() => void>()
let running: Promise<void> | null = null

/**
 * What was typed has a number each, in order: the last of all that was typed in this page, and of what
 * is stored on this device by now, and not in memory alone.
 */
export const upTo = { typed: 0, stored: 0 }

const waiting: Waiting = {
  storing: [],
  changes,
  drafts,
  buildIds,
  forks,
  latest: '',
  upTo,
}
/** Keeps what waits where the next page finds it; null until something does. */
let keep: (() => void) | null = null
let isKeepDue = false

/** Calls `listener` whenever an edit has made a copy. Returns how to stop that. */
export function onFork(listener: () => void): () => void {
  forkListeners.add(listener)
  return () => forkListeners.delete(listener)
}

/** Calls `listener` whenever all that was typed has been stored. Returns how to stop that. */
export function onStored(listener: () => void): () => void {
  storedListeners.add(listener)
  return () => storedListeners.delete(listener)
}

/** Call when the open kit has been read: what it says of where the work is holds now. */
export function noteRead(): void {
  if (changes.size + drafts.size === 0 && !running) useSync.setState({ isTyping: false })
}

/** Names the build id under which a kit is created by its first change. */
export function nameBuild(kitId: string, buildId: string): void {
  buildIds.set(kitId, buildId)
}

/** What is about to be stored: new cells of a row, or a `draft`, text of a cell that is no value. */
export interface Write {
  kind: Kind | 'draft'
  id: string
  /** As in a Change; '' of a draft. */
  kit: string
  cells: Record<string, Json>
}

const openListeners = new Set<(write: Write, number: number) => void>()

/** Has what is typed from now on told to an open kit, once every watcher knows. Returns how to stop. */
export function onTyped(listener: (write: Write, number: number) => void): () => void {
  openListeners.add(listener)
  return () => openListeners.delete(listener)
}

/** What was typed and is not stored yet, as far as this page knows. */
export function unstored(): Write[] {
  const [batch = [], texts = []] = waiting.storing
  const draftsOf = (all: Iterable<DraftText>) =>
    [...all].map(({ id, cell, text }) => ({
      kind: 'draft' as const,
      id,
      kit: '',
      cells: { [cell]: text },
    }))
  return [...batch, ...draftsOf(texts), ...changes.values(), ...draftsOf(drafts.values())]
}

const watchers = new Set<(write: Write) => void>()

/** Has every write told to a listener, before it is stored. Returns how to stop that. */
export function watchWrites(listener: (write: Write) => void): () => void {
  watchers.add(listener)
  return () => watchers.delete(listener)
}

/** Tells of a write; of one that another part of the app has stored, right after that. */
export function tellWrite(write: Write): void {
  for (const watcher of watchers) watcher(write)
}

/**
 * Stores new values for cells of a row. Values have to pass the row's own rules.
 * @param seen what the person saw in these cells; see Change
 */
export function setCells(
  kind: Kind,
  id: string,
  kit: string,
  cells: Record<string, Json>,
  seen: Record<string, Json> = {},
): void {
  // Of a screen that has moved on to a copy the row may still be known by its first id.
  const isOwnId = kind === 'kit' || ruleOf(kind).isOpen
  const change = { kind, id: isOwnId ? id : idInCopy(id), kit, cells, seen }
  tellWrite(change)
  const key = `${kind}:${change.id}`
  changes.set(key, joinChanges(changes.get(key), change))
  tellOpen(change)
  void pump()
}

/** Keeps text that is not a value yet, or with null forgets it. */
export function setDraft(id: string, cell: string, text: string | null): void {
  const write = { kind: 'draft' as const, id, kit: '', cells: { [cell]: text } }
  tellWrite(write)
  drafts.set(`${id}:${cell}`, { id, cell, text })
  tellOpen(write)
  void pump()
}

function tellOpen(write: Write): void {
  upTo.typed++
  for (const listener of openListeners) listener(write, upTo.typed)
}

/** Resolves when everything typed so far is written, be it in memory alone on a device that is full. */
export function written(): Promise<void> {
  return pump()
}

/** Resolves when everything typed so far is stored, on this device and not in memory alone. */
export async function settled(): Promise<void> {
  await pump()
  while (env.store !== disk) await pause(RETRY_MS)
}

function pump(): Promise<void> {
  const hasNew = changes.size + drafts.size > 0
  if (hasNew) keepSoon()
  // From the key on, not from its storing on: until then a screen would go on saying "synced".
  if (hasNew && !useSync.getState().isTyping) useSync.setState({ isTyping: true })
  running ??= drain().finally(() => {
    running = null
    if (changes.size > 0 || drafts.size > 0) void pump()
    else if (storedListeners.size === 0) noteRead()
    else for (const listener of storedListeners) listener()
  })
  return running
}

/** Before anything else runs here, and once for the many rows of one paste. */
function keepSoon(): void {
  keep ??= keepUnstored(waiting)
  if (isKeepDue) return
  isKeepDue = true
  queueMicrotask(() => {
    isKeepDue = false
    keep?.()
  })
}

async function drain(): Promise<void> {
  while (changes.size > 0 || drafts.size > 0) {
    const texts = [...drafts.values()]
    const batch = [...changes.values()]
    const number = upTo.typed
    const last = { page: PAGE, number }
    changes.clear()
    drafts.clear()
    waiting.storing = [batch, texts]
    const known = forks.size
    let isEdited = false
    const tellEdited = () => {
      if (forks.size > known) for (const listener of forkListeners) listener()
      if (batch.length > 0) noteEdit()
    }
    try {
      // Half of it is not it.
      const context = {
        principal: principal(),
        buildIds,
        forks,
        upTo: texts.length === 0 ? last : undefined,
      }
      if (batch.length > 0) waiting.latest = await edit(env, batch, context)
      isEdited = true
      // What is done with is so where it was begun, too, and not in the copy alone.
      const done = texts.filter(({ text }) => text === null)
      const inCopies = texts.map((text) => ({ ...text, id: idInCopy(text.id) }))
      await connected(() => storeDrafts([...done, ...inCopies], principal(), last))
      waiting.storing = []
      if (env.store === disk) {
        upTo.stored = number
        keep?.()
      }
      tellEdited()
      if (env.store === disk && useSync.getState().isStorageFailing) {
        useSync.setState({ isStorageFailing: false })
      }
    } catch (error) {
      useSync.setState({ isStorageFailing: true })
      // Values that are stored are not written again: something later may stand there by then.
      putBack(isEdited ? [] : batch, texts)
      waiting.storing = []
      if (isEdited) tellEdited()
      reportFailure(error)
      // Values go on to the server from memory; what is half typed stays in its field.
      const goOn = async () => (await import('../../device/outOfRoom.ts')).goOnInMemory()
      const before = env.store
      await goOn().catch(() => undefined)
      if (env.store !== before) {
        void settled().then(() => keep?.())
        continue
      }
      await pause(RETRY_MS)
    }
  }
}

/** What could not be stored waits in memory, below anything typed since. */
function putBack(batch: Change[], texts: DraftText[]): void {
  for (const change of batch) {
    const key = `${change.kind}:${change.id}`
    const newer = changes.get(key)
    changes.set(key, newer ? joinChanges(change, newer) : change)
  }
  for (const text of texts) {
    const key = `${text.id}:${text.cell}`
    if (!drafts.has(key)) drafts.set(key, text)
  }
}

/** The id of a row in the copy that an edit has just made of its kit. */
export function idInCopy(id: string, copies: ReadonlyMap<string, Fork> = forks): string {
  for (const fork of copies.values()) {
    const copy = fork.ids[id]
    if (copy) return idInCopy(copy, copies)
  }
  return id
}

function reportFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- the one trace of a device that cannot store
  console.warn('Wrenchlist could not store on this device, trying again.', error)
  report({ error, context: { during: 'storing' } })
}

/**
 * Stores texts that are no values, or forgets them; of one cell the last of them counts.
 * @param last as for `edit`
 */
export async function storeDrafts(
  texts: readonly DraftText[],
  p: string,
  last?: UpTo,
): Promise<void> {
  if (texts.length === 0) return
  const latest = [...new Map(texts.map((draft) => [`${draft.id}:${draft.cell}`, draft])).values()]
  const kept = latest.flatMap(({ id, cell, text }) =>
    text === null ? [] : [{ p, id, cell, text }],
  )
  const gone = latest.filter(({ text }) => text === null)
  await db.transaction('rw', db.drafts, db.meta, async () => {
    const value = last && storedUpTo((await db.meta.get(STORED_UP_TO))?.value, last)
    if (value === null) return
    if (value !== undefined) await db.meta.put({ key: STORED_UP_TO, value })
    await db.drafts.bulkPut(kept)
    await db.drafts.bulkDelete(gone.map((draft) => [p, draft.id, draft.cell]))
  })
}
