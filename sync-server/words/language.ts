/** In which language the server speaks: the one a request asks for, or that of who a letter is to. */
import type { Middleware } from 'koa'

import { AsyncLocalStorage } from 'node:async_hooks'
import de from '#shared/words/catalogues/de.server.json' with { type: 'json' }
import es from '#shared/words/catalogues/es.server.json' with { type: 'json' }
import fr from '#shared/words/catalogues/fr.server.json' with { type: 'json' }
import { languageOf, OFFERED } from '#shared/words/languages.ts'
import { PSEUDO_TAGS, pseudo } from '#shared/words/pseudo.ts'
import {
  type Catalogue,
  ENGLISH,
  type Language,
  languageTag,
  speakBy,
} from '#shared/words/words.ts'

const CATALOGUES = new Map<string, Catalogue>(Object.entries({ de, es, fr }))
const spoken = new AsyncLocalStorage<Language>()

speakBy(() => spoken.getStore() ?? ENGLISH)

/**
 * Where days, numbers and money are written otherwise than a language by itself has them. A list,
 * because what Intl makes for each is kept, and requests may name anything.
 */
const REGIONAL = new Set(
  [
    'en-AU en-CA en-GB en-IE en-IN en-NZ en-ZA de-AT de-CH de-LI de-LU fr-BE fr-CA fr-CH fr-LU',
    'es-AR es-BO es-CL es-CO es-CR es-DO es-EC es-GT es-HN es-MX es-NI es-PA es-PE es-PR es-PY',
    'es-SV es-US es-UY es-VE',
  ]
    .join(' ')
    .split(' '),
)

function languageNamed(tag: string | null): Language {
  const pseudoTag = PSEUDO_TAGS.find((each) => each === tag)
  if (pseudoTag) return pseudo(pseudoTag)
  const code = languageOf(tag ?? '') ?? 'en'
  const usual = code === 'en' ? ENGLISH.tag : code
  const own = tag !== null && REGIONAL.has(tag) ? tag : usual
  return { tag: own, catalogue: CATALOGUES.get(code) ?? ENGLISH.catalogue }
}

/** The language of the moment as `inLanguage` takes it: "de-AT", and "en" for America's. */
export const spokenTag = (): string => (languageTag() === ENGLISH.tag ? 'en' : languageTag())

/** The same as `<html lang>` has it: without its region. */
export function spokenCode(): string {
  const tag = languageTag()
  return PSEUDO_TAGS.find((each) => each === tag) ?? languageOf(tag) ?? 'en'
}

/** Says what `act` says in a language; English where the code is of none. */
export const inLanguage = <Result>(code: string | null, act: () => Result): Result =>
  spoken.run(languageNamed(code), act)

/**
 * Whoever asks is answered in the language they read, as their region writes it; answers say
 * themselves that they vary by it.
 */
export const speakAsAsked: Middleware = (ctx, next) => {
  const asked = ctx.get('Accept-Language')
  if (PSEUDO_TAGS.some((tag) => tag === asked)) return inLanguage(asked, next)
  const code = ctx.acceptsLanguages(...OFFERED) || 'en'
  const region = ctx.acceptsLanguages().find((tag) => languageOf(tag) === code && REGIONAL.has(tag))
  return inLanguage(region ?? code, next)
}
