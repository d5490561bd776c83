import { useEffect, useMemo } from 'react'

import type { KitIndex } from '../kits/index/kitIndex.ts'
import type { ListedKit } from '../kits/open/listedKit.ts'

import { useAccount } from '../device/account.ts'
import { askFor, askIfStale, useEverything, useFound } from '../kits/index/foundKits.ts'
import { listKits, ownFirst, searchKits, searchOn, wordsOf } from '../kits/open/listedKit.ts'

/** The server is asked when the typing rests. */
const ASK_AFTER_MS = 250
/** So many kits of the server come by themselves; then somebody has to want more. */
const MOST_BY_ITSELF = 600

export interface KitRows {
  /** One's own first, so that what the server adds moves none of them. */
  rows: readonly ListedKit[]
  words: readonly string[]
  /** How many of them are on this device. */
  here: number
  /** How many there are without a search, null when nobody knows. */
  total: number | null
  server: {
    /** `none`: it is not asked. */
    status: 'none' | 'asking' | 'answered' | 'failed'
    hasMore: boolean
    mayAskByItself: boolean
    /** When it last answered, 0 for never. */
    at: number
    ask: () => void
    askMore: () => void
  }
}

/** The kits that match, on this device and on the server. */
export function useKitRows(index: KitIndex, query: string, isMineOnly: boolean): KitRows {
  const account = useAccount()
  const words = useMemo(() => wordsOf(query), [query])
  const asked = useMemo(() => ({ words, isMineOnly }), [words, isMineOnly])
  // What nobody is signed in for is on this device alone.
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
    // Until all kits of this device are known, some of the server's may be among them.
    if (!isWhole || !isAsked) return []
    // What was seen before begins a search: the newest that match, as the answer will have them.
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
 * What the server has beside one's own kits. Somebody else's that is on this device by now stays
 * where the server has it: who comes back from it finds it in its place.
 */
function placed(kits: readonly ListedKit[], find: KitIndex['find']): ListedKit[] {
  return kits.flatMap((kit) => {
    const known = find(kit.id)
    if (known === undefined) return kit
    return known && !known.isMine && known.isNamed ? known : []
  })
}
