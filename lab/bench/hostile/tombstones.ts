import type { Party } from './party.ts'

import { TestDevice } from '../../../sync-server/testServer.ts'
import { sync } from './party.ts'

const ROWS = 200

/** One kit an address, and batches of lines that are deleted from the first: what keeps them all? */
export async function tombstones(party: Party): Promise<void> {
  const owners = new Map(
    party.clients.map((client) => {
      const device = new TestDevice(party.plan.url)
      return [client, { device, kit: device.kit({ name: 'Hoard' }) }]
    }),
  )
  for (const [client, { device, kit }] of owners) await sync(client, device, [kit])
  party.start()
  await party.crew(4, async (client) => {
    const owner = owners.get(client)
    if (!owner) return
    const { device, kit } = owner
    const lines = Array.from({ length: ROWS }, () => device.line(kit.id, { name: 'x', del: true }))
    const { status, text } = await sync(client, device, lines)
    if (status === 200) party.count(text.includes('"retry"') ? 'held back' : 'stored')
    // And reads it all, as everybody may.
    await client.call('GET', `/api/kits/${kit.id}`)
    await sync(client, device, [], { cursors: { [`k:${kit.id}`]: 0 } })
  })
}
