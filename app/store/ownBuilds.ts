/** The kits of one owner on this device. */
import Dexie from 'dexie'

import type { Build } from './builds.ts'

import { readBuild } from './builds.ts'
import { db } from './db.ts'
import { principal } from './device.ts'

/** All kits of an owner, the latest change first; deleted ones are left out. For a live query. */
export async function readOwnBuilds(p = principal()): Promise<Build[]> {
  const kits = [
    [p, 'kit', Dexie.minKey],
    [p, 'kit', Dexie.maxKey],
  ] as const
  const [rows, pending] = await Promise.all(
    [db.rows, db.pending].map((table) =>
      table
        .where('[p+kind+id]')
        .between(...kits)
        .toArray(),
    ),
  )
  const others = new Set(
    (rows ?? []).filter((row) => 'mine' in row && !row.mine).map(({ id }) => id),
  )
  const ids = new Set([...(rows ?? []), ...(pending ?? [])].map(({ id }) => id))
  const own = [...ids].filter((id) => !others.has(id))
  const builds = await Promise.all(own.map((id) => readBuild(id, '', p)))
  const shown = builds.filter((build) => !build.isGone && build.kit.buildId)
  return shown.sort((a, b) => b.kit.updatedAt - a.kit.updatedAt)
}

/** The first of them: what to go on with. */
export async function readRecentBuilds(limit: number): Promise<Build[]> {
  return (await readOwnBuilds()).slice(0, limit)
}
