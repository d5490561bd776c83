/** Mark that binds a link to its kit, see shared/cells/boundLink.ts. */
import { boundName, bytesToMark, markOfHash, readBoundName } from '#shared/cells/boundLink.ts'
import { findHere } from './builds.ts'
import { sha256 } from '../../device/clock.ts'

export async function markOf(kitId: string): Promise<string> {
  return markOfHash(await sha256(bytesToMark(kitId)))
}

/** Path of a kit's list while no server has the kit. */
export async function boundListPath(kitId: string, buildId: string): Promise<string> {
  return `/list/${boundName(buildId, await markOf(kitId))}`
}

/** Kit of this device behind a bound link; null when there is none, or the name is not one. */
export async function findBoundHere(name: string): Promise<string | null> {
  const bound = readBoundName(name)
  const kitId = bound && (await findHere(bound.buildId))
  return kitId && (await markOf(kitId)) === bound.mark ? kitId : null
}
