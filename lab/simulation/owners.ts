/** Ownership steps: signing in and out, a copied profile, an opened link. */
import type { SimulatedDevice, Tab } from './world.ts'

import { enterAccount } from '../../app/data/sessions/enterAccount.ts'
import { movedKey, getMeta, putMeta } from '../../app/data/device/store.ts'
import { isFork } from '../../app/data/sync/write/fork.ts'
import { keepWaiting } from '../../app/data/sessions/claimKits.ts'
import {
  accountPrincipal,
  currentPrincipal,
  putSession,
  readSession,
} from '../../app/data/device/session.ts'

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
  const principal = accountPrincipal(account)
  const token = world.newToken(user)
  const stored = { token, user: { ...account, deletionRequestedAt: null }, isExpired: false }
  await device.store.transact((tx) => enterAccount(tx, device.env, stored, kits))
  // Edits of a kit that belongs to another account by now were claimed as a copy.
  const { meta } = device.store.tables
  const went = kits.map((kit) => {
    const moved = meta.get(movedKey(device.principal, kit))
    return meta.get(`claimed:${kit}`) !== principal && isFork(moved) ? moved.kitId : kit
  })
  world.intents.follow(device)
  world.ledger.claim(device, principal, went)
  world.intents.claim(device, principal, went)
  device.account = user
  device.shown = principal
  tab.load()
}

/** Same transaction as sessions/signOut.ts. */
export async function leaveAccount(
  device: SimulatedDevice,
  tab: Tab,
  mode: 'keep' | 'discard',
): Promise<void> {
  if (!device.account) return
  const principal = `u:${device.account}`
  device.world.ledger.leave(device, principal, device.world.server)
  device.world.intents.leave(device, principal, device.world.server)
  await device.store.transact(async (tx) => {
    const { epoch, account } = await readSession(tx)
    if (account) device.world.tokens.delete(account.token)
    await putSession(tx, { epoch: epoch + 1, account: null })
    if (mode === 'keep') await keepWaiting({ tx, env: device.env, p: principal })
    const rows = await tx.range('rows', principal)
    await tx.delete(
      'rows',
      rows.map((row) => [principal, row.kind, row.id]),
    )
  })
  const isOfOthers = ([, row]: [string, { p: string }]) => row.p !== principal
  const { tables } = device.store
  const meta = new Map(tables.meta)
  meta.delete(`cursors:${principal}`)
  meta.delete(`lastOk:${principal}`)
  device.store.tables = { ...tables, meta }
  if (mode === 'discard') {
    device.world.ledger.discard(device, principal)
    device.world.intents.discard(device, principal)
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

/** A second device starts as a copy of the first one's browser profile. */
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

export async function openLink(device: SimulatedDevice, kit: string): Promise<void> {
  await device.store.transact(async (tx) => {
    const principal = await currentPrincipal(tx)
    const stored = (await getMeta(tx, `cursors:${principal}`)) ?? {}
    await putMeta(tx, `cursors:${principal}`, {
      [`k:${kit}`]: 0,
      ...(stored as Record<string, number>),
    })
  })
}
