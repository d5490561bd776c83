/** Pending changes by kit, and refused ones, for the drawer. For use in a live query. */

import type { WaitReason } from '#shared/cells/limits.ts'
import type { ProblemPlace } from './problemWords.ts'

import { fieldOf, mergeCells, textIn } from '#shared/cells/cells.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { groupBy } from '#shared/lists.ts'
import { nodeOf } from '#shared/cells/stamp.ts'
import { t } from '#shared/words/words.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { db, type PendingRow, type ProblemRow } from '../../data/device/db.ts'
import { devicePrincipal, shownPrincipal } from '../../data/device/device.ts'
import { PARKED, isLimited } from '../../data/sync/receive/parked.ts'
import { parkedId } from '../../data/sync/receive/applyResult.ts'
import { casesOf, type ProblemCase } from '../../data/backup/problems.ts'
import { ofPrincipal } from '../../data/device/ranges.ts'

/** Saved version, comments, parts only, any kit change, task, log entry, message. */
export type WaitingWhat = 'save' | 'comment' | 'parts' | 'kit' | 'task' | 'log' | 'message'

export interface Waiting {
  id: string
  what: WaitingWhat
  /** The kit's title, '' for none. */
  title: string
  changes: number
  /** Time of the first of them, milliseconds. */
  since: number
}

export interface ShownCase extends ProblemPlace {
  problems: ProblemCase
  /** Build id of an own kit on this device, where it can be edited; '' for none. */
  buildId: string
  /** False for a kit that is nowhere else: discarding would orphan its content. */
  mayDiscard: boolean
}

/** Changes held by one limit. */
export interface Limited {
  why: WaitReason
  changes: number
  /** Time of the next try, milliseconds. */
  until: number
}

export interface Outbox {
  waiting: Waiting[]
  limited: Limited[]
  cases: ShownCase[]
  /** Changes of accounts signed out here: they wait for the next sign-in. */
  locked: { name: string; changes: number }[]
  /** How far this device's clock is behind the server's, milliseconds. */
  clockOffset: number
}

export async function readOutbox(): Promise<Outbox> {
  const principal = shownPrincipal()
  const [pending, problems] = await Promise.all([
    ofPrincipal(db.pending, principal).toArray(),
    ofPrincipal(db.problems, principal).toArray(),
  ])
  const limited = pending.filter(isLimited)
  const held = new Set(problems.filter(({ code }) => code === PARKED).map(({ id }) => id))
  const locked = await readLocked()
  const waiting = await Promise.all(
    [...grouped(pending.filter((row) => !held.has(parkedId(row))))].map(
      async ([id, rows]): Promise<Waiting> => {
        const kit = rows[0]?.kit ?? ''
        return {
          id,
          what: whatOf(rows),
          title: kit === '' ? '' : (await titleOf(kit)) || t('A deleted kit'),
          changes: rows.length,
          since: Math.min(...rows.map((row) => row.at)),
        }
      },
    ),
  )
  const messages = await db.calls.where('kind').equals('contact').toArray()
  const unsent = messages.filter((call) => call.problem === undefined)
  if (unsent.length > 0) {
    const since = Math.min(...unsent.map((call) => call.at))
    waiting.push({ id: 'contact', what: 'message', title: '', changes: unsent.length, since })
  }
  return {
    locked,
    clockOffset: Number(fieldOf((await db.meta.get('clock'))?.value, 'offset') ?? 0),
    limited: byReason(limited),
    waiting: waiting.sort((a, b) => b.since - a.since),
    cases: await Promise.all(casesOf(withValues(problems, pending)).map(placed)),
  }
}

function byReason(rows: readonly PendingRow[]): Limited[] {
  const found = new Map<WaitReason, Limited>()
  for (const { why, next } of rows) {
    if (!why) continue
    const { changes, until } = found.get(why) ?? { changes: 0, until: next }
    found.set(why, { why, changes: changes + 1, until: Math.min(until, next) })
  }
  return [...found.values()]
}

/** Fills in values of held rows, which are still in the outbox. */
function withValues(problems: ProblemRow[], pending: PendingRow[]): ProblemRow[] {
  const rows = new Map(pending.map((row) => [parkedId(row), row]))
  return problems.flatMap((problem) => {
    if (problem.code !== PARKED) return [problem]
    const cells = Object.entries(rows.get(problem.id)?.cells ?? {})
    return cells.map(([cell, [value]]) => ({ ...problem, cell, value }))
  })
}

async function placed(problems: ProblemCase): Promise<ShownCase> {
  const [{ p, kind, row, kit, cell, code, id, stamp = id.slice(id.lastIndexOf(':') + 1) }] =
    problems
  const stored = await db.rows.get([p, kind, row])
  const waiting = await db.pending.get([p, kind, row])
  const cells = mergeCells(stored?.cells ?? {}, waiting?.cells ?? {})
  const kitRow = await db.rows.get([p, 'kit', kit])
  const kitWaiting = await db.pending.get([p, 'kit', kit])
  const kitCells = mergeCells(kitRow?.cells ?? {}, kitWaiting?.cells ?? {})
  // A deleted kit has no title, and cannot be edited.
  const title = kit === '' ? '' : await titleOf(kit)
  const isEditable = title !== '' && kitRow?.mine !== false && kind !== 'comment'
  const refusedName = problems.find((problem) => problem.cell === 'name')?.value
  const name = textIn(cells, 'name') || (typeof refusedName === 'string' ? refusedName : '')
  const node = fieldOf((await db.meta.get('device'))?.value, 'node')
  const current = cells[cell]
  return {
    problems,
    kitTitle: title || textIn(kitCells, 'name'),
    rowName: kind === 'line' ? name : '',
    current: current?.[0],
    isOwn: [nodeOf(stamp) === node, nodeOf(current?.[1] ?? '') === node],
    mayDiscard: code !== PARKED || kind !== 'kit' || stored !== undefined,
    buildId: isEditable ? textIn(kitCells, 'buildId') : '',
  }
}

async function readLocked(): Promise<Outbox['locked']> {
  const shown = [shownPrincipal(), devicePrincipal()]
  const counts = new Map<string, number>()
  await db.pending
    .toCollection()
    .filter((row) => !shown.includes(row.p))
    .each(({ p }) => counts.set(p, (counts.get(p) ?? 0) + 1))
  return Promise.all(
    [...counts].map(async ([p, changes]) => {
      const name = (await db.meta.get(`name:${p}`))?.value
      return { name: typeof name === 'string' ? name : t('another account'), changes }
    }),
  )
}

/** By kit; versions and comments apart. */
const grouped = (rows: PendingRow[]) =>
  groupBy(rows, ({ kind, kit }) =>
    kind === 'version' || kind === 'comment' || kind === 'log' ? `${kit} ${kind}` : kit,
  )

function whatOf(rows: readonly PendingRow[]): WaitingWhat {
  const kinds = new Set(rows.map((row) => row.kind))
  if (kinds.has('version')) return 'save'
  if (kinds.has('comment')) return 'comment'
  if (kinds.has('task')) return 'task'
  if (kinds.has('log')) return 'log'
  return kinds.has('kit') || kinds.has('step') ? 'kit' : 'parts'
}

/** '' for a deleted kit. */
async function titleOf(kitId: string): Promise<string> {
  const { kit } = await readBuild(kitId, '')
  return kit.buildId === '' ? '' : kitTitle(kit, t('Untitled draft'))
}
