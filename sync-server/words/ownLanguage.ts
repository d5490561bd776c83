/** The language of an account: what it is written in while nobody asks. */
import type { Knex } from 'knex'
import type { Context } from 'koa'

import { inLanguage, spokenCode } from './language.ts'

/** Keeps what the device speaks that signs in, or that asks whose account it has. */
export async function noteLanguage(
  ctx: Pick<Context, 'get'>,
  db: Knex,
  userId: string,
): Promise<void> {
  if (ctx.get('Accept-Language') === '') return
  const language = spokenCode()
  await db('users')
    .where({ id: userId })
    .whereRaw('language is distinct from ?', [language])
    .update({ language })
}

/** Null for English, which is also of whom nothing is known. */
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
