/** Supported languages, by their own names. */

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const
export type LanguageCode = keyof typeof LANGUAGES

/** Languages offered to people: a test demands that their catalogues are complete. */
export const OFFERED: readonly LanguageCode[] = ['en', 'de', 'es', 'fr']

const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGES, code)

/** "de" for "de-AT"; null for an unsupported language. */
export function languageOf(tag: string): LanguageCode | null {
  const code = tag.split('-', 1).join('').toLowerCase()
  return isLanguage(code) ? code : null
}

/** First offered language among `tags`, which the browser sorts by preference. */
export function preferred(tags: readonly string[], offered = OFFERED): LanguageCode {
  return tags.map(languageOf).find((code) => code && offered.includes(code)) ?? 'en'
}

const RTL = new Set(['ar', 'fa', 'he', 'ur'])

/** Writing direction of a language. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  RTL.has(tag.split('-', 1).join('')) ? 'rtl' : 'ltr'
