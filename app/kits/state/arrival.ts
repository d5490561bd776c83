/** The moment in which what somebody changed or saved has reached everybody who has the link. */
import { useLayoutEffect } from 'react'
import { create } from 'zustand'

import type { KitState, KitStateKind } from './kitState.ts'

/** As long as its drawing, and a screen that opens meanwhile draws it as well. */
const SHOWN_MS = 1_000
/** Felt through a glove, and no longer than a tap. */
const TICK_MS = 15

/** Something of one's own that others are to see and do not yet. */
const UNDELIVERED: ReadonlySet<KitStateKind> = new Set(['new', 'saveWaiting', 'unshared', 'behind'])

/** What was said last, by kit: saving goes from one screen to another. */
const lastKinds = new Map<string, KitStateKind>()
const useArrived = create<{ kitId: string | null }>(() => ({ kitId: null }))

/** Whether a kit has arrived this moment, for every place that shows its state. */
export function useArrival(
  kitId: string,
  { kind, statusMark }: Pick<KitState, 'kind' | 'statusMark'>,
): boolean {
  useLayoutEffect(() => {
    // Its link opens, and a part of it is still on its way.
    if (kind === 'live' && statusMark !== 'synced') return
    const before = lastKinds.get(kitId)
    lastKinds.set(kitId, kind)
    if (kind === 'live' && before !== undefined && UNDELIVERED.has(before)) arrive(kitId)
  }, [kitId, kind, statusMark])
  return useArrived((arrived) => arrived.kitId === kitId)
}

function arrive(kitId: string): void {
  useArrived.setState({ kitId })
  setTimeout(() => useArrived.setState({ kitId: null }), SHOWN_MS)
  // Before anybody has touched the page a browser refuses, and complains.
  const { userActivation }: Partial<Navigator> = navigator
  if (userActivation?.hasBeenActive) navigator.vibrate?.(TICK_MS)
}
