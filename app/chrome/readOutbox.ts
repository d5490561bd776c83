/** What the drawer lists: what waits, kit by kit, and what was refused. For use in a live query. */
import Dexie from 'dexie'

import type { Kit } from '#shared/kit.ts'
import type { PendingRow, ProblemRow } from '../store/db.ts'

import { isNamed } from '#shared/kit.ts'
import { vehicleTitle } from '#shared/vehicle.ts'
import { readBuild } from '../store/builds.ts'
import { db } from '../store/db.ts'
import { devicePrincipal, principal } from '../store/device.ts'

export interface Waiting {
  /** The kit, '' for what belongs to none. */
  kit: string
  title: string
  changes: number
  /** When the first of them was made, milliseconds. */
  since: number
}

export interface Outbox {
  waiting: Waiting[]
  problems: { problem: ProblemRow; title: string }[]
  /** Work of accounts that are signed out here: it waits for their next login. */
  locked: { name: string; changes: number }[]
}

export async function readOutbox(): Promise<Outbox> {
  const p = principal()
  const range = [
    [p, Dexie.minKey],
    [p, Dexie.maxKey],
  ] as const
  const [pending, problems] = await Promise.all([
    db.pending
      .where('[p+kit]')
      .between(...range)
      .toArray(),
    db.problems
      .where('[p+at]')
      .between(...range)
      .toArray(),
  ])
  const byKit = groupByKit(pending)
  const locked = await readLocked()
  const waiting = await Promise.all(
    [...byKit].map(async ([kit, rows]) => ({
      kit,
      title: await titleOf(kit),
      changes: rows.length,
      since: Math.min(...rows.map((row) => row.at)),
    })),
  )
  const messages = await db.calls.where('kind').equals('contact').toArray()
  const unsent = messages.filter((call) => call.problem === undefined)
  if (unsent.length > 0) {
    const since = Math.min(...unsent.map((call) => call.at))
    waiting.push({ kit: 'contact', title: 'Contact message', changes: unsent.length, since })
  }
  return {
    locked,
    waiting: waiting.sort((a, b) => b.since - a.since),
    problems: await Promise.all(
      problems.map(async (problem) => ({ problem, title: await titleOf(problem.kit) })),
    ),
  }
}

async function readLocked(): Promise<Outbox['locked']> {
  const shown = [principal(), devicePrincipal()]
  const counts = new Map<string, number>()
  await db.pending
    .toCollection()
    .filter((row) => !shown.includes(row.p))
    .each(({ p }) => counts.set(p, (counts.get(p) ?? 0) + 1))
  return Promise.all(
    [...counts].map(async ([p, changes]) => {
      const name = (await db.meta.get(`name:${p}`))?.value
      return { name: typeof name === 'string' ? name : 'another account', changes }
    }),
  )
}

function groupByKit(rows: PendingRow[]): Map<string, PendingRow[]> {
  const groups = new Map<string, PendingRow[]>()
  for (const row of rows) groups.set(row.kit, [...(groups.get(row.kit) ?? []), row])
  return groups
}

async function titleOf(kitId: string): Promise<string> {
  if (kitId === '') return 'Your own tasks'
  const { kit } = await readBuild(kitId, '')
  return kit.buildId === '' ? 'A deleted kit' : kitTitle(kit)
}

function kitTitle(kit: Kit): string {
  if (isNamed(kit.name)) return kit.name
  const about = [kit.vehicle && vehicleTitle(kit.vehicle), kit.task].filter(Boolean).join(', ')
  return about || 'Untitled draft'
}
