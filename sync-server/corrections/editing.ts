/** What every correction by hand has: its part locked, and its act written down in the same transaction. */
import type { Knex } from 'knex'

import type { Act } from '../accounts/audit.ts'
import type { CorrectionKind, Columns } from '../parts/corrections.ts'
import type { Json } from '#shared/sync/cells.ts'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../accounts/audit.ts'

/** An import holds the parts it has written until it ends, which may be long. */
const PATIENCE = '3s'

export interface Editing {
  db: Knex
  /** Milliseconds since 1970. */
  now: number
  /** User id of the administrator. */
  actor: string
}

/** What hands change a part with. */
export interface Hand extends Omit<Editing, 'db'> {
  trx: Knex.Transaction
}

export interface EditedPart {
  id: string
  number: string
  brand: string
  number_key: string
  brand_key: string
  name: string
  category: string
  image: string
  retailer_number: string
  hidden_at: Date | null
}

export type Done = Pick<Act, 'action'> & { details?: Record<string, Json> }

/** @throws Problem 409, where an import holds what is to be changed */
export async function inEditing<T>(
  { db, ...by }: Editing,
  work: (hand: Hand) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (trx) => {
      await trx.raw(`set local lock_timeout = '${PATIENCE}'`)
      return work({ ...by, trx })
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error
    throw new Problem(
      'busy',
      409,
      t('An import is writing this just now. Try again when it has ended.'),
      { retryAfter: 30 },
    )
  }
}

/** @returns null for none */
export async function lockPart(trx: Knex, id: string): Promise<EditedPart | null> {
  if (!/^\d{1,18}$/.test(id)) return null
  const part: EditedPart | undefined = await trx('parts').where({ id }).forUpdate().first()
  return part ?? null
}

export const noPart = (field?: string) =>
  new Problem('not_found', 404, t('There is no such part.'), field === undefined ? {} : { field })

/** Changes one part. @param work what was done, null for nothing. @throws Problem 404 */
export function editPart(
  editing: Editing,
  id: string,
  work: (hand: Hand, part: EditedPart) => Promise<Done | null>,
): Promise<void> {
  return inEditing(editing, async (hand) => {
    const part = await lockPart(hand.trx, id)
    if (!part) throw noPart()
    const done = await work(hand, part)
    if (done) await noteAct(hand, `part:${id}`, done, wordsOf(part))
  })
}

export function noteAct(
  { trx, now, actor }: Hand,
  subject: string,
  { action, details }: Done,
  name: string,
): Promise<void> {
  return audit(trx, now, { actor, action, subject, details: { of: name, ...details } })
}

/** "Oil filter, Corvane LX 1006" */
export const wordsOf = ({ name, brand, number }: Pick<EditedPart, 'name' | 'brand' | 'number'>) =>
  `${name}, ${brand} ${number}`

export interface Held {
  said: Json
  stands: Json
}

export async function readCorrection(
  trx: Knex,
  partId: string,
  kind: CorrectionKind,
  key: string,
): Promise<Held | null> {
  const row: Held | undefined = await trx('part_corrections')
    .where({ part_id: partId, kind, key })
    .first('said', 'stands')
  return row ?? null
}

export async function keepCorrection(
  { trx, now, actor }: Hand,
  partId: string,
  kind: CorrectionKind,
  key: string,
  { said, stands }: Held,
): Promise<void> {
  const json = (value: Json) => (value === null ? null : JSON.stringify(value))
  const made = { made_by: actor, made_at: new Date(now) }
  await trx('part_corrections')
    .insert({ part_id: partId, kind, key, said: json(said), stands: json(stands), ...made })
    .onConflict(['part_id', 'kind', 'key'])
    .merge(['said', 'stands', 'made_by', 'made_at'])
}

export async function dropCorrection(
  trx: Knex,
  partId: string,
  kind: CorrectionKind,
  key: string,
): Promise<void> {
  await trx('part_corrections').where({ part_id: partId, kind, key }).delete()
}

export const columnsOf = (value: Json): Columns =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
