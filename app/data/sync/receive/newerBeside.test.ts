/** A newer version of the app in another tab, while this one is open. */
import { afterEach, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { db } from '../../device/db.ts'
import { env, openDevice, shownPrincipal } from '../../device/device.ts'
import { edit } from '../write/edit.ts'

let raised: IDBDatabase | undefined
afterEach(() => raised?.close())

// T94
test('an old tab goes on beside a newer version that has raised the store', async () => {
  await openDevice()
  const before = newId()
  const buildIds = new Map([[before, 'Before']])
  await edit(
    env,
    [{ kind: 'line', id: newId(), kit: before, cells: { ord: 'a0', name: 'Filter' } }],
    {
      buildIds,
    },
  )
  let isBlocked = false
  raised = await new Promise<IDBDatabase>((resolve, reject) => {
    // Dexie multiplies versions by ten.
    const opening = indexedDB.open('wrenchlist', db.verno * 10 + 10)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('ofTomorrow'))
    opening.addEventListener('blocked', () => (isBlocked = true))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
  expect(isBlocked).toBe(false)
  expect(raised.objectStoreNames).toContain('ofTomorrow')

  await edit(env, [{ kind: 'line', id: newId(), kit: before, cells: { ord: 'a1', name: 'Plug' } }])
  const waiting = await db.pending.where('[p+kit]').equals([shownPrincipal(), before]).toArray()
  const names = waiting.flatMap(({ cells }) => (cells['name'] ? [cells['name'][0]] : []))
  expect(new Set(names)).toEqual(new Set(['Filter', 'Plug']))
})
