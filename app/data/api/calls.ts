/** Calls that wait for signal: the contact form and logouts. */

import type { Json } from '#shared/cells/cells.ts'

import { newId } from '#shared/ids.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { type CallRow, db } from '../device/db.ts'
import { noteEdit } from '../device/syncState.ts'

/**
 * Stores a call; it is sent now or once there is signal, and takes effect once.
 * @param key idempotency key: the same one if this call may have been tried already
 */
export async function queueCall(kind: CallRow['kind'], body: Json, key = newId()): Promise<void> {
  await storeCall(kind, body, key)
  noteEdit()
}

/**
 * `queueCall` inside the caller's transaction; the caller calls `noteEdit` after the commit.
 * @param at when it happened, milliseconds: calls of a kind are sent in this order
 */
export async function storeCall(
  kind: CallRow['kind'],
  body: Json,
  key = newId(),
  at = Date.now(),
): Promise<void> {
  await db.calls.add({ id: key, at, kind, body, tries: 0, next: 0 })
}

/** Counts the calls of a kind that wait to be sent. For a screen. */
export function useWaitingCalls(kind: CallRow['kind']): number {
  return useCalls(kind).filter((call) => call.problem === undefined).length
}

/** Calls of a kind that the server refused, with its words; `discardCall` removes one. */
export function useRefusedCalls(kind: CallRow['kind']): CallRow[] {
  return useCalls(kind).filter((call) => call.problem !== undefined)
}

const useCalls = (kind: CallRow['kind']): CallRow[] =>
  useLiveQuery(() => db.calls.where('kind').equals(kind).toArray(), [kind]) ?? []

export async function discardCall(id: string): Promise<void> {
  await db.calls.delete(id)
}
