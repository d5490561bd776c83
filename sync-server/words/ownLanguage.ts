/** An account's language with region, for letters. */
import type { Knex } from 'knex'
import type { Context } from 'koa'

import { spokenTag } from './language.ts'

/** Stores the language of a device that signs in or reads its account. */
export async function noteLanguage(
  ctx: Pick<Context, 'get'>,
  db: Knex,
  userId: string,
): Promise<void> {
  if (ctx.get('Accept-Language') === '') return
  const language = spokenTag()
  await db('users')
    .where({ id: userId })
    .whereRaw('language is distinct from ?', [language])
    .update({ language })
}

/** Null if unknown: letters are in English then. */
export async function languageOf(
  db: Knex,
  by: { id: string } | { email_key: string },
): Promise<string | null> {
  const found = await db('users')
    .where(by)
    .first<{ language: string | null } | undefined>('language')
  return found?.language ?? null
}
