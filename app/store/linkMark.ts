/** The mark that binds a link to its kit, see shared/boundLink.ts. */
import { bytesToMark, markOfHash } from '#shared/boundLink.ts'
import { sha256 } from './sha256.ts'

const marks = new Map<string, string>()

export async function markOf(kitId: string): Promise<string> {
  const mark = marks.get(kitId) ?? markOfHash(await sha256(bytesToMark(kitId)))
  marks.set(kitId, mark)
  return mark
}

/** The same at once; undefined until it was asked for above. */
export function knownMark(kitId: string): string | undefined {
  return marks.get(kitId)
}
