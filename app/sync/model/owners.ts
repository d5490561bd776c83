/** Whose work a device holds: accounts signed in to and out of, a copied profile, somebody's link. */
import type { SimulatedDevice, Tab } from './world.ts'

import { enterAccount } from '../../sessions/enterAccount.ts'
import { movedKey } from '../../device/store.ts'
import { isFork } from '../write/fork.ts'
import { keepWaiting } from '../../sessions/claimKits.ts'
import {
  accountPrincipal,
  currentPrincipal,
  putSession,
  readSession,
} from '../../device/session.ts'

/** Signs in with the product's own code. */
export async function signInto(
  device: SimulatedDevice,
  tab: Tab,
  user: string,
  kits: readonly string[],
): Promise<void> {
  const { world } = device
  world.counts.signIns++
  const account = { id: user, username: user, email: '', emailVerified: true, isAdmin: false }
  const p = accountPrincipal(account)
  const token = world.newToken(user)
  const stored = { token, user: { ...account, deletionRequestedAt: null }, isExpired: false }
  await device.store.transact((tx) => enterAccount(tx, device.env, stored, kits))
  // What was typed into a kit that is another account's by now went along as a copy.
  const { meta } = device.store.tables
  const went = kits.map((kit) => {
    const moved = meta.get(movedKey(device.principal, kit))
    return meta.get(`claimed:${kit}`) !== p && isFork(moved) ? moved.kitId : kit
  })
  world.intents.follow(device)
  world.ledger.claim(device, p, went)
  world.intents.claim(device, p, went)
  device.account = user
  device.shown = p
  tab.load()
}

/** What sessions/signOut.ts does in its transaction. */
export async function leaveAccount(
  device: SimulatedDevice,
  tab: Tab,
  mode: 'keep' | 'discard',
): Promise<void> {
  if (!device.account) return
  const p = `u:${device.account}`
  device.world.ledger.leave(device, p, device.world.server)
  device.world.intents.leave(device, p, device.world.server)
  await device.store.transact(async (tx) => {
    const { epoch, account } = await readSession(tx)
    if (account) device.world.tokens.delete(account.token)
    await putSession(tx, { epoch: epoch + 1, account: null })
    if (mode === 'keep') await keepWaiting(tx, device.env, p)
    const rows = await tx.allRows(p)
    await tx.deleteRows(rows.map((row) => [p, row.kind, row.id]))
  })
  const isOfOthers = ([, row]: [string, { p: string }]) => row.p !== p
  const { tables } = device.store
  const meta = new Map(tables.meta)
  meta.delete(`cursors:${p}`)
  meta.delete(`lastOk:${p}`)
  device.store.tables = { ...tables, meta }
  if (mode === 'discard') {
    device.world.ledger.discard(device, p)
    device.world.intents.discard(device, p)
    device.store.tables = {
      ...device.store.tables,
      pending: new Map([...tables.pending].filter(isOfOthers)),
      problems: new Map([...tables.problems].filter(isOfOthers)),
    }
  }
  device.world.watch.signedOut(device)
  device.account = null
  device.shown = device.principal
  tab.load()
}

/** A second device begins as a copy of the first one's browser profile. */
export function copyTo(device: SimulatedDevice, other: SimulatedDevice): void {
  for (const tab of other.tabs) tab.close()
  const { meta, rows, pending, problems } = device.store.tables
  other.store.tables = {
    meta: new Map(structuredClone([...meta])),
    rows: new Map(rows),
    pending: new Map(pending),
    problems: new Map(problems),
  }
  device.world.isCopied = true
  other.principal = device.principal
  other.secret = device.secret
  other.account = device.account
  other.reload()
  for (const [kit, buildId] of device.buildIds) other.buildIds.set(kit, buildId)
}

/** Opens somebody's link. */
export async function openLink(device: SimulatedDevice, kit: string): Promise<void> {
  await device.store.transact(async (tx) => {
    const p = await currentPrincipal(tx)
    const stored = (await tx.getMeta(`cursors:${p}`)) ?? {}
    await tx.putMeta(`cursors:${p}`, { [`k:${kit}`]: 0, ...(stored as Record<string, number>) })
  })
}
