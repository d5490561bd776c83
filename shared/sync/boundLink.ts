/**
 * The link of a kit that no server has yet. Its build id alone is anybody's who sends a kit under it
 * first, so the link also says which kit it means: by a mark, which only that kit's id gives. The id
 * itself must not be in it: whoever held the link could begin a kit under that.
 */
import { base64url } from '../ids.ts'

/** 72 bits: to meet the mark of another kit takes 2^72 tries. */
const MARK_BYTES = 9

export interface BoundName {
  buildId: string
  mark: string
}

/** How a list is named by a build id together with a mark: "hT4kQ9?k=3qQm0Zx_7bLd". */
export function boundName(buildId: string, mark: string): string {
  return `${buildId}?k=${mark}`
}

/** @returns null for any other name, and for one that lost letters on its way */
export function readBoundName(name: string): BoundName | null {
  const [, buildId, mark] = /^([A-Za-z0-9]{6})\?k=([\w-]{12})[^\w-]*$/.exec(name) ?? []
  return buildId && mark ? { buildId, mark } : null
}

/** What of a kit id the mark is the SHA-256 hash of. */
export function bytesToMark(kitId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`link of ${kitId}`)
}

/** The mark in a hash of `bytesToMark`. */
export function markOfHash(hash: Uint8Array): string {
  return base64url(hash.subarray(0, MARK_BYTES))
}
