/** The mark that binds a link to its kit, see shared/boundLink.ts. */
import { bytesToMark, markOfHash } from '#shared/boundLink.ts'

const marks = new Map<string, string>()

export async function markOf(kitId: string): Promise<string> {
  const known = marks.get(kitId)
  if (known) return known
  // Seldom: a list that is live asks for none, and its first visit does not load this.
  const { sha256 } = await import('./sha256.ts')
  const mark = markOfHash(await sha256(bytesToMark(kitId)))
  marks.set(kitId, mark)
  return mark
}

/** The same at once; undefined until it was asked for above. */
export function knownMark(kitId: string): string | undefined {
  return marks.get(kitId)
}
