/** The same letters may be written as `\u0074o\u0053…`. */
const SUSPECT = /toString|\\u/

/**
 * JSON from somebody we do not know. An object with a `toString` of its own is refused: comparing it
 * or putting it into a text would throw where no code expects it, inside zod's limits of length too.
 * @throws SyntaxError for it, as for everything that is not JSON
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!SUSPECT.test(text)) return value
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    if (!Array.isArray(one) && Object.hasOwn(one, 'toString')) {
      throw new SyntaxError('"toString" is no name for a value.')
    }
    for (const inner of Object.values(one)) left.push(inner)
  }
  return value
}
