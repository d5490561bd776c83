/**
 * Sentences that are stored, and said to whoever reads them in their language: what is kept is the key
 * of the catalogues with its values, as text. English of before this was so is said as it stands.
 */
import type { Names } from '#shared/words/placeholders.ts'

import { filled, formFor, type Later, say } from '#shared/words/words.ts'

declare const TOLD: unique symbol
/** A sentence as it is stored, for `retell` alone to read. */
export type Told = string & { readonly [TOLD]?: true }

/** Of a value: what others wrote, a number, or sentences that are said one after the other. */
type Value = string | number | readonly Told[]
type Values = Readonly<Record<string, Value>>
type Given<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, Value>>]

type Stored = [text: string | [one: string, other: string], values: Values]

/** A sentence to be stored; an id or the number of a row is given as text. */
export const tell = <const Text extends string>(text: Text, ...[values]: Given<Text>): Told =>
  stored([text, values ?? {}])

/** One with a plural, `{count}` in it. */
export const tellMany = <const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  values: Readonly<Record<Exclude<Names<Other>, 'count'>, Value>>,
): Told => stored([[one, other], { ...values, count }])

const stored = (what: Stored): Told => JSON.stringify(what)

/** Says what is stored in the language of the moment. */
export function retell(told: Told): string {
  const read = readTold(told)
  if (!read) return told
  const [text, values] = read
  const said =
    typeof text === 'string'
      ? say(text as unknown as Later)
      : formFor(Number(values['count']), ...text)
  return filled(said, Object.fromEntries(Object.entries(values).map(saidValue)))
}

const saidValue = ([name, value]: [string, Value]): [string, string | number] => [
  name,
  typeof value === 'object' ? value.map(retell).join(' ') : value,
]

/** A sentence without what it quotes, so that those that differ by nothing else are one. */
export function withoutQuotes(told: Told): Told {
  const read = readTold(told)
  if (!read) return told.replaceAll(/“[^“”]*”/g, '“…”')
  const [text, values] = read
  const quoted = new Set(Array.from(String(text).matchAll(/“\{(\w+)\}”/g), ([, name]) => name))
  const without = ([name, value]: [string, Value]): [string, Value] => [
    name,
    typeof value === 'object' ? value.map(withoutQuotes) : quoted.has(name) ? '…' : value,
  ]
  return stored([text, Object.fromEntries(Object.entries(values).map(without))])
}

function readTold(told: Told): Stored | null {
  if (!told.startsWith('[')) return null
  try {
    return JSON.parse(told) as Stored
  } catch {
    return null
  }
}
