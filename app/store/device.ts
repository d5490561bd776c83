/** This device, as the running page or worker uses it: its store, its time, its identity. */
import type { Device } from './clock.ts'
import type { EditEnv } from './edit.ts'

import { systemRandom } from '#shared/ids.ts'
import { isDevice, openIdentity } from './clock.ts'
import { db } from './db.ts'
import { dexieStore } from './dexieStore.ts'

export const env: EditEnv = { store: dexieStore(db), now: () => Date.now(), random: systemRandom }

let opened: Device | null = null

/** Opens the database and the device's identity. Rejects where the browser keeps nothing. */
export async function openDevice(): Promise<Device> {
  // Reading is a third of the time of a transaction that might write, and every start waits for it.
  const stored = opened ?? (await db.meta.get('device'))?.value
  opened = isDevice(stored) ? stored : await openIdentity(env.store, env.random)
  return opened
}

/** The device's principal. Only after `openDevice`, which the first screen waits for. */
export function principal(): string {
  if (!opened) throw new Error('the device was not opened yet')
  return opened.principal
}
