/** The same name may be escaped, as `\u0074o\u0053…`. */
const SUSPECT = /toString|\\u/

/**
 * Parses untrusted JSON. A `length` that is an object with its own `toString` is refused: comparing
 * it throws a TypeError, and zod compares any `length`, even of a value it has just rejected as
 * text.
 * @throws SyntaxError for it, as for invalid JSON
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

/** `parseForeignJson`, null for invalid input. */
export function foreignJsonOf(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return null
  }
}
