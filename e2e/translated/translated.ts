/**
 * Text that a test looks for, in another language: from the app's own catalogue, with numbers and
 * amounts in that language's format. Text in no catalogue stays, as typed names do.
 */
import { escaped, isChar, type Item, itemsOf, type Pattern, patternsOf } from './pattern.ts'
import { layOn, lettersOf, type Lying, type Sentence, sentencesOf } from './sentences.ts'

export interface Asked {
  /** Whether plain text is the whole text; otherwise a part will do. */
  isWhole?: boolean
  ignoresCase?: boolean
}

export interface Translator {
  /** Text or regex to look for instead; the same where nothing is translated. */
  (wanted: string | RegExp, asked?: Asked): string | RegExp
}

interface Said {
  /** Regexes, without anchors. */
  sources: readonly string[]
  /** Number of letters that come from the catalogue. */
  letters: number
  /** The most of them in one sentence. */
  direct: number
}

/** Pieces of a text from `from` on, whose first sentence is at `rest`. */
interface Pieces {
  from: number
  rest: number
  worth: number
  letters: number
  /** Regex from `rest` on. */
  after: string
}

/** Regex for an unknown hole. Bounded: a whole page is searched with many of them. */
const ANYTHING = String.raw`[\s\S]{0,99}?`
/** Limit on sentences nested in sentences. */
const DEEPEST = 3
/** The fewest letters that tell a sentence from anything. */
const FEWEST = 2
/** Share of letters from which a text, or a piece of one, counts as a sentence. */
const MOST = 0.6
/** The fewest letters of a piece that is cut off: "on" begins many sentences. */
const FEWEST_OF_CUT = 6

/** Translates by catalogues, keys in English, into the language that Intl knows by `tag`. */
export function openTranslator(
  catalogues: readonly Readonly<Record<string, string>>[],
  tag: string,
): Translator {
  const sentences = catalogues.flatMap(sentencesOf)
  const known = new Map<string, string | RegExp>()
  const saidBefore = new Map<string, Said>()

  function translated(
    wanted: string | RegExp,
    { isWhole = false, ignoresCase = false }: Asked = {},
  ) {
    const key = `${String(isWhole)} ${String(ignoresCase)} ${typeof wanted} ${String(wanted)}`
    const found = known.get(key) ?? look(wanted, isWhole, ignoresCase)
    known.set(key, found)
    return found
  }

  function look(wanted: string | RegExp, isWhole: boolean, ignoresCase: boolean) {
    const isText = typeof wanted === 'string'
    if (isText && wanted.trim() === '') return wanted
    const flags = isText ? (ignoresCase ? 'i' : '') : wanted.flags
    const patterns = isText
      ? [{ items: itemsOf(wanted), starts: isWhole, ends: isWhole }]
      : patternsOf(wanted)
    const sources = patterns.flatMap((pattern) =>
      say(pattern, flags.includes('i'), 0).sources.map((source) => tied(source, pattern)),
    )
    const isSame = isText && sources.length === 1 && sources[0] === tiedText(wanted, isWhole)
    return isSame ? wanted : new RegExp([...new Set(sources)].join('|'), flags)
  }

  const tied = (source: string, { starts, ends }: Pattern) =>
    (starts ? String.raw`^\s*(?:${source})` : source) + (ends ? String.raw`\s*$` : '')

  const tiedText = (text: string, isWhole: boolean) =>
    tied(escaped(text.trim()), { items: [], starts: isWhole, ends: isWhole })

  function say(
    pattern: Pattern,
    ignoresCase: boolean,
    depth: number,
    mayBeSeveral = depth === 0,
  ): Said {
    const key = `${depth} ${String(mayBeSeveral)} ${String(ignoresCase)} ${JSON.stringify(pattern)}`
    const found = saidBefore.get(key) ?? sayAnew(pattern, ignoresCase, depth, mayBeSeveral)
    saidBefore.set(key, found)
    return found
  }

  function sayAnew(pattern: Pattern, ignoresCase: boolean, depth: number, mayBeSeveral: boolean) {
    const asItStands: Said = { sources: [written(pattern.items, tag)], letters: 0, direct: 0 }
    const all = lettersOf(pattern.items)
    if (depth > DEEPEST) return asItStands
    const options = lyings(pattern, ignoresCase).map((lying) =>
      fill(lying, pattern, ignoresCase, depth),
    )
    const letters = Math.max(0, ...options.map((option) => option.letters))
    // One sentence rather than several nested ones, and in any case the one with the most letters
    // of its own: a name in it can look like sentences too.
    const mostOf = (some: typeof options) => Math.max(0, ...some.map((option) => option.direct))
    const most = options.filter((option) => option.letters === letters)
    const whole = options.filter((option) => option.isWhole)
    const direct = mostOf(most)
    const best = new Set([
      ...most.filter((option) => option.direct === direct || option.isWhole),
      ...whole.filter((option) => option.direct === mostOf(whole)),
    ])
    // The text may be several sentences, one after another.
    const isOne = options.some(
      (option) => option.isWhole && !option.isOpen && option.direct === all,
    )
    const pieces = mayBeSeveral && !isOne ? inPieces(pattern, ignoresCase) : asItStands
    // Sentences cover all of the text.
    if (pieces.letters > letters && pieces.letters === all) return pieces
    if (best.size === 0) return pieces.letters > 0 ? either(pieces, asItStands) : asItStands
    // Text with few letters of a sentence may as well be typed input.
    const isSure = [...best].some((option) => option.isWhole) && letters > all * MOST
    const said = {
      letters: Math.max(letters, pieces.letters),
      direct: Math.max(direct, mostOf(whole)),
      sources: [...new Set([...best].flatMap((option) => option.sources))],
    }
    const both = pieces.letters > 0 ? either(said, pieces) : said
    return isSure ? both : either(both, asItStands)
  }

  function lyings(pattern: Pattern, ignoresCase: boolean): Lying[] {
    const runs = runsOf(pattern.items)
    const longest = runs.toSorted((a, b) => b.length - a.length)[0] ?? ''
    if (longest === '') return []
    return sentences.flatMap((sentence: Sentence) => {
      if (!runs.some((run) => sentence.fixed.includes(run))) return []
      const lying = layOn(pattern, sentence, ignoresCase)
      const enough = Math.min(FEWEST, sentence.letters)
      return lying && lying.letters >= enough ? [lying] : []
    })
  }

  function fill(lying: Lying, pattern: Pattern, ignoresCase: boolean, depth: number) {
    const { sentence, fills } = lying
    let letters = lying.letters
    const parts = sentence.other.map((token) => {
      if (typeof token === 'string') return escaped(token)
      const filling = fills.get(token.hole)
      if (!filling) return ANYTHING
      // Only a hole of the outermost sentence may be filled by several sentences.
      const said = say(filling, ignoresCase, depth + 1, depth === 0)
      letters += said.letters
      // Typed input in a hole may equal a sentence by chance.
      const own = written(filling.items, tag)
      const inside = [...new Set([...said.sources, own])]
      const source = inside.length === 1 ? own : `(?:${inside.join('|')})`
      return (filling.starts ? '' : ANYTHING) + source + (filling.ends ? '' : ANYTHING)
    })
    let source = parts.join('')
    if (!pattern.starts && source.startsWith(ANYTHING)) source = source.slice(ANYTHING.length)
    if (!pattern.ends && source.endsWith(ANYTHING)) source = source.slice(0, -ANYTHING.length)
    return {
      sources: source === '' ? [] : [source],
      letters: source === '' ? 0 : letters,
      direct: lying.letters,
      isWhole: lying.letters === sentence.letters,
      isOpen: sentence.english.some((token) => typeof token !== 'string'),
    }
  }

  /** Sentences that cover the most of a text, and the text between them. */
  function inPieces({ items, starts, ends }: Pattern, ignoresCase: boolean): Said {
    const edges = [...items.keys(), items.length].filter((at) => isEdge(items, at))
    /** Best pieces from each later edge to the end. */
    let next: Pieces[] = [
      { from: items.length, rest: items.length, worth: 0, letters: 0, after: '' },
    ]
    for (const start of edges.toReversed()) {
      const [first] = next
      if (!first || start === items.length) continue
      const best = next.reduce<Pieces>(
        (so, behind) => {
          const said = pieceOf(start, behind.from)
          // One long sentence rather than many short ones.
          const worth = (said?.direct ?? 0) ** 2 + behind.worth
          if (!said || worth < so.worth) return so
          const { sources, letters } = said
          const source = sources.length > 1 ? `(?:${sources.join('|')})` : sources.join('')
          const after = source + sourceOfAll(behind)
          return { from: start, rest: start, worth, letters: letters + behind.letters, after }
        },
        { ...first, from: start },
      )
      next = [best, ...next]
    }
    const [all] = next
    return {
      sources: [all ? sourceOfAll({ ...all, from: 0 }) : ''],
      letters: all?.letters ?? 0,
      direct: 0,
    }

    /** Regex of the text before the first sentence, and of everything from there on. */
    function sourceOfAll({ from, rest, after }: Pieces): string {
      return written(items.slice(from, rest), tag) + after
    }

    function pieceOf(start: number, to: number): Said | null {
      const piece = items.slice(start, to)
      const all = lettersOf(piece)
      const isAll = start === 0 && to === items.length
      const isKnown = piece.every((item) => isChar(item) || !item.isRun)
      if (isAll || !isKnown || isApart(piece[0]) || isBlank(piece.at(-1))) return null
      const isCut = (start === 0 && !starts) || (to === items.length && !ends)
      if (all < FEWEST) return null
      // The first and the last piece may be cut off, if enough of them is left.
      const isTied = !isCut || all < FEWEST_OF_CUT
      const ties = {
        starts: isTied || starts || start > 0,
        ends: isTied || ends || to < items.length,
      }
      const said = say({ items: piece, ...ties }, ignoresCase, 1)
      return said.letters >= all * MOST ? said : null
    }
  }

  return translated
}

const either = (a: Said, b: Said): Said => ({
  sources: [...new Set([...a.sources, ...b.sources])],
  letters: a.letters,
  direct: a.direct,
})

/** Whether `at` is not inside a word; an amount is one word with its symbol and marks. */
function isEdge(items: readonly Item[], at: number): boolean {
  const [before, next] = [items[at - 1], items[at]]
  const isWord = (item: Item | undefined) => isChar(item) && /[\p{L}\p{N}]/u.test(item.char)
  if (isDigit(next)) {
    if (isSymbol(before) || (isMark(before) && isDigit(items[at - 2]))) return false
  } else if (isDigit(before) && isMark(next) && isDigit(items[at + 1])) return false
  return !(isWord(before) && isWord(next))
}

/** Runs of a pattern's letters, in lower case, to look sentences up by. */
function runsOf(items: readonly Item[]): string[] {
  return items
    .map((item) => (isChar(item) ? item.char.toLowerCase() : '\0'))
    .join('')
    .split(/[^\p{L}]+/u)
    .filter((run) => run.length > 1)
}

const SYMBOL = /^[$€£¥]$/

/** Whether a character can separate sentences. */
const isApart = (item: Item | undefined) => isChar(item) && /[\s,.:;)]/.test(item.char)

const isBlank = (item: Item | undefined) => isChar(item) && item.char === ' '

/** Regex of a pattern, with amounts, numbers and days in the format of `tag`. */
function written(items: readonly Item[], tag: string): string {
  const points = new Intl.NumberFormat(tag).formatToParts(1234567.5)
  const pointOf = (type: string) => points.find((part) => part.type === type)?.value ?? ''
  const marks: Record<string, string> = { '.': pointOf('decimal'), ',': pointOf('group') }
  let text = ''
  for (let at = 0; at < items.length;) {
    const item = items[at]
    const day = dayAt(items, at)
    if (day) {
      text += `(?:${escaped(dayIn(tag, day))}|${escaped(day[0])})`
      at += day[0].length
      continue
    }
    const symbol = isChar(item) && isSymbol(item) ? item.char : ''
    const to = numberEnd(items, at + (symbol ? 1 : 0))
    const digits = items.slice(at + (symbol ? 1 : 0), to)
    const isNumber = digits.length > 0 && (symbol !== '' || isEdge(items, at))
    if (symbol === '' && !isNumber) {
      text += sourceOf(item)
      at += 1
      continue
    }
    const number = digits
      .map((each) => (isChar(each) ? escaped(marks[each.char] ?? each.char) : each.source))
      .join('')
    const own = digits.map(sourceOf).join('')
    if (symbol) text += String.raw`${number || '.*'}\s*${escaped(symbol)}`
    else text += number === own ? own : `(?:${number}|${own})`
    at = Math.max(to, at + 1)
  }
  return text
}

/** "Mar 14, 2026", also without its year. */
const DAY = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?!\d)(?:, (\d{4})(?!\d))?/

function dayAt(items: readonly Item[], at: number): RegExpExecArray | null {
  if (!isEdge(items, at)) return null
  const ahead = items.slice(at, at + 'Mar 14, 2026'.length + 1)
  return DAY.exec(ahead.map((item) => (isChar(item) ? item.char : '\0')).join(''))
}

function dayIn(tag: string, [day, year]: RegExpExecArray): string {
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  if (year !== undefined) options.year = 'numeric'
  // A leap year where the text has none, so that every day exists.
  return new Intl.DateTimeFormat(tag, options).format(new Date(year ? day : `${day}, 2024`))
}

/** Index behind the digits, sets of digits included, and the marks between them. */
function numberEnd(items: readonly Item[], from: number): number {
  let to = from
  while (isDigit(items[to]) || (to > from && isMark(items[to]) && isDigit(items[to + 1]))) to += 1
  return to
}

const isDigit = (item: Item | undefined) =>
  item !== undefined &&
  (isChar(item) ? /\d/.test(item.char) : /^(?:\\d|\.)[+*]?$/.test(item.source))

const isSymbol = (item: Item | undefined) => isChar(item) && SYMBOL.test(item.char)

const isMark = (item: Item | undefined) => isChar(item) && /[.,]/.test(item.char)

const sourceOf = (item: Item | undefined): string =>
  item === undefined ? '' : isChar(item) ? escaped(item.char) : item.source
