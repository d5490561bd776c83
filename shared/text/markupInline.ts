/** Inline formatting within a block of markup.ts: paired marks, superscript, links. */
import { linkProblem, MAX_LINK_LENGTH } from '../links.ts'

export type Mark = 'bold' | 'italics' | 'strike' | 'super'

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: Mark; content: Inline[] }
  | { kind: 'link'; href: string; content: Inline[] }

/** A flattened tree: an unpaired mark is text as written. */
type Piece = Inline | { kind: 'open'; mark: Mark } | { kind: 'close' }

/** A potential opening mark: its place, and its run of stars. */
interface Opener {
  mark: Mark
  at: number
  run: number
}

const STOPS = /\*+|~+|\^+|\[|\n|[^\S\n]+|\bhttps?:\/\/[^\s<>"[\]]+/gi

/** Parses the inside of a block. Unpaired marks stay as text. */
export function readInline(text: string): Inline[] {
  return new InlineReader(text, true).read()
}

class InlineReader {
  private readonly text: string
  private readonly hasLinks: boolean
  private readonly pieces: Piece[] = []
  /** At most one per mark: nothing nests in itself, so no text makes a deep tree. */
  private openers: Opener[] = []

  /** @param hasLinks false inside a link */
  constructor(text: string, hasLinks: boolean) {
    this.text = text
    this.hasLinks = hasLinks
  }

  read(): Inline[] {
    const links = this.hasLinks ? findLinks(this.text) : null
    const stops = new RegExp(STOPS)
    let from = 0
    for (let stop = stops.exec(this.text); stop; stop = stops.exec(this.text)) {
      const [run] = stop
      const end = stop.index + run.length
      const link = links?.get(stop.index)
      this.write(this.text.slice(from, stop.index))
      from = end
      if (link) {
        const content = new InlineReader(link.text, false).read()
        this.pieces.push({ kind: 'link', href: link.href, content })
        from = link.end
      } else if (run.startsWith('*')) this.readStars(run, stop.index)
      else if (run.startsWith('~')) this.readTildes(run, stop.index)
      else if (run === '^' && this.isInkAt(end)) this.open('super', run, stop.index)
      else if (run.trim() === '') this.readSpace(run)
      else if (/^h/i.test(run) && this.hasLinks) from = stop.index + this.readAddress(run)
      else this.write(run)
      stops.lastIndex = from
    }
    this.write(this.text.slice(from))
    this.close('super')
    return treeOf(this.pieces)
  }

  private readStars(run: string, at: number): void {
    let left = run.length
    const mayOpen = this.isInkAt(at + run.length)
    if (this.isInkAt(at - 1)) {
      for (let mark = this.closedBy(left, mayOpen); mark; mark = this.closedBy(left, mayOpen)) {
        this.close(mark)
        left -= mark === 'bold' ? 2 : 1
      }
    }
    // "4*M6 and 2*M8" counts screws.
    const isTimes = left === 1 && /\d/.test(this.text.charAt(at - 1))
    if (!mayOpen || isTimes) return this.write('*'.repeat(left))
    if (left > 3) this.write('*'.repeat(left - 3))
    if (left >= 2) this.open('bold', '**', at)
    if (left === 1 || left >= 3) this.open('italics', '*', at)
  }

  /** Mark that a run of stars closes first; none without an opener. */
  private closedBy(stars: number, mayOpen: boolean): Mark | undefined {
    const open = this.openers.filter(({ mark }) => mark === 'bold' || mark === 'italics')
    const has = (mark: Mark) => open.some((opener) => opener.mark === mark)
    if (stars >= 3) return open.at(-1)?.mark
    if (stars === 2 && has('bold')) return 'bold'
    const isItalics = stars === 1 || (stars === 2 && !mayOpen)
    return isItalics && has('italics') ? 'italics' : undefined
  }

  private readTildes(run: string, at: number): void {
    const surplus = '~'.repeat(Math.max(0, run.length - 2))
    const isStruck = this.openers.some(({ mark }) => mark === 'strike')
    if (run.length > 1 && isStruck && this.isInkAt(at - 1)) {
      this.close('strike')
      this.write(surplus)
    } else if (run.length > 1 && this.isInkAt(at + run.length)) {
      this.write(surplus)
      this.open('strike', '~~', at)
    } else this.write(run)
  }

  private readSpace(run: string): void {
    this.close('super')
    if (run === '\n') this.pieces.push({ kind: 'break' })
    else this.write(run)
  }

  /** A bare URL. @returns its number of characters */
  private readAddress(run: string): number {
    const address = withoutPunctuation(run)
    const href = readHref(address)
    if (href) this.pieces.push({ kind: 'link', href, content: [{ kind: 'text', text: address }] })
    else this.write(run)
    return href ? address.length : run.length
  }

  private isInkAt(at: number): boolean {
    return /\S/.test(this.text.charAt(at))
  }

  private write(text: string): void {
    if (text !== '') this.pieces.push({ kind: 'text', text })
  }

  private open(mark: Mark, text: string, run: number): void {
    if (mark === 'super' && this.openers.some((opener) => opener.mark === mark)) {
      return this.write(text)
    }
    // The nearest one opens; earlier ones stay as text.
    this.openers = this.openers.filter((opener) => opener.mark !== mark)
    this.openers.push({ mark, at: this.pieces.length, run })
    this.write(text)
  }

  private close(mark: Mark): void {
    const index = this.openers.findIndex((opener) => opener.mark === mark)
    const opener = this.openers[index]
    if (!opener) return
    const inner = this.openers.slice(index + 1)
    this.openers.length = index
    const [next] = inner
    // "***a** b*": within one run of stars, the marks that close last open first.
    if (next && next.mark !== 'super' && next.run === opener.run) {
      this.pieces[opener.at] = { kind: 'text', text: '*' }
      this.openers.push({ ...next, at: opener.at })
      opener.at = next.at
    }
    // Superscript ends with its parent; other marks inside stay unpaired.
    const within = inner.find((other) => other.mark === 'super')
    if (within) this.pair(within)
    this.pair(opener)
  }

  private pair({ mark, at }: Opener): void {
    if (at === this.pieces.length - 1) return
    this.pieces[at] = { kind: 'open', mark }
    this.pieces.push({ kind: 'close' })
  }
}

/** Drops a sentence's full stop, an enclosing bracket, or bold stars. */
function withoutPunctuation(address: string): string {
  let surplus = address.split(')').length - address.split('(').length
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && surplus-- <= 0) break
    if (last !== ')' && !/[.,;:!?*~^'_]/.test(last)) break
  }
  return address.slice(0, end)
}

function treeOf(pieces: readonly Piece[]): Inline[] {
  const root: Inline[] = []
  const path = [root]
  for (const piece of pieces) {
    const into = path.at(-1) ?? root
    const last = into.at(-1)
    if (piece.kind === 'open') {
      const content: Inline[] = []
      into.push({ kind: piece.mark, content })
      path.push(content)
    } else if (piece.kind === 'close') path.pop()
    else if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text
    else into.push(piece.kind === 'text' ? { ...piece } : piece)
  }
  return root
}

/** A link in a text: from its map key, the opening bracket, to `end`. */
interface FoundLink {
  text: string
  href: string
  end: number
}

/** Links `[text](url)` with an allowed URL, by the position of their opening bracket. */
function findLinks(text: string): Map<number, FoundLink> {
  const links = new Map<number, FoundLink>()
  if (!text.includes('](')) return links
  const ends = pairParentheses(text)
  const brackets: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '[') brackets.push(at)
    if (character !== ']') continue
    const start = brackets.pop()
    const end = ends.get(at + 1)
    if (start === undefined || end === undefined) continue
    const label = text.slice(start + 1, at)
    const href = readHref(text.slice(at + 2, end))
    if (href === null || label.trim() === '') continue
    links.set(start, { text: label, href, end: end + 1 })
    // Links do not nest.
    brackets.length = 0
    at = end
  }
  return links
}

/** Matching end of each opening parenthesis without a space inside, in one pass. */
function pairParentheses(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  let open: number[] = []
  for (const { 0: character, index } of text.matchAll(/[()\s]/g)) {
    if (character === '(') open.push(index)
    else if (character === ')') {
      const start = open.pop()
      if (start !== undefined) ends.set(start, index)
    } else open = []
  }
  return ends
}

/** Normalized URL; null for all but http, https, mailto. */
function readHref(address: string): string | null {
  if (address === '' || address.length > MAX_LINK_LENGTH) return null
  const isMail = /^mailto:[^\s@]+@[^\s@]+$/i.test(address)
  if (!isMail && linkProblem(address) !== null) return null
  try {
    return new URL(address).href
  } catch {
    return null
  }
}
