/** Collected version of a stream. */
import { expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { openTestDatabase } from '../testDatabase.ts'
import { noteCollected } from './noteCollected.ts'

test('a stream is collected up to the latest row that went, in its own versions, and never less', async () => {
  const { knex, close } = await openTestDatabase()
  const [kit_id, owner] = [newId(), 'd:somebody']
  const scopes = [`o:${owner}`, kitScope(kit_id)]
  await knex('scopes').insert(scopes.map((id) => ({ id, ver: 50 })))
  const collect = async (...versions: [owner_ver: string, kit_ver: string][]) => {
    const rows = versions.map(([owner_ver, kit_ver]) => ({ kit_id, owner, owner_ver, kit_ver }))
    await knex.transaction((trx) => noteCollected(trx, rows))
    const found: { id: string; collected_ver: string }[] = await knex('scopes').select()
    return scopes.map((scope) => Number(found.find(({ id }) => id === scope)?.collected_ver))
  }
  expect(await collect(['20', '3'], ['40', '7'], ['30', '5'])).toEqual([40, 7])
  expect(await collect(['35', '6'])).toEqual([40, 7])
  await close()
})
