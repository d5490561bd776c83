/** Calls that wait for a signal: the contact form, and the end of a session. */

import type { Json } from '#shared/sync/cells.ts'
import type { CallRow } from '../device/db.ts'

import { newId } from '#shared/ids.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { db } from '../device/db.ts'
import { noteEdit } from '../device/syncState.ts'

/**
 * Stores a call; it is sent now or whenever there is signal, once in effect.
 * @param key under which it may have been tried already: the server does it once
 */
export async function queueCall(kind: CallRow['kind'], body: Json, key = newId()): Promise<void> {
  await storeCall(kind, body, key)
  noteEdit()
}

/**
 * The same for a transaction over the calls, whose owner tells of it once it is done.
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

/** How many calls of a kind wait to be sent. For a screen. */
export function useWaitingCalls(kind: CallRow['kind']): number {
  const calls = useLiveQuery(() => db.calls.where('kind').equals(kind).toArray(), [kind])
  return (calls ?? []).filter((call) => call.problem === undefined).length
}

/** Calls of a kind that the server refused, with its words; `discardCall` takes one away. */
export function useRefusedCalls(kind: CallRow['kind']): CallRow[] {
  const calls = useLiveQuery(() => db.calls.where('kind').equals(kind).toArray(), [kind])
  return (calls ?? []).filter((call) => call.problem !== undefined)
}

export async function discardCall(id: string): Promise<void> {
  await db.calls.delete(id)
}
