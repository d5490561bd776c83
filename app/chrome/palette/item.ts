/** Search items and their ranking. */
import { fold } from '#shared/text/fold.ts'
import type { SearchOption } from '../../ui/controls/SearchList.tsx'

export interface Item extends SearchOption {
  /** Further search words. */
  alias?: string
  /** Key in the recent list, if not its own; '' to leave it out. */
  recent?: string
  /** Link, or action. */
  does: string | (() => void | Promise<void>)
}

/** Items with every word, prefix matches first; otherwise in order. */
export function findItems(items: readonly Item[], words: readonly string[]): Item[] {
  const found = items.filter((item) => {
    const text = textOf(item)
    return words.every((word) => text.includes(word))
  })
  return found.sort((a, b) => rankOf(a.title, words) - rankOf(b.title, words))
}

/** Cached search texts: every key searches thousands of items. */
const texts = new WeakMap<Item, string>()

function textOf(item: Item): string {
  const { title, detail = '', alias = '' } = item
  const text = texts.get(item) ?? fold(`${title} ${detail} ${alias}`)
  texts.set(item, text)
  return text
}

/** 0 if the title starts with the words, 1 if a word of it starts with each, 2 otherwise. */
export function rankOf(title: string, words: readonly string[]): number {
  const text = fold(title)
  if (text.startsWith(words.join(' '))) return 0
  return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 1 : 2
}
