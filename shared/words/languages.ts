/** The languages there are, each by its own name. */

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const
export type LanguageCode = keyof typeof LANGUAGES

/** Those that people are offered: whose catalogues are whole, as a test demands. */
export const OFFERED: readonly LanguageCode[] = ['en', 'de', 'es', 'fr']

const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGES, code)

/** "de" of "de-AT"; null where there is no such language. */
export function languageOf(tag: string): LanguageCode | null {
  const code = tag.split('-', 1).join('').toLowerCase()
  return isLanguage(code) ? code : null
}

/** The first that somebody reads of those that are offered: `tags` by preference, as the browser has them. */
export function preferred(tags: readonly string[], offered = OFFERED): LanguageCode {
  return tags.map(languageOf).find((code) => code && offered.includes(code)) ?? 'en'
}

const RTL = new Set(['ar', 'fa', 'he', 'ur'])

/** Which way a language is written. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  RTL.has(tag.split('-', 1).join('')) ? 'rtl' : 'ltr'
