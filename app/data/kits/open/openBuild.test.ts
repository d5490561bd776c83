/** Which kits of others a device keeps following. */
import { expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { kitScope, MAX_FOLLOWED_KITS, ownerScope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { env, openDevice, shownPrincipal } from '../../device/device.ts'
import { readCursors } from '../../sync/receive/cursors.ts'
import { followHere } from './openBuild.ts'

test('of too many kits that are followed the first go, and no stream of its own', async () => {
  await openDevice()
  const kits = Array.from({ length: MAX_FOLLOWED_KITS + 2 }, newId)
  for (const kit of kits) await followHere(kit)
  const cursors = await env.store.transact((tx) => readCursors(tx, shownPrincipal()))
  const own = [ownerScope(shownPrincipal()), TASK_SCOPE]
  expect(new Set(Object.keys(cursors))).toEqual(new Set([...own, ...kits.slice(2).map(kitScope)]))
})
