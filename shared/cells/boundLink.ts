/**
 * Link of a kit no server has yet. Its build id alone goes to whoever syncs a kit under it first,
 * so the link also carries a mark derived from the kit id. The id itself must not be in it: a
 * holder of the link could create a kit under that id.
 */
import { base64url } from '../ids.ts'

/** 72 bits: matching another kit's mark takes 2^72 tries. */
const MARK_BYTES = 9

export interface BoundName {
  buildId: string
  mark: string
}

/** Build id with the mark: "hT4kQ9?k=3qQm0Zx_7bLd". */
export function boundName(buildId: string, mark: string): string {
  return `${buildId}?k=${mark}`
}

/** @returns null for any other name, and for one that lost letters on its way */
export function readBoundName(name: string): BoundName | null {
  const [, buildId, mark] = /^([A-Za-z0-9]{6})\?k=([\w-]{12})[^\w-]*$/.exec(name) ?? []
  return buildId && mark ? { buildId, mark } : null
}

/** SHA-256 input of a kit's mark. */
export function bytesToMark(kitId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`link of ${kitId}`)
}

export function markOfHash(hash: Uint8Array): string {
  return base64url(hash.subarray(0, MARK_BYTES))
}
