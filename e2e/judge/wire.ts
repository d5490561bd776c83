// The sync call as it is documented, read by this file alone: which cells went up, what the server said
// of each, and which came down. Whatever cannot be read is no evidence and is left out.
import type { WireCell } from './journal.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Fields = { [key: string]: Json }

/** The cells of a push, each with what the answer says of it. */
export function readPush(sent: string, got: string): WireCell[] {
  const ops = list(fields(parse(sent))['ops'])
  const answers = list(fields(parse(got))['res'])
  return ops.flatMap((op, at) => {
    const { k, id, c } = fields(op)
    return Object.entries(fields(c)).map(([cell, stamped]) => ({
      kind: text(k),
      row: text(id),
      cell,
      value: Array.isArray(stamped) ? (stamped[0] ?? null) : stamped,
      said: saidOf(cell, answers[at]),
    }))
  })
}

/** `{"ok":1}`, `{"stale":{cell:..}}`, `{"rej":{cell:..}}`, `{"clock":[cell]}`, `{"err":..}`, `{"set":..}`. */
function saidOf(cell: string, answer: Json | undefined): NonNullable<WireCell['said']> {
  if (answer === undefined) return 'unknown'
  const { err, rej, clock, stale } = fields(answer)
  if (err !== undefined || cell in fields(rej) || list(clock).includes(cell)) return 'refused'
  return cell in fields(stale) ? 'beaten' : 'stored'
}

/** The cells an answer brings, rows inside rows as well. */
export function readPull(got: string): WireCell[] {
  return list(fields(parse(got))['rows']).flatMap((row) => cellsOf('kit', row))
}

function cellsOf(usual: string, given: Json): WireCell[] {
  const row = fields(given)
  const kind = typeof row['k'] === 'string' ? row['k'] : usual
  const own = Object.entries(fields(row['c'])).map(([cell, stamped]) => ({
    kind,
    row: text(row['id']),
    cell,
    value: Array.isArray(stamped) ? (stamped[0] ?? null) : stamped,
  }))
  const inside = Object.entries(fields(row['in'])).flatMap(([inner, rows]) =>
    list(rows).flatMap((each) => cellsOf(inner, each)),
  )
  return [...own, ...inside]
}

/** Whose rows a call is about: `u:` an account, `d:` a device. */
export function principalOf(sent: string): string {
  const { p } = fields(parse(sent))
  return typeof p === 'string' ? p : ''
}

/** What is typed into a field, as its cell holds it: dollars are cents there. */
export function cellOf(field: string, value: string): { cell: string; value: unknown } {
  if (field === 'price') return { cell: 'price', value: Math.round(Number(value) * 100) }
  if (field === 'qty') return { cell: 'qty', value: Number(value) }
  return { cell: field === 'kitName' ? 'name' : field, value }
}

function parse(given: string): Json {
  try {
    return JSON.parse(given) as Json
  } catch {
    return null
  }
}

const fields = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
