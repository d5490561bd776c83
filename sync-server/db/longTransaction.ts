import type { Knex } from 'knex'

/** `db.transaction` for long work: beside it, `db` may write progress that others see at once. */
export async function longTransaction(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<void>,
): Promise<void> {
  const trx = await db.transaction()
  try {
    await work(trx)
    await trx.commit()
  } catch (error) {
    await trx.rollback().catch(() => undefined)
    throw error
  }
}
