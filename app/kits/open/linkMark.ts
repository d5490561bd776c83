/** The mark that binds a link to its kit, see shared/sync/boundLink.ts. */
import { boundName, bytesToMark, markOfHash, readBoundName } from '#shared/sync/boundLink.ts'
import { findHere } from './builds.ts'
import { sha256 } from '../../device/sha256.ts'

export async function markOf(kitId: string): Promise<string> {
  return markOfHash(await sha256(bytesToMark(kitId)))
}

/** The path of a kit's list as long as no server has the kit. */
export async function boundListPath(kitId: string, buildId: string): Promise<string> {
  return `/list/${boundName(buildId, await markOf(kitId))}`
}

/** The kit of this device that such a link means; null when there is none, or the name is none. */
export async function findBoundHere(name: string): Promise<string | null> {
  const bound = readBoundName(name)
  const kitId = bound && (await findHere(bound.buildId))
  return kitId && (await markOf(kitId)) === bound.mark ? kitId : null
}
