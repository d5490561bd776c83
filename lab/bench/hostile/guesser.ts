import type { Party } from './party.ts'

import { newBuildId, newDeviceSecret, newId } from '#shared/ids.ts'
import { TestDevice } from '../../../sync-server/testServer.ts'
import { shown, sync } from './party.ts'

/** Asks for kits that may be there, every way there is. */
export async function guesser(party: Party): Promise<void> {
  const { accounts, honest } = party.plan
  const account = accounts[0]
  let turn = 0
  party.start()
  await party.crew(8, async (client) => {
    const nth = turn++
    const known = honest[nth % honest.length]?.buildId ?? 'AAAAAA'
    const buildId = nth % 20 === 0 ? known : newBuildId()
    const device = new TestDevice(party.plan.url)
    switch (nth % 7) {
      case 0:
        return client.call('GET', `/api/lists/${buildId}`)
      case 1:
        return client.call('GET', `/api/comments/${newId()}`)
      case 2:
        return client.call('GET', `/list/${buildId}`)
      case 3: {
        const kits = Array.from({ length: 50 }, () => device.kit({ buildId: newBuildId() }))
        return sync(client, device, kits)
      }
      case 4: {
        if (!account) return
        const claims = [{ secret: newDeviceSecret(), kits: honest.map(({ kitId }) => kitId) }]
        return sync(client, device, [], { account, claims })
      }
      case 5:
        return client.call('GET', `/api/kits/by-build-id/${buildId}`)
      default: {
        const body = { buildId, kitName: 'Guess', parts: [{ name: 'x' }] }
        return client.call('POST', '/api/auto-save', { headers: shown(device), body })
      }
    }
  })
}
