/** The language of an account, with its region: what it is written in while nobody asks. */
import type { Knex } from 'knex'
import type { Context } from 'koa'

import { inLanguage, spokenTag } from './language.ts'

/** Keeps what the device speaks that signs in, or that asks whose account it has. */
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

/** Null of whom nothing is known, who is written to in English. */
export async function languageOf(
  db: Knex,
  by: { id: string } | { email_key: string },
): Promise<string | null> {
  const found = await db('users')
    .where(by)
    .first<{ language: string | null } | undefined>('language')
  return found?.language ?? null
}

/** What is written to an account, in its language; in that of the moment where it has said none. */
export const inOwnLanguage = <Result>(
  { language }: { language: string | null },
  write: () => Result,
): Result => (language === null ? write() : inLanguage(language, write))
