import { useMemo, useLayoutEffect } from 'react'
import { create } from 'zustand'

import type { KitFacts } from '../index/kitFacts.ts'
import type { Build } from '../open/builds.ts'
import type { ListedKit } from '../open/listedKit.ts'
import type { KitBadge, KitKnown, KitState, KitStateKind } from './kitState.ts'

import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { useAccount } from '../../device/account.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { useSync } from '../../device/syncState.ts'
import { kitState } from './kitState.ts'
import { ofPrincipal } from '../../device/ranges.ts'

type OfDevice = Pick<KitKnown, 'hasAccount' | 'ended' | 'isOffline' | 'isInPageOnly'>

/** State shared by every kit of this device. */
export function useDeviceKnown(): OfDevice {
  const account = useAccount()
  const isOffline = useSync((sync) => !sync.isOnline || sync.isFailing)
  const isInPageOnly = useSync((sync) => sync.isStorageFailing || sync.isInPageOnly === true)
  const [hasAccount, ended] = [account !== null, account?.ended ?? null]
  return useMemo(
    () => ({ hasAccount, ended, isOffline, isInPageOnly }),
    [hasAccount, ended, isOffline, isInPageOnly],
  )
}

/** Ids of the principal's kits with a refused or overwritten value. */
export function useTroubled(): ReadonlySet<string> | undefined {
  const principal = shownPrincipal()
  return useLiveQuery(() => readTroubled(principal), [principal])
}

async function readTroubled(principal: string): Promise<ReadonlySet<string>> {
  const problems = await ofPrincipal(db.problems, principal).toArray()
  return new Set(problems.map(({ kit }) => kit))
}

/** State of an open kit, and whether it has just reached everybody. */
export function useKitState(build: Build): KitState & { hasArrived: boolean } {
  const device = useDeviceKnown()
  const needsAttention = useTroubled()?.has(build.kit.id) === true
  const known = useMemo(() => knownOf(build), [build])
  const isWaiting = useSync((sync) => known.isWaiting || sync.isTyping)
  const state = useMemo(
    () => kitState({ ...device, ...known, isWaiting, needsAttention }),
    [device, known, isWaiting, needsAttention],
  )
  return { ...state, hasArrived: useArrival(build.kit.id, state) }
}

/** Badge of an own kit in a list, null for none. Until its facts are read it is not a draft. */
export function listedBadge(
  kit: ListedKit,
  facts: KitFacts | undefined,
  device: OfDevice & Pick<KitKnown, 'needsAttention'>,
): KitBadge | null {
  if (!kit.isHere) return null
  return kitState({
    isSaved: true,
    isSaveWaiting: false,
    hasUnsharedChanges: false,
    ...facts,
    ...device,
    isMine: kit.isMine,
    isBlank: false,
    isOnServer: kit.isLive,
    isWaiting: kit.isWaiting,
    isHidden: kit.isHidden === true,
    // No effect on the badge.
    visibility: 'public',
  }).badge
}

/** Message after copying a link: copied, and what keeps it from opening. */
export function copiedText(said: string, { copied }: KitState): string {
  return copied === '' ? said : `${said}. ${copied}`
}

function knownOf(build: Build): Omit<KitKnown, keyof OfDevice | 'needsAttention'> {
  const { isMine, isBlank, isLive, waiting, savedAt, isUnfinished } = build
  const { isSaveWaiting, hasUnsharedChanges, isHidden, visibility } = build
  return {
    isMine,
    isBlank,
    isOnServer: isLive,
    isSaved: savedAt !== null,
    isSaveWaiting,
    hasUnsharedChanges,
    isWaiting: waiting > 0 || isUnfinished,
    isHidden,
    visibility,
  }
}

/** Length of the arrival animation; a screen that opens meanwhile plays it too. */
const SHOWN_MS = 1_000
/** Felt through a glove, and no longer than a tap. */
const TICK_MS = 15

/** Own states in which others do not see the latest yet. */
const UNDELIVERED: ReadonlySet<KitStateKind> = new Set(['new', 'saveWaiting', 'unshared', 'behind'])

/** Last kind by kit: saving moves from one screen to another. */
const lastKinds = new Map<string, KitStateKind>()
const useArrived = create<{ kitId: string | null }>(() => ({ kitId: null }))

/** Whether a kit has just become visible to everybody, for every place that shows its state. */
function useArrival(
  kitId: string,
  { kind, statusMark }: Pick<KitState, 'kind' | 'statusMark'>,
): boolean {
  useLayoutEffect(() => {
    // Its link opens, but some rows are still pending.
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
  // Before the first touch, browsers refuse to vibrate and log a warning.
  const { userActivation }: Partial<Navigator> = navigator
  if (userActivation?.hasBeenActive) navigator.vibrate?.(TICK_MS)
}
