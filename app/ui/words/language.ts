/** Language of this device: the chosen one, or the browser's first supported one. */
import { preferred } from '#shared/words/languages.ts'
import { ENGLISH } from '#shared/words/words.ts'
import { CLOCK_KEY, DAYS_KEY } from './timeKeys.ts'

/** localStorage key of the choice. */
export const LANGUAGE_KEY = 'language'
/** `?lang=de` sets the language of this tab only. */
export const ASKED_KEY = 'lang'

export function wantedLanguage(): string {
  const asked = new URLSearchParams(location.search).get(ASKED_KEY)
  try {
    if (asked) sessionStorage.setItem(ASKED_KEY, asked)
    const shown = sessionStorage.getItem(ASKED_KEY) ?? localStorage.getItem(LANGUAGE_KEY)
    if (shown) return shown
  } catch {
    // Without storage there is no choice.
  }
  return asked ?? preferred(navigator.languages)
}

/** Call before any text. English is built in, and the fallback if a catalogue fails to load. */
export async function openLanguage(): Promise<void> {
  const wanted = wantedLanguage()
  // The server-rendered page may be in the browser's language.
  document.documentElement.lang = 'en'
  // The built-in language is American English.
  if (wanted === 'en' && navigator.language === ENGLISH.tag && !hasOwnTimes()) return
  await (await import('./otherLanguage.ts')).speak(wanted)
}

function hasOwnTimes(): boolean {
  try {
    return (localStorage.getItem(DAYS_KEY) ?? localStorage.getItem(CLOCK_KEY)) !== null
  } catch {
    return false
  }
}
