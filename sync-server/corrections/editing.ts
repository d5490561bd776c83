/** Frame of every correction: locks the part, and audits the act in the same transaction. */
import type { Knex } from 'knex'

import type { CorrectionKind, Columns } from '../catalogue/corrections.ts'
import type { Json } from '#shared/cells/cells.ts'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { type Act, audit } from '../auditLog/auditLog.ts'

/** Lock timeout: an import holds its parts until it ends, which may be long. */
const PATIENCE = '3s'

export interface Editing {
  db: Knex
  /** Milliseconds since 1970. */
  now: number
  /** User id of the administrator. */
  actor: string
}

/** Context of a correction within its transaction. */
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

/** @throws Problem 409 while an import locks the rows */
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
    const sentence = t('An import is writing this just now. Try again when it has ended.')
    throw new Problem('busy', 409, sentence, { retryAfter: 30 })
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

/** Edits one part. @param work the act, null for no change. @throws Problem 404 */
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

/** One correction of a part: as it is kept so far, and how it is kept or dropped. */
export async function correctionOf(
  { trx, now, actor }: Hand,
  { id }: EditedPart,
  kind: CorrectionKind,
  key: string,
) {
  const of = { part_id: id, kind, key }
  const before: Held | undefined = await trx('part_corrections').where(of).first('said', 'stands')
  const json = (value: Json) => (value === null ? null : JSON.stringify(value))
  return {
    before: before ?? null,
    async keep({ said, stands }: Held): Promise<void> {
      const made = { made_by: actor, made_at: new Date(now) }
      await trx('part_corrections')
        .insert({ ...of, said: json(said), stands: json(stands), ...made })
        .onConflict(['part_id', 'kind', 'key'])
        .merge(['said', 'stands', 'made_by', 'made_at'])
    },
    async drop(): Promise<void> {
      await trx('part_corrections').where(of).delete()
    },
  }
}

export const columnsOf = (value: Json): Columns =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
