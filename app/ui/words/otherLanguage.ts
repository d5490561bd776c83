/** Languages besides English, loaded on demand and cached for offline use. */
import { directionOf, languageOf, type LanguageCode } from '#shared/words/languages.ts'
import { PSEUDO_TAGS, pseudo } from '#shared/words/pseudo.ts'
import { type Catalogue, ENGLISH, type Language, speakBy } from '#shared/words/words.ts'
import { openTimes } from './ownTimes.ts'

const CATALOGUES: Record<Exclude<LanguageCode, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('#shared/words/catalogues/de.app.json'),
  es: () => import('#shared/words/catalogues/es.app.json'),
  fr: () => import('#shared/words/catalogues/fr.app.json'),
}

/** @returns null for English, and for an unknown language */
export async function fetchLanguage(tag: string): Promise<Language | null> {
  const pseudoTag = PSEUDO_TAGS.find((each) => each === tag)
  if (pseudoTag) return pseudo(pseudoTag)
  const code = languageOf(tag)
  return code && code !== 'en' ? { tag: code, catalogue: (await CATALOGUES[code]()).default } : null
}

/** Sets a language with the browser's region, and the chosen date formats. */
export async function speak(tag: string): Promise<void> {
  openTimes()
  const language = await fetchLanguage(tag)
  const code = language?.tag ?? 'en'
  // Pseudo-languages have no region.
  const own = code in CATALOGUES || !language ? inRegion(code) : code
  const spoken = { ...(language ?? ENGLISH), tag: own }
  speakBy(() => spoken)
  document.documentElement.lang = code
  document.documentElement.dir = directionOf(code)
}

/**
 * The language with the browser's region: "de-AT", "en-GB". Intl formats dates, numbers and money
 * by it.
 * @param tag a bare language
 */
function inRegion(tag: string): string {
  // The language's own region first: a reader of English and German may have "en-GB, de-AT".
  const own = navigator.languages.find((each) => each.startsWith(`${tag}-`))
  const region = [own, navigator.language].map(regionOf).find(Boolean)
  return region ? `${tag}-${region}` : tag === 'en' ? 'en-US' : tag
}

function regionOf(tag = ''): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    // Some browsers let users enter anything there.
    return undefined
  }
}
