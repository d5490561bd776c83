/**
 * Stored sentences, translated when read: the stored text is the message key with its values. Plain
 * English from before this format is shown as it is.
 */
import { filled, formFor, type Later, type Names, say } from '#shared/words/words.ts'

declare const TOLD: unique symbol
/** A stored sentence, for `retell` only. */
export type Told = string & { readonly [TOLD]?: true }

/** Value of a placeholder: user text, a number, or further sentences. */
type Value = string | number | readonly Told[]
type Values = Readonly<Record<string, Value>>
type Given<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, Value>>]

type Stored = [text: string | [one: string, other: string], values: Values]

/** A sentence to store; ids and row numbers are passed as text. */
export const tell = <const Text extends string>(text: Text, ...[values]: Given<Text>): Told =>
  stored([text, values ?? {}])

/** A sentence with a plural, `{count}` in it. */
export const tellMany = <const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  values: Readonly<Record<Exclude<Names<Other>, 'count'>, Value>>,
): Told => stored([[one, other], { ...values, count }])

const stored = (what: Stored): Told => JSON.stringify(what)

/** Translates a stored sentence into the current language. */
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

/** A sentence without its quoted values, to group those that differ only by them. */
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
