/** Comparison of two twins' contents, down to each value and stamp. */

const MOST_SHOWN = 1_500

/** Error that names the first difference. */
export class TwinsDiffer extends Error {}

/** @throws TwinsDiffer with the path of the first difference */
export function expectSame(what: string, twin: unknown, real: unknown): void {
  const path = difference(twin, real)
  if (path === null) return
  const show = (value: unknown) => (JSON.stringify(plain(value)) ?? 'nothing').slice(0, MOST_SHOWN)
  const both = `\n  twin ${show(twin)}\n  real ${show(real)}`
  throw new TwinsDiffer(`at ${path || 'once'} differs${both}\n  in ${what.slice(0, MOST_SHOWN)}`)
}

function plain(value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value
}

/** The path of the first difference, '' for the whole, null when there is none. */
function difference(one: unknown, other: unknown): string | null {
  if (Object.is(one, other)) return null
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return ''
  if (Array.isArray(one) !== Array.isArray(other)) return ''
  const [a, b] = [one, other].map((value) => plain(value) as Record<string, unknown>)
  // An undefined field equals a missing one.
  for (const key of new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])) {
    const path = difference(a?.[key], b?.[key])
    if (path !== null) return `.${key}${path}`
  }
  return null
}
