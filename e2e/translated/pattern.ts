/** Patterns that tests look for, as rows of characters and of character sets. */

export interface Char {
  char: string
}

/** One character of a set, or a run of them. */
export interface Some {
  /** Source in a regex. */
  source: string
  takes: RegExp
  isRun: boolean
  mayLack: boolean
}

export type Item = Char | Some

export interface Pattern {
  items: readonly Item[]
  /** Whether the text begins with the items, and ends with them. */
  starts: boolean
  ends: boolean
}

export const isChar = (item: Item | undefined): item is Char => item !== undefined && 'char' in item

/** Items of plain text, every run of white space as one blank. */
export const itemsOf = (text: string): Char[] =>
  Array.from(text.trim().replaceAll(/\s+/g, ' '), (char) => ({ char }))

type Mark = '^' | '$'
type Row = readonly (Item | Mark)[]

const ANYTHING: Some = { source: '.*', takes: /./, isRun: true, mayLack: true }
/** Limit on ways to match a regex: no test would mean more. */
const MOST_WAYS = 64

/** Every way to match a regex, each without choices. Lookarounds are dropped: they only narrow. */
export function patternsOf(regex: RegExp): Pattern[] {
  const { source } = regex
  let at = 0

  function choices(): Row[] {
    const all = row()
    while (source[at] === '|') {
      at += 1
      all.push(...row())
    }
    return all
  }

  function row(): Row[] {
    let rows: Row[] = [[]]
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const atoms = repeated(atom())
      rows = rows.flatMap((before) => atoms.map((atom) => [...before, ...atom]))
      if (rows.length > MOST_WAYS) throw new Error(`Too many ways to read ${String(regex)}`)
    }
    return rows
  }

  function atom(): Row[] {
    const char = source[at] ?? ''
    at += 1
    if (char === '^' || char === '$') return [[char]]
    if (char === '(') return group()
    if (char === '.') return [[setOf('.')]]
    if (char === '[') {
      const end = /^\^?\]?(?:\\.|[^\]\\])*\]/.exec(source.slice(at))?.[0] ?? ''
      at += end.length
      return [[setOf(`[${end}`)]]
    }
    if (char !== '\\') return [[{ char }]]
    const escaped = source[at] ?? ''
    at += 1
    if (escaped === 'b' || escaped === 'B') return [[]]
    return [[/[dDwWsS]/.test(escaped) ? setOf(`\\${escaped}`) : { char: escaped }]]
  }

  function group(): Row[] {
    const kind = /^\?(?:<?[=!]|:|<\w+>)/.exec(source.slice(at))?.[0] ?? ''
    at += kind.length
    const inside = choices()
    at += 1
    return /[=!]$/.test(kind) ? [[]] : inside
  }

  function repeated(atoms: Row[]): Row[] {
    const [how, least] = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at)) ?? []
    if (how === undefined) return atoms
    at += how.length
    if (how.startsWith('?')) return [[], ...atoms]
    const [only, ...others] = atoms.length === 1 ? (atoms[0] ?? []) : []
    if (only === undefined || typeof only === 'string' || others.length > 0) return [[ANYTHING]]
    const one = isChar(only) ? escaped(only.char) : only.source
    const mayLack = how.startsWith('*') || least === '0'
    return [[{ source: one + how, takes: new RegExp(`^${one}$`), isRun: true, mayLack }]]
  }

  return choices().map((marked) => ({
    items: marked.filter((item): item is Item => typeof item !== 'string'),
    starts: marked[0] === '^',
    ends: marked.at(-1) === '$',
  }))
}

const setOf = (source: string): Some => ({
  source,
  takes: new RegExp(`^${source}$`),
  isRun: false,
  mayLack: false,
})

/** Escapes text for a regex; a blank is any white space: German has some that do not break. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
