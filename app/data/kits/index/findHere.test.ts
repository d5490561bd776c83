import { afterEach, expect, test } from 'vitest'

import { drawBuild, findHere, startUnknown } from '../open/builds.ts'
import { openDevice, setSignedIn } from '../../device/device.ts'
import { setCells, settled } from '../../sync/write/writeQueue.ts'
import { drawKit } from '../open/testBuild.ts'

const DANA = {
  id: 'oG3J-0POSHGaTUtY5l3kiA',
  username: 'dana_k',
  email: 'dana.k@example.com',
  emailVerified: true,
  isAdmin: false,
  deletionRequestedAt: null,
}

afterEach(() => setSignedIn(null))

test('a draft of this device is nothing an account holds that did not take it', async () => {
  await openDevice()
  const { buildId, kitId } = await drawKit()
  setCells('kit', kitId, kitId, { name: 'Left by somebody' })
  await settled()
  expect(await findHere(buildId)).toBe(kitId)
  setSignedIn({ token: 'secret-token', user: DANA, isExpired: false })
  // A kit id here would open a blank build and deny that the link exists.
  expect(await findHere(buildId)).toBeNull()
  // Reusing the draft's id would merge two kits.
  expect(await startUnknown(buildId)).toBeNull()
  setSignedIn(null)
  expect(await findHere(buildId)).toBe(kitId)
})

test('an account finds what it has drawn and not written into yet', async () => {
  await openDevice()
  setSignedIn({ token: 'secret-token', user: DANA, isExpired: false })
  const buildId = await drawBuild()
  expect(await findHere(buildId)).not.toBeNull()
})
