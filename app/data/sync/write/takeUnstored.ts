/** Stores edits an earlier page left unstored; see keepUnstored.ts. */
import type { DraftText, Unstored, UpTo } from './unstored.ts'
import { shownCells, getMeta } from '../../device/store.ts'
import type { Change } from './writeCells.ts'

import { type Cells, isSameValue, type Json } from '#shared/cells/cells.ts'
import { GRACE_MS, msOf } from '#shared/cells/stamp.ts'
import { OpenClock, readDevice } from '../../device/clock.ts'
import { env } from '../../device/device.ts'
import { edit } from './edit.ts'
import { STORED_UP_TO, storedUpTo, UNSTORED_PREFIX } from './unstored.ts'
import { idInCopy, storeDrafts } from './writeQueue.ts'
import { report } from '../../device/reportError.ts'
import { noteEdit } from '../../device/syncState.ts'
import { readStored } from '../../device/readStored.ts'

/** Slack for stamps ahead of this clock: others' against server time, and ours. */
const SLACK_MS = GRACE_MS + 10_000

/** Stores edits other pages left. Never rejects: a failed write stays for later. */
export async function takeUnstored(): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return takeAll()
  // Another page holding the lock does the same work; no start waits for it.
  await locks.request('wrenchlist-unstored', { ifAvailable: true }, (lock) =>
    lock ? takeAll() : undefined,
  )
}

async function takeAll(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(UNSTORED_PREFIX))) {
    try {
      const text = localStorage.getItem(key)
      const left = readStored(localStorage, key)
      if (isUnstored(left)) await store(left, key)
      // The page may still be alive, and have left more meanwhile.
      if (localStorage.getItem(key) === text) localStorage.removeItem(key)
    } catch (error) {
      report({ error, context: { during: 'storing what was left' } })
    }
  }
}

async function store(left: Unstored, page: string): Promise<void> {
  const { p, buildIds, forks, number } = left
  const last = number === undefined ? undefined : { page, number }
  const { due, drafts } = await withoutOlder(left, last)
  const copies = new Map(forks)
  if (due.length > 0) {
    const context = { buildIds: new Map(buildIds), forks: copies }
    const upTo = drafts.length === 0 ? last : undefined
    await edit(env, due, { principal: p, ...context, upTo })
    noteEdit()
  }
  await storeDrafts(
    drafts.map((draft) => ({ ...draft, id: idInCopy(draft.id, copies) })),
    p,
    last,
  )
}

/** Drops edits whose cell got a later value, as far as clocks can tell. */
async function withoutOlder(
  left: Unstored,
  last: UpTo | undefined,
): Promise<{ due: Change[]; drafts: DraftText[] }> {
  const { at, latest = '', p, changes, forks } = left
  return env.store.transact(async (tx) => {
    const isStored = last && storedUpTo(await getMeta(tx, STORED_UP_TO), last) === null
    if (isStored) return { due: [], drafts: [] }
    const { node } = await readDevice(tx)
    const clock = await OpenClock.open(tx, node, env.now())
    const leftAt = at + Math.max(0, clock.now - env.now()) + SLACK_MS
    const isOlder = (row: string, name: string, shown: Cells) => {
      const [value = null, stamp = ''] = shown[name] ?? []
      // The page may have been left before it heard that an edit was stored.
      const isOwn = changes.some(
        ({ id, cells }) => id === row && name in cells && isSameValue(cells[name] ?? null, value),
      )
      return isOwn || stamp <= latest || msOf(stamp) <= leftAt
    }
    const due: Change[] = []
    for (const change of changes) {
      const shown = await shownCells(tx, [p, change.kind, change.id])
      const cells: Record<string, Json> = Object.fromEntries(
        Object.entries(change.cells).filter(([name]) => isOlder(change.id, name, shown)),
      )
      // A change without cells creates a kit for a draft in it.
      const isBegun = Object.keys(change.cells).length === 0
      if (isBegun || Object.keys(cells).length > 0) due.push({ ...change, cells })
    }
    const drafts: DraftText[] = []
    const copies = new Map(forks)
    for (const draft of left.drafts) {
      // A draft has no stamp: the value stored in its place has one.
      const shown = await shownCells(tx, [p, 'line', idInCopy(draft.id, copies)])
      if (isOlder(draft.id, draft.cell, shown)) drafts.push(draft)
    }
    return { due, drafts }
  })
}

function isUnstored(value: unknown): value is Unstored {
  return typeof value === 'object' && value !== null && 'changes' in value && 'drafts' in value
}
