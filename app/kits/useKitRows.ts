import { useEffect, useMemo } from 'react'

import type { KitIndex } from '../data/kits/index/kitIndex.ts'
import type { ListedKit } from '../data/kits/open/listedKit.ts'

import { useAccount } from '../data/device/account.ts'
import { askFor, askIfStale, useEverything, useFound } from '../data/kits/index/foundKits.ts'
import { listKits, ownFirst, searchKits, searchOn, wordsOf } from '../data/kits/open/listedKit.ts'

/** Typing pause before the server is asked. */
const ASK_AFTER_MS = 250
/** Kits loaded without a press. */
const MOST_BY_ITSELF = 600

export interface KitRows {
  /** Own kits first, so that arriving ones move none of them. */
  rows: readonly ListedKit[]
  words: readonly string[]
  /** Count of those on this device. */
  here: number
  /** Total without a search, null for unknown. */
  total: number | null
  server: {
    /** `none`: it is not asked. */
    status: 'none' | 'asking' | 'answered' | 'failed'
    hasMore: boolean
    mayAskByItself: boolean
    /** Time of the last answer, 0 for none. */
    at: number
    ask: () => void
    askMore: () => void
  }
}

/** Matching kits on this device and on the server. */
export function useKitRows(index: KitIndex, query: string, isMineOnly: boolean): KitRows {
  const account = useAccount()
  const words = useMemo(() => wordsOf(query), [query])
  const asked = useMemo(() => ({ words, isMineOnly }), [words, isMineOnly])
  // Without an account own kits are on this device only.
  const isAsked = !isMineOnly || (account !== null && !account.isExpired)
  const found = useFound(asked)
  const everything = useEverything()

  useEffect(() => {
    if (!isAsked) return
    const waitMs = asked.words.length > 0 ? ASK_AFTER_MS : 0
    const timer = setTimeout(() => void askIfStale(asked), waitMs)
    return () => clearTimeout(timer)
  }, [asked, isAsked])

  const { kits, find, read } = index
  const isWhole = read === 'all'
  const listed = useMemo(() => listKits(kits, isMineOnly), [kits, isMineOnly])
  const local = useMemo(() => searchOn(listed, words), [listed, words])
  const others = useMemo(() => {
    // Some of the server's kits may be on this device: waits until all of those are known.
    if (!isWhole || !isAsked) return []
    // Starts with cached matches, newest first, as the answer will have them.
    const seen = isMineOnly || !everything ? [] : searchKits(everything.kits, words)
    return placed(found && found.at > 0 ? found.kits : seen, find)
  }, [isWhole, isAsked, isMineOnly, everything, found, words, find])
  const here = useMemo(() => {
    const ids = new Set(others.flatMap(({ id, isHere }) => (isHere ? id : [])))
    return ids.size === 0 ? local : local.filter(({ id }) => !ids.has(id))
  }, [local, others])
  const rows = useMemo(() => {
    if (others.length === 0) return here
    return isMineOnly ? ownFirst([...here, ...others]) : [...here, ...others]
  }, [here, others, isMineOnly])

  const isAllSeen = everything !== undefined && everything.at > 0 && everything.next === null
  const seen = isAllSeen ? everything.kits.filter(({ id }) => find(id) === undefined).length : 0
  const isTotalKnown = isWhole && (isMineOnly || isAllSeen)
  return {
    rows,
    words,
    here: here.length + others.filter(({ isHere }) => isHere).length,
    total: isTotalKnown ? listed.length + (isMineOnly ? 0 : seen) : null,
    server: {
      status: isAsked ? (found?.status ?? 'asking') : 'none',
      hasMore: isAsked && found !== undefined && found.next !== null,
      mayAskByItself: (found?.kits.length ?? 0) < MOST_BY_ITSELF,
      at: isAsked ? (found?.at ?? 0) : 0,
      ask: () => void askFor(asked),
      askMore: () => void askFor(asked, true),
    },
  }
}

/**
 * The server's kits besides own ones. Others' kits that are on this device keep the server's
 * position, where Back navigation expects them.
 */
function placed(kits: readonly ListedKit[], find: KitIndex['find']): ListedKit[] {
  return kits.flatMap((kit) => {
    const known = find(kit.id)
    if (known === undefined) return kit
    return known && !known.isMine && known.isNamed ? known : []
  })
}
