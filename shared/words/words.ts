/**
 * Translation of texts for people. The English sentence in the source is the catalogue key, and the
 * fallback. `node scripts/words/words.mjs` collects the keys. Sentences are whole, never glued from
 * pieces; see docs/languages.md.
 */

/** By key, as in gettext's MO files: plural forms after NUL, a context before EOT. */
export type Catalogue = Readonly<Record<string, string>>

export interface Language {
  /** As Intl takes it. */
  tag: string
  catalogue: Catalogue
}

export const ENGLISH: Language = { tag: 'en-US', catalogue: {} }

let spoken = () => ENGLISH

/** Sets the source of the current language: the device's, or a request's. Default English. */
export function speakBy(source: () => Language): void {
  spoken = source
}

/** Current language, as Intl takes it. */
export const languageTag = (): string => spoken().tag

/** Caches an Intl object per language: never store its result, because the language may change. */
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

/** A sentence. Numbers among its values are formatted; pass years and ids as strings. */
export function t<const Text extends string>(text: Text, ...values: Values<Text>): string {
  return filled(spoken().catalogue[text] ?? text, values[0])
}

/** `t` for an English word with two meanings: `inContext('verb', 'Open')`. */
export function inContext<const Text extends string>(
  context: string,
  text: Text,
  ...values: Values<Text>
): string {
  return filled(spoken().catalogue[`${context}\u0004${text}`] ?? text, values[0])
}

/** "1 part", "1,200 parts": `{count}` is the number, and the language picks the form. */
export function many<const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...values: Values<One | Other, 'count'>
): string {
  return filled(formFor(count, one, other), { ...values[0], count })
}

/** Plural form for a count, with its placeholders unfilled. */
export function formFor(count: number, one: string, other: string): string {
  const { catalogue } = spoken()
  const key = `${one}\0${other}`
  const forms = (catalogue[key] ?? key).split('\0')
  const categories = (catalogue[''] ?? 'one other').split(' ')
  // A category without its own form uses the last one: whole millions in French.
  return forms.at(categories.indexOf(plurals().select(count))) ?? other
}

declare const LATER: unique symbol
/** Text in a table built before the language is known; `say` translates it. */
export type Later = { readonly [LATER]: true }

/** Marks text for the catalogues without translating it yet. No placeholders. */
export const later = (text: string): Later => text as unknown as Later

/** Translates text marked by `later`. */
export const say = (text: Later): string => lookedUp(text as unknown as string)

/** Marks text that is stored in English, and translated by `worded` for display. */
export const kept = <const Text extends string>(text: Text): Text => text

/** Message of a zod rule: its schema is built before the language is known. */
export const saying = (text: string): { error: () => string } => ({
  error: () => lookedUp(text),
})

/** Translates text that may be typed by people, such as names of choices. */
export const worded = (text: Later | string): string => lookedUp(text as string)

/** Typed text is not a key, even if the object inherits one: "constructor", "__proto__", "". */
function lookedUp(text: string): string {
  const found: unknown = spoken().catalogue[text]
  return text !== '' && typeof found === 'string' ? found : text
}

/** Fills values into a looked-up sentence. */
export function filled(
  text: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => valueText(values[name] ?? ''))
}

const valueText = (value: string | number) =>
  typeof value === 'number' ? numberText(value) : value

// Placeholders are inferred from the text: a missing value is a type error.

/** "name" of "Open {name}" */
export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** "terms" of "Read the <terms>terms</terms>." */
export type Tags<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | Tags<Rest>
  : never

type NamesOfEach<Text extends string> = Text extends unknown ? Names<Text> : never

/** Arguments after a text: none without placeholders, an error for a non-literal. */
type Values<Text extends string, Given extends string = never> = string extends Text
  ? [never]
  : [Exclude<NamesOfEach<Text>, Given>] extends [never]
    ? []
    : [values: Readonly<Record<Exclude<NamesOfEach<Text>, Given>, string | number>>]
