import Dexie from 'dexie'
import { useMemo } from 'react'

import type { KitFacts } from '../index/kitFacts.ts'
import type { Build } from '../open/builds.ts'
import type { ListedKit } from '../open/listedKit.ts'
import type { KitBadge, KitKnown, KitState } from './kitState.ts'

import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { useAccount } from '../../device/account.ts'
import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'
import { useSync } from '../../device/syncState.ts'
import { useArrival } from './arrival.ts'
import { kitState } from './kitState.ts'

type OfDevice = Pick<KitKnown, 'hasAccount' | 'ended' | 'isOffline' | 'isInPageOnly'>

/** What holds for every kit of this device. */
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

/** The kits of whoever is here that have a value that was refused or lost, by id. */
export function useTroubled(): ReadonlySet<string> | undefined {
  const p = principal()
  return useLiveQuery(() => readTroubled(p), [p])
}

async function readTroubled(p: string): Promise<ReadonlySet<string>> {
  const problems = await db.problems
    .where('[p+at]')
    .between([p, Dexie.minKey], [p, Dexie.maxKey])
    .toArray()
  return new Set(problems.map(({ kit }) => kit))
}

/** What is said of an open kit, and whether it has reached everybody this moment. */
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

/** What a list says of one's own kit, null for nothing. Until its facts are read it is none of a draft. */
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
    isWaiting: kit.waiting > 0,
    isHidden: kit.isHidden === true,
    // Says nothing in a list.
    visibility: 'public',
  }).badge
}

/** What a message says of a link that was copied: that it was, and what keeps it from opening. */
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
