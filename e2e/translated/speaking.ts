/**
 * The same tests in another language: with WORDS=de browsers are German, and English text that a
 * test looks for is looked for in German. Without WORDS nothing changes.
 */
import { readFileSync } from 'node:fs'

import type { Expect, Frame, Locator, Page } from '@playwright/test'

import { escaped } from './pattern.ts'
import { type Asked, openTranslator, type Translator } from './translated.ts'

const WORDS = process.env['WORDS'] || undefined
const LOCALES: Record<string, string> = { de: 'de-DE', es: 'es-ES', fr: 'fr-FR' }

/** Locale of the browsers. */
export const locale = WORDS === undefined ? 'en-US' : (LOCALES[WORDS] ?? WORDS)

export const isTranslated = WORDS !== undefined

/** Units where the language is spoken, and the other unit of torque. */
export const units = isTranslated
  ? { distance: 'km', distances: 'kilometers', torque: 'Nm', otherTorque: 'lb-ft' }
  : { distance: 'mi', distances: 'miles', torque: 'lb-ft', otherTorque: 'Nm' }

/** "12.50" as a field shows it in this locale. */
export const typedPrice = (price: string): string =>
  (1.5).toLocaleString(locale).includes(',') ? price.replace('.', ',') : price

/** A number as typed in this locale: "91,200", "91.200". */
export const typedNumber = (value: number): string => value.toLocaleString(locale)

const catalogues = WORDS === undefined ? [] : cataloguesOf(WORDS)
const translator: Translator | null = WORDS === undefined ? null : openTranslator(catalogues, WORDS)

function cataloguesOf(code: string): Record<string, string>[] {
  return ['app', 'server'].map((of) => {
    const file = new URL(`../../shared/words/catalogues/${code}.${of}.json`, import.meta.url)
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  })
}

/** Translation of a whole text of the screen, to be typed into a search. */
export function wordOf(english: string): string {
  return catalogues.find((catalogue) => english in catalogue)?.[english] ?? english
}

/** For text that a test reads itself: matches all of it, in the language of the run. */
export const said = (english: Wanted): RegExp => regexOf(english, { isWhole: true })

/** The same for a part of the text. */
export const saidIn = (english: Wanted): RegExp => regexOf(english, {})

function regexOf(english: Wanted, asked: Asked): RegExp {
  const wanted = inWords(english, asked)
  if (wanted instanceof RegExp) return wanted
  return new RegExp(asked.isWhole ? `^${escaped(wanted)}$` : escaped(wanted))
}

type Wanted = string | RegExp

function inWords<Text>(wanted: Text, asked: Asked): Text | Wanted {
  if (!translator) return wanted
  return typeof wanted === 'string' || wanted instanceof RegExp ? translator(wanted, asked) : wanted
}

/** Playwright's rule for text: exact means all of it in its own case, else a part in any case. */
const asFound = (isExact: boolean | undefined): Asked =>
  isExact ? { isWhole: true } : { ignoresCase: true }

interface Options {
  exact?: boolean
  name?: Wanted
  hasText?: Wanted
  hasNotText?: Wanted
}

function translatedOptions(options: Options | undefined): Options | undefined {
  if (!options) return options
  const translated = { ...options }
  if (options.name !== undefined) translated.name = inWords(options.name, asFound(options.exact))
  for (const name of ['hasText', 'hasNotText'] as const) {
    if (options[name] !== undefined) translated[name] = inWords(options[name], asFound(false))
  }
  return translated
}

const BY_TEXT = [
  'getByText',
  'getByLabel',
  'getByPlaceholder',
  'getByTitle',
  'getByAltText',
] as const
const spoken = new WeakSet<object>()

/** Makes all pages and locators of this process look for text in the language of the run. */
export function speakOn(page: Page): void {
  const locator = page.locator('body')
  if (!translator || spoken.has(Object.getPrototypeOf(locator) as object)) return
  // A page delegates to its frame, a locator does not.
  for (const finder of [page.mainFrame(), locator]) speakAs(finder)
  chooseAs(Object.getPrototypeOf(locator) as Locator)
}

function speakAs(finder: Frame | Locator): void {
  const maker = Object.getPrototypeOf(finder) as Frame & Locator
  spoken.add(maker)
  for (const name of BY_TEXT) {
    const find = maker[name]
    maker[name] = function (this: Frame & Locator, wanted, options) {
      return find.call(this, inWords(wanted, asFound(options?.exact)), options)
    }
  }
  const { getByRole, locator } = maker
  maker.getByRole = function (this: Frame & Locator, role, options) {
    return getByRole.call(this, role, translatedOptions(options))
  }
  maker.locator = function (this: Frame & Locator, selector: string | Locator, options?: Options) {
    return (locator as (...args: unknown[]) => Locator).call(
      this,
      selector,
      translatedOptions(options),
    )
  }
}

function chooseAs(maker: Locator): void {
  const { filter, selectOption } = maker
  maker.filter = function (this: Locator, options) {
    return filter.call(this, { ...options, ...translatedOptions(options as Options) })
  }
  maker.selectOption = async function (this: Locator, option, options) {
    const label = inWords(option, { isWhole: true })
    if (!(label instanceof RegExp)) return selectOption.call(this, option, options)
    const named = this.locator('option').filter({ hasText: label }).first()
    const value = await named.evaluate((element) => (element as HTMLOptionElement).value)
    return selectOption.call(this, value, options)
  }
}

/** Rule of each matcher for the text that it expects. */
const MATCHERS: Record<string, Asked> = {
  toHaveText: { isWhole: true },
  toContainText: {},
  toHaveAccessibleName: { isWhole: true },
  toHaveAccessibleDescription: { isWhole: true },
  toHaveTitle: { isWhole: true },
}
const NAMING = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']

/** Translates the names and texts of an ARIA snapshot. */
function inSnapshot(snapshot: string): string {
  const asRegex = (english: string) => `/${regexOf(english, { isWhole: true }).source}/`
  return snapshot
    .replaceAll(/^(\s*- \w+) "([^"]+)"/gm, (_all, what: string, name: string) =>
      [what, asRegex(name)].join(' '),
    )
    .replaceAll(/^(\s*- \w+): (?!\/)(.+)$/gm, (_all, what: string, text: string) =>
      [`${what}:`, asRegex(text)].join(' '),
    )
}

/** A matcher's arguments, with expected text in the language of the run. */
function expected(matcher: string, args: unknown[]): unknown[] {
  const asked = MATCHERS[matcher]
  const [first, second, ...rest] = args
  if (asked) {
    const texts = Array.isArray(first)
      ? first.map((text: unknown) => inWords(text, asked))
      : inWords(first, asked)
    return [texts, ...args.slice(1)]
  }
  if (matcher === 'toMatchAriaSnapshot' && typeof first === 'string') {
    return [inSnapshot(first), ...args.slice(1)]
  }
  if (matcher === 'toHaveAttribute' && NAMING.includes(String(first))) {
    return [first, inWords(second, { isWhole: true }), ...rest]
  }
  return args
}

function speaking(matchers: object): object {
  return new Proxy(matchers, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'not') return speaking(value as object)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown =>
        Reflect.apply(value, target, expected(String(name), args))
    },
  })
}

/** Makes a runner's `expect` expect text in the language of the run. */
export function speakingExpect(usual: Expect): Expect {
  if (!translator) return usual
  return new Proxy(usual, {
    apply: (target, self, args) => speaking(Reflect.apply(target, self, args) as object),
    get: (target, name) =>
      name === 'configure'
        ? (options: Parameters<Expect['configure']>[0]) => speakingExpect(target.configure(options))
        : (Reflect.get(target, name) as unknown),
  })
}
