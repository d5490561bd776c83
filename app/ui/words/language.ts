/** The language of this device: what was chosen, or the first that its browser names. */
import { preferred } from '#shared/words/languages.ts'
import { ENGLISH } from '#shared/words/words.ts'
import { CLOCK_KEY, DAYS_KEY } from './timeKeys.ts'

/** Of a choice that stays, in localStorage. */
export const LANGUAGE_KEY = 'language'
/** `?lang=de` shows a language in this tab: what it names is not chosen for good. */
export const ASKED_KEY = 'lang'

export function wantedLanguage(): string {
  const asked = new URLSearchParams(location.search).get(ASKED_KEY)
  try {
    if (asked) sessionStorage.setItem(ASKED_KEY, asked)
    const shown = sessionStorage.getItem(ASKED_KEY) ?? localStorage.getItem(LANGUAGE_KEY)
    if (shown) return shown
  } catch {
    // Nothing is chosen where nothing can be stored.
  }
  return asked ?? preferred(navigator.languages)
}

/** Before anything is said. English is there already; without its catalogue any other is English. */
export async function openLanguage(): Promise<void> {
  const wanted = wantedLanguage()
  // The page may have come in the browser's.
  document.documentElement.lang = 'en'
  // What is here is how America writes it.
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
