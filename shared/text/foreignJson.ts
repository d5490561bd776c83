/** The same letters may be written as `\u0074o\u0053…`. */
const SUSPECT = /toString|\\u/

/**
 * JSON from somebody we do not know. A `length` that is an object with a `toString` of its own is
 * refused: whoever compares it gets a TypeError, and zod compares the length of whatever has one,
 * also of what it has just found to be no text.
 * @throws SyntaxError for it, as for everything that is not JSON
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!SUSPECT.test(text)) return value
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    if ('length' in one && isIncomparable(one.length)) {
      throw new SyntaxError('"length" is no name for such a value.')
    }
    for (const inner of Object.values(one)) left.push(inner)
  }
  return value
}

function isIncomparable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'toString')
}

/** The same, null for it. */
export function foreignJsonOf(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return null
  }
}
