/** In which language the server speaks: the one a request asks for, or that of who a letter is to. */
import type { Middleware } from 'koa'

import { AsyncLocalStorage } from 'node:async_hooks'
import de from '#shared/words/catalogues/de.server.json' with { type: 'json' }
import es from '#shared/words/catalogues/es.server.json' with { type: 'json' }
import fr from '#shared/words/catalogues/fr.server.json' with { type: 'json' }
import { OFFERED } from '#shared/words/languages.ts'
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

function languageNamed(code: string | null): Language {
  const pseudoTag = PSEUDO_TAGS.find((tag) => tag === code)
  if (pseudoTag) return pseudo(pseudoTag)
  const catalogue = code && CATALOGUES.get(code)
  return catalogue ? { tag: code, catalogue } : ENGLISH
}

/** The language of the moment, as `inLanguage` and `<html lang>` take it. */
export const spokenCode = (): string => (languageTag() === ENGLISH.tag ? 'en' : languageTag())

/** Says what `act` says in a language; English where the code is of none. */
export const inLanguage = <Result>(code: string | null, act: () => Result): Result =>
  spoken.run(languageNamed(code), act)

/** Whoever asks is answered in the language they read; answers say themselves that they vary by it. */
export const speakAsAsked: Middleware = (ctx, next) => {
  const asked = ctx.get('Accept-Language')
  const isPseudo = PSEUDO_TAGS.some((tag) => tag === asked)
  return inLanguage(isPseudo ? asked : ctx.acceptsLanguages(...OFFERED) || 'en', next)
}
