/** Kits of one owner on this device. */
import Dexie from 'dexie'

import { isKitAlive, latestStamp } from '#shared/cells/cells.ts'
import { type Build, readBuild } from '../open/builds.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { ofPrincipal } from '../../device/ranges.ts'

/** All kits of an owner, latest change first, without deleted ones. For a live query. */
export async function readOwnBuilds(principal = shownPrincipal()): Promise<Build[]> {
  return readRecentBuilds(Number.POSITIVE_INFINITY, principal)
}

/** The most recent `limit` kits: out of ten thousand, only these are read whole. */
export async function readRecentBuilds(
  limit: number,
  principal = shownPrincipal(),
): Promise<Build[]> {
  // Pending before confirmed: an answer between the two reads moves a row from one to the other.
  const waiting = await waitingKits(principal)
  const stored = await storedKits(limit, principal)
  const others = await db.rows.bulkGet([...waiting].map(([id]): RowKey => [principal, 'kit', id]))
  const isOthers = new Set(others.flatMap((row) => (row && !row.mine ? [row.id] : [])))
  const latest = new Map([...stored, ...[...waiting].filter(([id]) => !isOthers.has(id))])
  const ids = [...latest].sort(([, a], [, b]) => (a < b ? 1 : -1)).map(([id]) => id)
  const builds: Build[] = []
  // Kits deleted here still count until their rows are read.
  for (let at = 0; at < ids.length && builds.length < limit;) {
    const some = ids.slice(at, at + Math.min(AT_ONCE, limit - builds.length))
    at += some.length
    const read = await Promise.all(some.map((id) => readBuild(id, '', principal)))
    builds.push(...read.filter((build) => !build.isGone && build.kit.buildId))
  }
  return builds.sort((a, b) => b.kit.updatedAt - a.kit.updatedAt)
}

type RowKey = [string, 'kit', string]

const AT_ONCE = 200

/** Own confirmed kits, with their latest stamp. */
async function storedKits(limit: number, principal: string): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let at = 0; found.length < limit; at += AT_ONCE) {
    const rows = await db.rows
      .where('[p+touched]')
      .between([principal, Dexie.minKey], [principal, Dexie.maxKey])
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

/** Kits with pending rows, with their latest pending stamp. */
async function waitingKits(principal: string): Promise<Map<string, string>> {
  const latest = new Map<string, string>()
  await ofPrincipal(db.pending, principal).each(({ kind, kit, cells }) => {
    if (kit === '' || kind === 'comment') return
    const stamp = latestStamp(cells)
    if (stamp > (latest.get(kit) ?? '')) latest.set(kit, stamp)
  })
  return latest
}
