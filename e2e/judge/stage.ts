// What the people of one run share: their devices, their kits, and the values nobody else types.
import type { Lots } from '../../shared/seeded.ts'
import type { TestServer } from '../server.ts'
import type { Browser } from './browser.ts'
import type { Deed, Field, Journal } from './journal.ts'
import type { Line } from './line.ts'
import type { Person } from './acts.ts'

import { NOBODY } from './look.ts'

export interface DeviceOfRun {
  readonly name: string
  readonly line: Line
  readonly browser: Browser
  /** The account it is meant for; none for devices that stay without. */
  readonly account: string | null
  /** Who sits at it now: an account, or NOBODY. */
  who: string
  /** Whom each tab's page was for when it was last looked at. */
  readonly whoAt: Map<number, string>
  /** Somebody is signing in or out. */
  isTurning: boolean
  aheadSeconds: number
  isOffline: boolean
  /** Only reads, and copies what others share. */
  readonly isStranger: boolean
}

export interface Stage {
  readonly server: TestServer
  readonly journal: Journal
  readonly lots: Lots
  readonly devices: readonly DeviceOfRun[]
  /** Kits by their owner: an account, or the name of a device. */
  readonly kits: Map<string, Set<string>>
  /** A value for this field that was never typed before. */
  readonly fresh: (field: Field | 'comment') => string
  /** Nobody acts any more. */
  isOver: boolean
  /** Nobody looks any more. */
  isClosed: boolean
}

/** Who owns what this device types now. */
export const ownerAt = ({ name, who }: Pick<DeviceOfRun, 'name' | 'who'>) =>
  who === NOBODY ? name : who

export function kitsOf(stage: Stage, owner: string): Set<string> {
  const kits = stage.kits.get(owner) ?? new Set<string>()
  stage.kits.set(owner, kits)
  return kits
}

/** The person in front of a tab of this device; null while it is closed. */
export function personAt(stage: Stage, device: DeviceOfRun, nth = 0): Person | null {
  const tab = device.browser.tab(nth)
  if (!tab) return null
  const tell = (deed: Deed, seen?: string | null) => {
    const { name } = device
    const who = seen ?? device.whoAt.get(nth) ?? device.who
    stage.journal.write({ is: 'deed', device: name, tab: nth, who, ...deed })
    if (deed.did === 'typed') kitsOf(stage, ownerAt({ name, who })).add(deed.kit)
  }
  return { tab, origin: device.browser.origin, tell }
}

/** Values that are nobody else's, none of which is part of another. */
export function freshValues(): Stage['fresh'] {
  let count = 0
  return (field) => {
    count += 1
    const number = 10_000 + count
    const words = {
      name: `Bolt ${number}`,
      manufacturer: `Maker ${number}`,
      partNumber: `PN-${number}`,
      price: `${100 + (count % 900)}.${10 + Math.floor(count / 900)}`,
      qty: String(number),
      kitName: `Kit ${number}`,
      notes: `Torque ${number} Nm`,
      status: '',
      comment: `Comment no. ${number}`,
    }
    return words[field]
  }
}

/** The kits of an owner that the server has by now, so that other devices can open them. */
export async function isOnServer(stage: Stage, kit: string): Promise<boolean> {
  const answer = await fetch(`${stage.server.url}/api/lists/${kit}`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}
