/** What the search finds, and which of it first. */
import type { SearchOption } from '../ui/controls/SearchList.tsx'

export interface Item extends SearchOption {
  /** Other words it is found by. */
  alias?: string
  /** As what it is remembered, where that is not its key; '' for not at all. */
  recent?: string
  /** Where it leads, or what it does. */
  does: string | (() => void | Promise<void>)
}

/** Those that have every word, what begins with them first; else in their order. */
export function findItems(items: readonly Item[], words: readonly string[]): Item[] {
  const found = items.filter((item) => {
    const text = textOf(item)
    return words.every((word) => text.includes(word))
  })
  return found.sort((a, b) => rankOf(a.title, words) - rankOf(b.title, words))
}

/** Every key looks into thousands of vehicles: their texts are made once. */
const texts = new WeakMap<Item, string>()

function textOf(item: Item): string {
  const { title, detail = '', alias = '' } = item
  const text = texts.get(item) ?? `${title} ${detail} ${alias}`.toLowerCase()
  texts.set(item, text)
  return text
}

/** 0 where the words begin the title, 1 where each begins a word of it, 2 elsewhere. */
export function rankOf(title: string, words: readonly string[]): number {
  const text = title.toLowerCase()
  if (text.startsWith(words.join(' '))) return 0
  return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 1 : 2
}
