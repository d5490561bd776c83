/** What an answer of the sync may hold beside the rows it reads. */
import type { ClaimAnswers, OpResult } from '#shared/sync/protocol.ts'

import { MAX_ANSWER_BYTES } from '#shared/sync/limits.ts'

/** Names, cursors and brackets of an answer, more than they ever are. */
const FRAME_BYTES = 16 * 1024
/** Of all stored values in results; what they say beyond it is said when their ops come again. */
const MAX_RESULT_BYTES = 192 * 1024

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/**
 * Shortens what is said to ops whose results hold stored values, so that all of them have an end:
 * the rest is told to come again at once, which is always safe.
 */
export function shortened(results: readonly OpResult[]): OpResult[] {
  let bytes = 0
  return results.map((result) => {
    // Only stored values make a result large; the others say too little to be worth a second time.
    if (!result.stale && !result.set) return result
    const size = bytesOf(result)
    // One at least, or an op whose answer is large by itself would come for ever.
    if (bytes > 0 && bytes + size > MAX_RESULT_BYTES) return { err: 'retry', after: 1 }
    bytes += size
    return result
  })
}

/** How many bytes are left for rows and kits that left. */
export function roomForRows(results: readonly OpResult[], claims: ClaimAnswers): number {
  return MAX_ANSWER_BYTES - FRAME_BYTES - bytesOf(results) - bytesOf(claims)
}
