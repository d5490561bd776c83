/** Sentences of a catalogue beside their English, and how a pattern aligns with one of them. */
import { isChar, type Item, type Pattern } from './pattern.ts'

/** A character, or a placeholder (hole) by its name. */
type Token = string | { hole: string }

export interface Sentence {
  english: readonly Token[]
  other: readonly Token[]
  /** Text outside of holes, in lower case, to look sentences up by. */
  fixed: string
  letters: number
}

/** The part of a pattern that fills one hole. */
export type Fill = Pattern

export interface Lying {
  sentence: Sentence
  /** Number of the pattern's letters that are the sentence's own. */
  letters: number
  fills: ReadonlyMap<string, Fill>
}

const LETTER = /\p{L}/u

/** All sentences of a catalogue. Each plural form is one, and text between tags is one too. */
export function sentencesOf(catalogue: Readonly<Record<string, string>>): Sentence[] {
  const found = new Map<string, Sentence>()
  const add = (english: string, other: string) => {
    found.set(`${bare(english)}\0${bare(other)}`, sentence(bare(english), bare(other)))
    for (const [, tag = '', inner = ''] of english.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
      const translated = new RegExp(`<${tag}>(.*?)</${tag}>`).exec(other)?.[1]
      if (translated !== undefined) add(inner, translated)
    }
  }
  for (const [key, value] of Object.entries(catalogue)) {
    if (key === '') continue
    const forms = value.split('\0')
    const english = key.slice(key.indexOf('\u0004') + 1).split('\0')
    english.forEach((text, at) => add(text, forms[at] ?? forms.at(-1) ?? text))
  }
  return [...found.values()].filter(({ letters }) => letters > 0)
}

const bare = (text: string) =>
  text
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

function sentence(english: string, other: string): Sentence {
  const tokens = tokensOf(english)
  return {
    english: tokens,
    other: tokensOf(other),
    fixed: tokens
      .map((token) => (typeof token === 'string' ? token : '\0'))
      .join('')
      .toLowerCase(),
    letters: tokens.filter((token) => typeof token === 'string' && LETTER.test(token)).length,
  }
}

const tokensOf = (text: string): Token[] =>
  text
    .split(/(\{\w+\})/)
    .flatMap((piece): Token[] =>
      /^\{\w+\}$/.test(piece) ? [{ hole: piece.slice(1, -1) }] : Array.from(piece),
    )

export const lettersOf = (items: readonly Item[]): number =>
  items.filter((item) => isChar(item) && LETTER.test(item.char)).length

interface Path {
  letters: number
  /** Number of matching characters that are no letters. */
  others: number
  /** Rest of the path; `item` is the one that this step puts into `hole`. */
  next: Path | null
  hole: string | null
  item: Item | null
}

const END: Path = { letters: 0, others: 0, next: null, hole: null, item: null }

/** Best alignment of a pattern with a sentence, or null where they do not match. */
export function layOn(pattern: Pattern, on: Sentence, ignoresCase: boolean): Lying | null {
  const { items, starts, ends } = pattern
  const { english } = on
  const known = new Map<number, Path | null>()

  function best(i: number, j: number): Path | null {
    const key = i * (english.length + 1) + j
    const had = known.get(key)
    if (had !== undefined) return had
    const path = look(i, j)
    known.set(key, path)
    return path
  }

  function look(i: number, j: number): Path | null {
    const item = items[i]
    const token = english[j]
    if (item === undefined) {
      const isOver = english.slice(j).every((each) => typeof each !== 'string')
      return !ends || isOver ? END : null
    }
    if (token === undefined) {
      return items.slice(i).every((each) => !isChar(each) && each.mayLack) ? END : null
    }
    if (typeof token !== 'string') {
      // The hole of a plural holds a number.
      if (token.hole === 'count' && isChar(item) && !/[\d.,]/.test(item.char)) return best(i, j + 1)
      const isRun = !isChar(item) && item.isRun
      return better(
        best(i, j + 1),
        within(token.hole, item, best(i + 1, j)),
        isRun ? within(token.hole, item, best(i, j + 1)) : null,
      )
    }
    if (isChar(item)) {
      return isSame(item.char, token) ? gaining(token, best(i + 1, j + 1)) : null
    }
    const lacking = item.mayLack ? best(i + 1, j) : null
    if (!item.takes.test(token)) return lacking
    if (!item.isRun) return better(lacking, gaining(token, best(i + 1, j + 1)))
    return better(lacking, best(i, j + 1), best(i + 1, j + 1))
  }

  const isSame = (a: string, b: string) =>
    a === b || (ignoresCase && a.toLowerCase() === b.toLowerCase())

  const froms = starts ? [0] : english.keys()
  let path: Path | null = null
  for (const from of froms) path = better(path, best(0, from))
  return path && { sentence: on, letters: path.letters, fills: fillsOf(path, pattern) }
}

const gaining = (token: string, next: Path | null): Path | null =>
  next && {
    letters: next.letters + (LETTER.test(token) ? 1 : 0),
    others: next.others + (LETTER.test(token) ? 0 : 1),
    next,
    hole: null,
    item: null,
  }

const within = (hole: string, item: Item, next: Path | null): Path | null =>
  next && { letters: next.letters, others: next.others, next, hole, item }

const better = (...paths: (Path | null)[]): Path | null =>
  paths.reduce((best, each) => (each && (!best || isBetter(each, best)) ? each : best), null)

const isBetter = (a: Path, b: Path): boolean =>
  a.letters === b.letters ? a.others > b.others : a.letters > b.letters

/** Fills by hole; one that the pattern begins or ends in is known in part. */
function fillsOf(path: Path, { starts, ends }: Pattern): Map<string, Fill> {
  const fills = new Map<string, Fill>()
  let isFirst = true
  for (let at: Path | null = path; at; at = at.next) {
    if (at === END) break
    if (at.hole !== null && at.item !== null) {
      const before = fills.get(at.hole)
      const isLast = at.next === END
      fills.set(at.hole, {
        items: [...(before?.items ?? []), at.item],
        starts: before?.starts ?? (!isFirst || starts),
        ends: !isLast || ends,
      })
    }
    isFirst = false
  }
  return fills
}
