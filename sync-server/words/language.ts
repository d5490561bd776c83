/** The server's language: of the request, or of a letter's recipient. */
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
 * Regions that format dates, numbers and money differently from the bare language. A fixed list,
 * because Intl's formatters are cached per tag, and requests may name anything.
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

/** Current language as a tag for `inLanguage`: "de-AT", and "en" for American English. */
export const spokenTag = (): string => (languageTag() === ENGLISH.tag ? 'en' : languageTag())

/** Current language for `<html lang>`: without its region. */
export function spokenCode(): string {
  const tag = languageTag()
  return PSEUDO_TAGS.find((each) => each === tag) ?? languageOf(tag) ?? 'en'
}

/** Runs `act` in a language; English for an unknown code. */
export const inLanguage = <Result>(code: string | null, act: () => Result): Result =>
  spoken.run(languageNamed(code), act)

/** Sets the request's language and regional format. Answers that depend on it set Vary. */
export const speakAsAsked: Middleware = (ctx, next) => {
  const asked = ctx.get('Accept-Language')
  if (PSEUDO_TAGS.some((tag) => tag === asked)) return inLanguage(asked, next)
  const code = ctx.acceptsLanguages(...OFFERED) || 'en'
  const region = ctx.acceptsLanguages().find((tag) => languageOf(tag) === code && REGIONAL.has(tag))
  return inLanguage(region ?? code, next)
}
