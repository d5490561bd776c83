/** A kit as the list of kits shows and searches it: what can be told without reading its lines. */
import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { isNamed } from '#shared/kinds/kit.ts'
import { worded } from '#shared/words/words.ts'

export interface ListedKit {
  id: string
  /** '' for a kit that has none. */
  buildId: string
  name: string
  /** What it is called: see `kitTitle`. */
  title: string
  /** Year, make and model, '' for none. */
  vehicle: string
  task: string
  /** What is searched, in lower case. */
  words: string
  /** A name that is empty or starts with "Build " counts as none. */
  isNamed: boolean
  isMine: boolean
  /** Whether it opens without a network. */
  isHere: boolean
  /** The server has it: its link opens for others. */
  isLive: boolean
  /** Rows of it that wait to be sent. */
  waiting: number
  /** An administrator has hidden it: absent for one that is open. */
  isHidden?: boolean
  /** Of a kit whose lines are not here, or not its owner's live ones. */
  sum?: PriceSum
  /** Of a kit the server has answered, milliseconds. */
  savedAt?: number
}

/** The kit with its `words`: as the server has them, so that both find the same, and as its task is read. */
export function withWords(kit: Omit<ListedKit, 'words' | 'isNamed'>): ListedKit {
  const said = new Set([kit.vehicle, kit.task, worded(kit.task), kit.name])
  const words = [...said].filter(Boolean).join(' ').toLowerCase()
  return { ...kit, words, isNamed: isNamed(kit.name) }
}

/** The words of a search: each has to be contained, in any order. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * The kits to show of those on this device: one's own, drafts too, and behind them the opened ones;
 * among everybody's those with a name.
 */
export function listKits(kits: readonly ListedKit[], isMineOnly: boolean): readonly ListedKit[] {
  return isMineOnly ? ownFirst(kits) : kits.filter((kit) => kit.isNamed)
}

export function ownFirst(kits: readonly ListedKit[]): readonly ListedKit[] {
  return [...kits.filter((kit) => kit.isMine), ...kits.filter((kit) => !kit.isMine)]
}

/** The kits that have every word. */
export function searchKits(
  kits: readonly ListedKit[],
  words: readonly string[],
): readonly ListedKit[] {
  let found = kits
  for (const word of words) found = found.filter((kit) => kit.words.includes(word))
  return found
}

/** How many searches are remembered: every key makes one, and taking it back asks for it again. */
const MOST_REMEMBERED = 20
let among: readonly ListedKit[] = []
let remembered = new Map<string, readonly ListedKit[]>()

/** The same for a search that is being typed: what goes on from another looks through its kits only. */
export function searchOn(
  kits: readonly ListedKit[],
  words: readonly string[],
): readonly ListedKit[] {
  if (among !== kits) remembered = new Map()
  among = kits
  const key = words.join(' ')
  const known =
    remembered.get(key) ?? searchKits(remembered.get(key.slice(0, -1).trimEnd()) ?? kits, words)
  remembered.delete(key)
  remembered.set(key, known)
  const [oldest] = remembered.keys()
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return known
}
