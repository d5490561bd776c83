/** Languages beside English: each comes when it is wanted, and is kept for when there is no signal. */
import { directionOf, languageOf, type LanguageCode } from '#shared/words/languages.ts'
import { PSEUDO_TAGS, pseudo } from '#shared/words/pseudo.ts'
import { type Catalogue, ENGLISH, type Language, speakBy } from '#shared/words/words.ts'
import { openTimes } from './ownTimes.ts'
import { inRegion } from './region.ts'

const CATALOGUES: Record<Exclude<LanguageCode, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('#shared/words/catalogues/de.app.json'),
  es: () => import('#shared/words/catalogues/es.app.json'),
  fr: () => import('#shared/words/catalogues/fr.app.json'),
}

/** @returns null for English, and for what is no language */
export async function fetchLanguage(tag: string): Promise<Language | null> {
  const pseudoTag = PSEUDO_TAGS.find((each) => each === tag)
  if (pseudoTag) return pseudo(pseudoTag)
  const code = languageOf(tag)
  return code && code !== 'en' ? { tag: code, catalogue: (await CATALOGUES[code]()).default } : null
}

/** Speaks a language as it is written in the browser's region, with days and times as was chosen. */
export async function speak(tag: string): Promise<void> {
  openTimes()
  const language = await fetchLanguage(tag)
  const code = language?.tag ?? 'en'
  // The two that nobody speaks are of no region.
  const own = code in CATALOGUES || !language ? inRegion(code) : code
  const spoken = { ...(language ?? ENGLISH), tag: own }
  speakBy(() => spoken)
  document.documentElement.lang = code
  document.documentElement.dir = directionOf(code)
}
