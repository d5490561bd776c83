/** A kit claimed by an account brings its drafts and problems along. */
import { expect, test } from 'vitest'

import { db } from '../device/db.ts'
import { OpenClock, readDevice } from '../device/clock.ts'
import { env, openDevice, shownPrincipal } from '../device/device.ts'
import { storeBuild, storeProblem } from '../kits/open/testBuild.ts'
import { setDraft, settled } from '../sync/write/writeQueue.ts'
import { claimKits } from './claimKits.ts'

test('what is half typed in a kit, and what was refused of it, goes into the account with it', async () => {
  await openDevice()
  const device = shownPrincipal()
  const { kitId, lineIds } = await storeBuild({ name: 'Rags' }, { name: 'Funnel' })
  const other = await storeBuild({ name: 'Water pump' })
  const [sent = '', waiting = ''] = lineIds
  const [left = ''] = other.lineIds
  for (const id of [sent, waiting, left]) setDraft(id, 'price', '8,')
  setDraft(kitId, 'adding', 'Brake pa')
  await settled()
  // One line is confirmed, the other still pending.
  const row = await db.pending.get([device, 'line', sent])
  await db.rows.put({ ...row!, mine: true })
  await db.pending.delete([device, 'line', sent])
  await storeProblem(waiting, kitId)
  await storeProblem(left, other.kitId)
  await env.store.transact(async (tx) => {
    const { node } = await readDevice(tx)
    const clock = await OpenClock.open(tx, node, env.now())
    await claimKits({ tx, env: env, clock, p: 'u:alice' }, [kitId])
    await clock.close()
  })
  const drafts = await db.drafts.toArray()
  const draftsOf = (principal: string) =>
    drafts
      .filter((draft) => draft.p === principal)
      .map(({ id, cell, text }) => `${id} ${cell} ${text}`)
  expect(draftsOf('u:alice').toSorted()).toEqual(
    [`${sent} price 8,`, `${waiting} price 8,`, `${kitId} adding Brake pa`].toSorted(),
  )
  expect(draftsOf(device)).toEqual([`${left} price 8,`])
  const problems = (await db.problems.toArray()).map(({ p, row: id }) => `${p} ${id}`)
  expect(problems.toSorted()).toEqual([`u:alice ${waiting}`, `${device} ${left}`].toSorted())
})
