/** The kits of one owner on this device. */
import Dexie from 'dexie'

import type { Build } from '../open/builds.ts'

import { isKitAlive, latestStamp } from '#shared/sync/cells.ts'
import { readBuild } from '../open/builds.ts'
import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'

/** All kits of an owner, the latest change first; deleted ones are left out. For a live query. */
export async function readOwnBuilds(p = principal()): Promise<Build[]> {
  return readRecentBuilds(Number.POSITIVE_INFINITY, p)
}

/** The first of them: what to go on with. Of ten thousand kits only these are read whole. */
export async function readRecentBuilds(limit: number, p = principal()): Promise<Build[]> {
  // What waits first: an answer may make it a confirmed row between the two.
  const waiting = await waitingKits(p)
  const stored = await storedKits(limit, p)
  const others = await db.rows.bulkGet([...waiting].map(([id]): RowKey => [p, 'kit', id]))
  const isOthers = new Set(others.flatMap((row) => (row && !row.mine ? [row.id] : [])))
  const latest = new Map([...stored, ...[...waiting].filter(([id]) => !isOthers.has(id))])
  const ids = [...latest].sort(([, a], [, b]) => (a < b ? 1 : -1)).map(([id]) => id)
  const builds: Build[] = []
  // One that was deleted here is among them until it is read.
  for (let at = 0; at < ids.length && builds.length < limit;) {
    const some = ids.slice(at, at + Math.min(AT_ONCE, limit - builds.length))
    at += some.length
    const read = await Promise.all(some.map((id) => readBuild(id, '', p)))
    builds.push(...read.filter((build) => !build.isGone && build.kit.buildId))
  }
  return builds.sort((a, b) => b.kit.updatedAt - a.kit.updatedAt)
}

type RowKey = [string, 'kit', string]

const AT_ONCE = 200

/** Own kits the server has confirmed, with the stamp of their latest change. */
async function storedKits(limit: number, p: string): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let at = 0; found.length < limit; at += AT_ONCE) {
    const rows = await db.rows
      .where('[p+touched]')
      .between([p, Dexie.minKey], [p, Dexie.maxKey])
      .reverse()
      .offset(at)
      .limit(AT_ONCE)
      .toArray()
    const own = rows.filter((row) => row.mine && isKitAlive(row.cells))
    found.push(...own.map(({ id, touched = '' }): [string, string] => [id, touched]))
    if (rows.length < AT_ONCE) break
  }
  return found
}

/** Kits with something unsent, with the stamp of their latest unsent change. */
async function waitingKits(p: string): Promise<Map<string, string>> {
  const latest = new Map<string, string>()
  await db.pending
    .where('[p+kit]')
    .between([p, Dexie.minKey], [p, Dexie.maxKey])
    .each(({ kind, kit, cells }) => {
      if (kit === '' || kind === 'comment') return
      const stamp = latestStamp(cells)
      if (stamp > (latest.get(kit) ?? '')) latest.set(kit, stamp)
    })
  return latest
}
