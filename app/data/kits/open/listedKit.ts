/** A kit as the list shows and searches it, without reading its lines. */
import { fold } from '#shared/text/fold.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { isNamed } from '#shared/kinds/kit.ts'
import { worded } from '#shared/words/words.ts'

export interface ListedKit {
  id: string
  /** '' for none. */
  buildId: string
  name: string
  /** Display title: see `kitTitle`. */
  title: string
  /** Year, make and model, '' for none. */
  vehicle: string
  task: string
  /** Search text, lower case. */
  words: string
  /** An empty name, or one starting with "Build ", counts as none. */
  isNamed: boolean
  isMine: boolean
  /** Whether it opens offline. */
  isHere: boolean
  /** The server has it: its link opens for others. */
  isLive: boolean
  /** It has pending rows. */
  isWaiting: boolean
  /** Hidden by an administrator; absent otherwise. */
  isHidden?: boolean
  /** Set when its lines are not here, or are not its owner's live ones. */
  sum?: PriceSum
  /** Set for kits the server listed, milliseconds. */
  savedAt?: number
}

/** Adds `words`, built like the server's so both find the same kits. */
export function withWords(kit: Omit<ListedKit, 'words' | 'isNamed'>): ListedKit {
  const said = new Set([kit.vehicle, kit.task, worded(kit.task), kit.name])
  const words = fold([...said].filter(Boolean).join(' '))
  return { ...kit, words, isNamed: isNamed(kit.name) }
}

/** Words of a search: a kit must contain each, in any order. */
export function wordsOf(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean)
}

/** Kits to show: own ones, drafts too, before opened ones; for everybody, those with a name. */
export function listKits(kits: readonly ListedKit[], isMineOnly: boolean): readonly ListedKit[] {
  return isMineOnly ? ownFirst(kits) : kits.filter((kit) => kit.isNamed)
}

export function ownFirst(kits: readonly ListedKit[]): readonly ListedKit[] {
  return [...kits.filter((kit) => kit.isMine), ...kits.filter((kit) => !kit.isMine)]
}

/** Kits that contain every word. */
export function searchKits(
  kits: readonly ListedKit[],
  words: readonly string[],
): readonly ListedKit[] {
  let found = kits
  for (const word of words) found = found.filter((kit) => kit.words.includes(word))
  return found
}

/** Searches remembered: every keystroke makes one, and deleting letters repeats them. */
const MOST_REMEMBERED = 20
let among: readonly ListedKit[] = []
let remembered = new Map<string, readonly ListedKit[]>()

/** `searchKits` for a search being typed: a longer query filters the shorter one's results. */
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
