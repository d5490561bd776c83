/** Size budget of a sync answer, besides its rows. */
import type { ClaimAnswers, OpResult } from '#shared/sync/protocol.ts'

import { MAX_ANSWER_BYTES } from '#shared/cells/limits.ts'

/** Generous bound for names, cursors and brackets. */
const FRAME_BYTES = 16 * 1024
/** Budget of stored values in results; ops beyond it are told to retry. */
const MAX_RESULT_BYTES = 192 * 1024

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Cuts results with stored values to a budget: the rest gets `retry`, which is always safe. */
export function shortened(results: readonly OpResult[]): OpResult[] {
  let bytes = 0
  return results.map((result) => {
    // Only stored values make a result large.
    if (!result.stale && !result.set) return result
    const size = bytesOf(result)
    // At least one, or a single large result would be retried for ever.
    if (bytes > 0 && bytes + size > MAX_RESULT_BYTES) return { err: 'retry', after: 1 }
    bytes += size
    return result
  })
}

/** Bytes left for rows and departed kits. */
export function roomForRows(results: readonly OpResult[], claims: ClaimAnswers): number {
  return MAX_ANSWER_BYTES - FRAME_BYTES - bytesOf(results) - bytesOf(claims)
}
