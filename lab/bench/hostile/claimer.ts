import type { Claim } from '#shared/sync/protocol.ts'
import type { Party } from './party.ts'

import { TestDevice } from '../../../sync-server/testServer.ts'
import { sync } from './party.ts'

const KITS = 500
const STEPS = 15
const STEP_TEXT = 1_900

/** Takes 500 full kits into an account at once, then reads them from the beginning, again and again. */
export async function claimer(party: Party): Promise<void> {
  const { accounts, url } = party.plan
  const account = accounts[0]
  if (!account) throw new Error('The claimer needs an account.')
  const claims: Claim[] = []
  // Within what a device may store at once; all devices share their addresses' share.
  const perDevice = KITS / 10
  for (let nth = 0; nth < 10; nth++) {
    const client = party.clients[nth % party.clients.length]
    if (!client) return
    const device = new TestDevice(url)
    const kits: string[] = []
    for (let at = 0; at < perDevice; at++) {
      const kit = device.kit({ name: `Full ${at}` })
      const steps = Array.from({ length: STEPS }, () =>
        device.step(kit.id, { text: 'w'.repeat(STEP_TEXT) }),
      )
      const { text } = await sync(client, device, [kit, ...steps])
      if (!text.includes('"retry"')) kits.push(kit.id)
    }
    claims.push({ secret: device.secret, kits })
  }
  party.count(
    'kits to claim',
    claims.reduce((sum, { kits }) => sum + kits.length, 0),
  )
  const device = new TestDevice(url)
  party.start()
  await party.crew(6, async (client) => {
    const { status } = await sync(client, device, [], { account, claims })
    if (status === 200) party.count('claims')
    await sync(client, device, [], { account, cursors: { [`o:${account.principal}`]: 0 } })
  })
}
