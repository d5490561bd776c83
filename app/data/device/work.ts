/** One transaction that writes rows of one principal, with the device's clock open. */
import { OpenClock, readDevice } from './clock.ts'
import { currentPrincipal } from './session.ts'
import type { EditEnv, StoreTx } from './store.ts'

export interface Work {
  tx: StoreTx
  env: EditEnv
  clock: OpenClock
  /** Principal whose rows are written. */
  p: string
}

/** Work that issues no stamp. */
export type Unstamped = Omit<Work, 'clock'>

/**
 * Runs `act` inside a transaction; the clock is stored after it.
 * @param p default: the current principal
 */
export async function workIn<Value>(
  tx: StoreTx,
  env: EditEnv,
  act: (work: Work) => Promise<Value>,
  p?: string,
): Promise<Value> {
  const { node } = await readDevice(tx)
  const clock = await OpenClock.open(tx, node, env.now())
  const value = await act({ tx, env, clock, p: p ?? (await currentPrincipal(tx)) })
  await clock.close()
  return value
}

/** `workIn` with a transaction of its own. */
export function work<Value>(
  env: EditEnv,
  act: (work: Work) => Promise<Value>,
  p?: string,
): Promise<Value> {
  return env.store.transact((tx) => workIn(tx, env, act, p))
}
