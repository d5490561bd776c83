/**
 * Write queue for edits: stores at once, one write at a time, the latest value of each cell. Typing
 * faster than the disk coalesces instead of queueing up.
 */
import type { Json } from '#shared/cells/cells.ts'
import type { Fork } from './fork.ts'

import { type Kind, ruleOf } from '#shared/kinds/schema.ts'
import { type Change, joinChanges } from './writeCells.ts'
import { connected } from '../../device/connection.ts'
import { db } from '../../device/db.ts'
import { env, shownPrincipal } from '../../device/device.ts'
import { edit } from './edit.ts'
import { keepUnstored, PAGE } from './keepUnstored.ts'
import { delay } from '../../device/delay.ts'
import { report } from '../../device/reportError.ts'
import { noteEdit, useSync } from '../../device/syncState.ts'
import { type DraftText, STORED_UP_TO, storedUpTo, type UpTo, type Waiting } from './unstored.ts'

const RETRY_MS = 1_000

const disk = env.store
const changes = new Map<string, Change>()
const drafts = new Map<string, DraftText>()
const buildIds = new Map<string, string>()
/** Copies made in this page, by original kit: further edits go to the copy. */
export const forks = new Map<string, Fork>()
const forkListeners = new Set<() => void>()
const storedListeners = new Set<() => void>()
let running: Promise<void> | null = null

/** Numbers of the last edit typed in this page, and of the last one stored on disk. */
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
/** Keeps unstored edits for the next page; null until there is one. */
let keep: (() => void) | null = null
let isKeepDue = false

/** Calls `listener` whenever an edit made a copy. Returns an unsubscribe. */
export function onFork(listener: () => void): () => void {
  forkListeners.add(listener)
  return () => forkListeners.delete(listener)
}

/** Calls `listener` whenever every edit has been stored. Returns an unsubscribe. */
export function onStored(listener: () => void): () => void {
  storedListeners.add(listener)
  return () => storedListeners.delete(listener)
}

/** Call after the open kit was read: its sync state is current again. */
export function noteRead(): void {
  if (changes.size + drafts.size === 0 && !running) useSync.setState({ isTyping: false })
}

/** Sets the build id a kit gets with its first edit. */
export function nameBuild(kitId: string, buildId: string): void {
  buildIds.set(kitId, buildId)
}

/** A write: new cells of a row, or a `draft`. */
export interface Write {
  kind: Kind | 'draft'
  id: string
  /** As in Change; '' for a draft. */
  kit: string
  cells: Record<string, Json>
}

const openListeners = new Set<(write: Write, number: number) => void>()

/** Tells an open kit about edits, after every watcher knows. Returns an unsubscribe. */
export function onTyped(listener: (write: Write, number: number) => void): () => void {
  openListeners.add(listener)
  return () => openListeners.delete(listener)
}

/** Edits not stored yet, as far as this page knows. */
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

/** Calls `listener` with every write before it is stored. Returns an unsubscribe. */
export function watchWrites(listener: (write: Write) => void): () => void {
  watchers.add(listener)
  return () => watchers.delete(listener)
}

/** Announces a write; one stored elsewhere in the app is announced right afterwards. */
export function tellWrite(write: Write): void {
  for (const watcher of watchers) watcher(write)
}

/**
 * Queues new cells of a row. Values must pass the row's rules.
 * @param seen values the person saw in these cells; see Change
 */
export function setCells(
  kind: Kind,
  id: string,
  kit: string,
  cells: Record<string, Json>,
  seen: Record<string, Json> = {},
): void {
  // A screen that moved on to a copy may still use the row's original id.
  const isOwnId = kind === 'kit' || ruleOf(kind).isOpen
  const change = { kind, id: isOwnId ? id : idInCopy(id), kit, cells, seen }
  tellWrite(change)
  const key = `${kind}:${change.id}`
  changes.set(key, joinChanges(changes.get(key), change))
  tellOpen(change)
  void pump()
}

/** Keeps a draft; null clears it. */
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

/** Resolves when every edit so far is written, in memory alone on a full device. */
export function written(): Promise<void> {
  return pump()
}

/** Resolves when every edit so far is stored on disk, not in memory alone. */
export async function settled(): Promise<void> {
  await pump()
  while (env.store !== disk) await delay(RETRY_MS)
}

function pump(): Promise<void> {
  const hasNew = changes.size + drafts.size > 0
  if (hasNew) keepSoon()
  // Set at the keystroke, not at its write: until then a screen would still say "synced".
  if (hasNew && !useSync.getState().isTyping) useSync.setState({ isTyping: true })
  running ??= drain().finally(() => {
    running = null
    if (changes.size > 0 || drafts.size > 0) void pump()
    else if (storedListeners.size === 0) noteRead()
    else for (const listener of storedListeners) listener()
  })
  return running
}

/** Microtask: before anything else runs here, and once for all rows of a paste. */
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
      // With drafts, the batch counts as stored only after storeDrafts.
      const context = {
        principal: shownPrincipal(),
        buildIds,
        forks,
        upTo: texts.length === 0 ? last : undefined,
      }
      if (batch.length > 0) waiting.latest = await edit(env, batch, context)
      isEdited = true
      // A cleared draft is cleared in the original too, not just in the copy.
      const done = texts.filter(({ text }) => text === null)
      const inCopies = texts.map((text) => ({ ...text, id: idInCopy(text.id) }))
      await connected(() => storeDrafts([...done, ...inCopies], shownPrincipal(), last))
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
      // A stored batch is not written again: a later value may have replaced it.
      putBack(isEdited ? [] : batch, texts)
      waiting.storing = []
      if (isEdited) tellEdited()
      reportFailure(error)
      // Values are sent from memory; drafts stay in their fields.
      const goOn = async () => (await import('../../device/outOfRoom.ts')).goOnInMemory()
      const before = env.store
      await goOn().catch(() => undefined)
      if (env.store !== before) {
        void settled().then(() => keep?.())
        continue
      }
      await delay(RETRY_MS)
    }
  }
}

/** Puts a failed batch back, below later edits. */
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

/** Id of a row in the copy an edit just made of its kit. */
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
 * Stores or clears drafts; the last one per cell counts.
 * @param last as for `edit`
 */
export async function storeDrafts(
  texts: readonly DraftText[],
  principal: string,
  last?: UpTo,
): Promise<void> {
  if (texts.length === 0) return
  const latest = [...new Map(texts.map((draft) => [`${draft.id}:${draft.cell}`, draft])).values()]
  const kept = latest.flatMap(({ id, cell, text }) =>
    text === null ? [] : [{ p: principal, id, cell, text }],
  )
  const gone = latest.filter(({ text }) => text === null)
  await db.transaction('rw', db.drafts, db.meta, async () => {
    const value = last && storedUpTo((await db.meta.get(STORED_UP_TO))?.value, last)
    if (value === null) return
    if (value !== undefined) await db.meta.put({ key: STORED_UP_TO, value })
    await db.drafts.bulkPut(kept)
    await db.drafts.bulkDelete(gone.map((draft) => [principal, draft.id, draft.cell]))
  })
}
