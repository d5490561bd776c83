/**
 * What people read, in their language. The English sentence in the source is the key of the
 * catalogues, and what stands where there is no other. `node scripts/words/words.mjs` gathers the
 * keys. A sentence is said whole, never glued of pieces; docs/languages.md says how.
 */
import type { Values } from './placeholders.ts'

/** By the key, as gettext's own files have it: forms after NUL, what tells two meanings before EOT. */
export type Catalogue = Readonly<Record<string, string>>

export interface Language {
  /** As Intl takes it. */
  tag: string
  catalogue: Catalogue
}

export const ENGLISH: Language = { tag: 'en-US', catalogue: {} }

let spoken = () => ENGLISH

/** Where the language of the moment comes from: of the device, or of a request. English by itself. */
export function speakBy(source: () => Language): void {
  spoken = source
}

/** The language of the moment, as Intl takes it. */
export const languageTag = (): string => spoken().tag

/** What Intl makes for a language, once for each: never keep it where the language may change. */
export function byLanguage<Made>(make: (tag: string) => Made): () => Made {
  const madeByTag = new Map<string, Made>()
  return () => {
    const tag = languageTag()
    const made = madeByTag.get(tag) ?? make(tag)
    madeByTag.set(tag, made)
    return made
  }
}

const numbers = byLanguage((tag) => new Intl.NumberFormat(tag))
const plurals = byLanguage((tag) => new Intl.PluralRules(tag))

/** "1,200" */
export const numberText = (value: number): string => numbers().format(value)

const tenths = byLanguage(
  (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** "0.7", "4.0" */
export const tenthsText = (value: number): string => tenths().format(value)

const lists = byLanguage((tag) => new Intl.ListFormat(tag, { type: 'disjunction' }))

/** "Ann, Ben, or Cem" */
export const eitherOf = (names: readonly string[]): string => lists().format(names)

/** A sentence. Numbers among its values are formatted; a year or an id is given as a string. */
export function t<const Text extends string>(text: Text, ...values: Values<Text>): string {
  return filled(spoken().catalogue[text] ?? text, values[0])
}

/** As `t`, where one English word has two meanings: `inContext('verb', 'Open')`. */
export function inContext<const Text extends string>(
  context: string,
  text: Text,
  ...values: Values<Text>
): string {
  return filled(spoken().catalogue[`${context}\u0004${text}`] ?? text, values[0])
}

/** "1 part", "1,200 parts": `{count}` is the number, and the language says which form it takes. */
export function many<const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...values: Values<One | Other, 'count'>
): string {
  return filled(formFor(count, one, other), { ...values[0], count })
}

/** The form a count takes, its placeholders as they stand. */
export function formFor(count: number, one: string, other: string): string {
  const { catalogue } = spoken()
  const key = `${one}\0${other}`
  const forms = (catalogue[key] ?? key).split('\0')
  const categories = (catalogue[''] ?? 'one other').split(' ')
  // A category without a form of its own is the last: whole millions in French.
  return forms.at(categories.indexOf(plurals().select(count))) ?? other
}

declare const LATER: unique symbol
/** Words in a table that is made before the language is known: no text until `say` says them. */
export type Later = { readonly [LATER]: true }

/** Marks words for the catalogues without saying them yet. They hold no placeholders. */
export const later = (text: string): Later => text as unknown as Later

/** Says what was marked by `later`. */
export const say = (text: Later): string => lookedUp(text as unknown as string)

/** Marks words that are stored in English, and said by `worded` where they are shown. */
export const kept = <const Text extends string>(text: Text): Text => text

/** The words of a rule of zod: its schema is made before the language is known. */
export const saying = (text: string): { error: () => string } => ({
  error: () => lookedUp(text),
})

/** Says what may be said already: the names of choices, some of them typed by somebody. */
export const worded = (text: Later | string): string => lookedUp(text as string)

/** What people typed is no key, though an object may have it: "constructor", "__proto__", "". */
function lookedUp(text: string): string {
  const found: unknown = spoken().catalogue[text]
  return text !== '' && typeof found === 'string' ? found : text
}

/** Puts values into a sentence that was looked up. */
export function filled(
  text: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => valueText(values[name] ?? ''))
}

const valueText = (value: string | number) =>
  typeof value === 'number' ? numberText(value) : value
