import type { Party } from './party.ts'

import { TestDevice } from '../../../sync-server/testServer.ts'
import { sync } from './party.ts'

const ROWS = 200

/** Device keys cost nothing: each batch has a new one, a kit, and 199 lines; refusals change nothing. */
export async function flood(party: Party): Promise<void> {
  party.start()
  await party.crew(8, async (client) => {
    const device = new TestDevice(party.plan.url)
    const kit = device.kit({ name: 'Flood', notes: 'x'.repeat(500) })
    const lines = Array.from({ length: ROWS - 1 }, (_, nth) =>
      device.line(kit.id, { name: `Part ${nth}`, manufacturer: 'Nobody', qty: 3, price: nth }),
    )
    const { status, text } = await sync(client, device, [kit, ...lines])
    if (status === 200) party.count(text.includes('"retry"') ? 'held back' : 'stored')
  })
}
