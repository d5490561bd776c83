/**
 * Parts in free text: bulleted lists, several links, and copied carts, where a part takes one line
 * or several. Each line is read as if typed. Patterns here see lines with collapsed spaces and run
 * in linear time: the text may be a stranger's.
 */
import type { Cell } from '../tables/columnHeads.ts'

import { isOfShop, isSumWord } from '../tables/cartWords.ts'
import { columnsByHeads, LINE_COLUMNS } from '../tables/columnHeads.ts'
import { decimalMarkOf, valueIn } from '../money/pastedPrice.ts'
import { collapseBlanks } from '../text/trimEndOf.ts'
import { readTypedLine, type TypedContext } from './readTypedLine.ts'
import { withoutMarks } from '../text/withoutMarks.ts'

/** Longer lines are no typed part, and stay as they are. */
const MOST_READ = 500

type Texts = Partial<Record<Cell, string>>

/**
 * `amount`: only a price or quantity. `about`: maker, number or link of an adjacent part. `free`:
 * may be a part's name. `none`: shop text or a greeting.
 */
interface Read {
  line: string
  kind: 'amount' | 'about' | 'free' | 'none'
  texts: Texts
  isUnsure: boolean
}

interface Part {
  texts: Texts
  /** Separate prices: unit, total, crossed out. */
  prices: { text: string; line: string }[]
  /** In the line of its name, as if typed. */
  hasOwnPrice: boolean
  isUnsure: boolean
}

/** Parts of a text, and its other lines: greetings, headings, sums, buttons. */
export interface CartRows {
  /** In the order of LINE_COLUMNS. */
  rows: string[][]
  others: string[]
  /** Number of ambiguous rows. */
  unsure: number
}

export function readCart(text: string, context: TypedContext = {}): CartRows {
  const lines = text.split(/\r\n?|\n/).map(collapseBlanks)
  const isText = (line: string) => line !== '' && !/^#|^[-=*_]{3,}$/.test(line)
  const reads = withLabels(lines.filter(isText), context)
  const titles = titlesOf(reads)
  const parts: Part[] = []
  const others = lines.filter((line) => /^#+ ?[^# ]/.test(line))
  for (const read of reads) {
    const { kind, line, texts } = read
    const current = parts.at(-1)
    const isTitle = titles.has(read)
    if (!isTitle && kind !== 'none' && current && takes(current, read)) continue
    if (isTitle || (kind === 'about' && texts.link !== undefined)) {
      const prices = texts.price === undefined ? [] : [{ text: texts.price, line }]
      const isUnsure = titles.get(read) ?? false
      parts.push({ texts: { ...texts }, prices, hasOwnPrice: prices.length > 0, isUnsure })
    } else others.push(line)
  }
  const sums = reads.filter(({ line }) => isSumWord(line)).map(({ texts }) => texts.price ?? '')
  settlePrices(parts, sums, others)
  return {
    rows: parts.map(({ texts }) => LINE_COLUMNS.map((cell) => texts[cell] ?? '')),
    others,
    unsure: parts.filter(({ isUnsure }) => isUnsure).length,
  }
}

/** Adds a line below a part's name to it. @returns false when it is taken, or does not fit */
function takes(part: Part, read: Read): boolean {
  const { kind, line, texts } = read
  if (kind !== 'amount') {
    const cells = (['manufacturer', 'partNumber', 'link'] as const).filter((cell) => texts[cell])
    if (isNamed(read) || cells.some((cell) => part.texts[cell])) return false
    for (const cell of cells) part.texts[cell] = texts[cell] ?? ''
    return true
  }
  const { price, qty } = texts
  const isOther = qty !== undefined && part.texts.qty !== undefined && qty !== part.texts.qty
  if (price !== undefined) part.prices.push({ text: price, line })
  if (qty !== undefined) part.texts.qty ??= qty
  if (isOther) part.isUnsure = true
  return !isOther && (price === undefined || part.prices.length === 1)
}

/** Tells unit prices from totals, by a second price or the cart's sums, or marks them unsure. */
function settlePrices(parts: readonly Part[], sums: readonly string[], others: string[]): void {
  const mark = decimalMarkOf([
    ...parts.flatMap(({ prices }) => prices.map(({ text }) => text)),
    ...sums,
  ])
  const centsOf = (text: string) => Math.round((valueIn(text, mark) ?? 0) * 100)
  const qtyOf = ({ texts }: Part) => Number(texts.qty ?? 1)
  const open: Part[] = []
  for (const part of parts) {
    const cents = part.prices.map(({ text }) => centsOf(text))
    const at = cents.findIndex((each, own) =>
      cents.some((all, other) => other !== own && all === each * qtyOf(part)),
    )
    const [first, price = first] = [part.prices[0], part.prices[at]]
    if (!first || !price) continue
    // Leaves out the line of the other price.
    if (price !== first) others[others.indexOf(price.line)] = first.line
    part.texts.price = price.text
    if (at < 0 && cents.length > 1) part.isUnsure = true
    else if (at < 0 && qtyOf(part) > 1 && !part.hasOwnPrice) open.push(part)
  }
  const sumOf = (one: (part: Part) => number) =>
    parts.reduce((sum, part) => sum + centsOf(part.texts.price ?? '') * one(part), 0)
  const isSaid = (cents: number) => sums.some((text) => centsOf(text) === cents)
  if (open.length === 0 || isSaid(sumOf(qtyOf))) return
  const isOfAll = isSaid(sumOf((part) => (open.includes(part) ? 1 : qtyOf(part))))
  for (const part of open) {
    const { price = '' } = part.texts
    const each = centsOf(price) / qtyOf(part)
    part.isUnsure = !isOfAll || !Number.isInteger(each)
    if (!isOfAll) continue
    const decimal = (each / 100).toFixed(2).replace('.', mark)
    // A total that does not divide evenly gives no unit price.
    part.texts.price = part.isUnsure ? '' : price.replace(/\d[\d.,'’ ]*(?<=\d)/, decimal)
    if (part.isUnsure) others.push(part.prices[0]?.line ?? price)
  }
}

/** Reads each line, joining a label with the value below it. */
function withLabels(lines: readonly string[], context: TypedContext): Read[] {
  const reads: Read[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const next = lines[at + 1] ?? ''
    const both = next !== '' && isLabel(line) && !isLabel(next) ? `${line}: ${next}` : ''
    const read = both === '' ? null : readLine(both, context)
    const isOne = read?.kind === 'amount' || read?.kind === 'about' || isOfShop(both)
    reads.push(read && isOne ? read : readLine(line, context))
    if (isOne) at++
  }
  return reads
}

/** "Qty", "Brand" and "Subtotal" on their own. */
const isLabel = (line: string) =>
  cellOf(line) !== null || (isSumWord(line) && isOfShop(line) && !/\d/.test(line))

/** "Qty", "Brand", "Artikelnummer": the cell a label names. */
const cellOf = (label: string): Cell | null =>
  label.length > 30 ? null : (columnsByHeads([label])?.[0] ?? null)

function readLine(line: string, context: TypedContext): Read {
  if (line.length > MOST_READ) return { line, kind: 'free', texts: { name: line }, isUnsure: false }
  const [, label = '', value = ''] = /^(.{1,30}?)(?:: ?|(?<=#) ?)(\S.*)$/.exec(line) ?? []
  const cell = cellOf(label)
  if (cell === 'manufacturer' || cell === 'partNumber' || cell === 'link')
    return { line, kind: 'about', texts: { [cell]: value }, isUnsure: false }
  const words = cell === 'name' ? value : cell ? `${cell} ${value}` : line
  const read = readWords(
    words.replace(/^(?:your|our|sale|now:?) (?=price|[\p{Sc}])/iu, ''),
    context,
  )
  const { name = '', price, qty, manufacturer, partNumber, link } = read.texts
  const hasWords = /[\p{L}]/u.test(name)
  const hasAmount = price !== undefined || qty !== undefined
  if (!hasWords && !manufacturer && !partNumber && link === undefined)
    return { line, ...read, kind: hasAmount ? 'amount' : 'none' }
  if (isOfShop(line) || isProse(line)) return { line, ...read, kind: 'none' }
  const isAddress = !hasWords && link !== undefined && !hasAmount
  return { line, ...read, kind: isAddress ? 'about' : 'free' }
}

function readWords(line: string, context: TypedContext): Pick<Read, 'texts' | 'isUnsure'> {
  const { text, link } = withoutMarks(line)
  const plain = text.replaceAll(/\\([\\`*_{}[\]<>()#+!|~-])/g, '$1')
  const { pieces, doubts } = readTypedLine(plain, context)
  const texts: Texts = link === null ? {} : { link }
  for (const piece of Object.values(pieces)) texts[piece.cell] ??= piece.text
  const isUnsure = doubts.length > 0 || Object.values(pieces).some(({ why }) => why !== null)
  return { texts, isUnsure }
}

const GREETING =
  /^(?:hi|hello|hey|dear|thanks|thank you|regards|best regards|kind regards|cheers|hallo|bonjour|hola)(?![\p{L}])/iu

/** Prose around a list: a greeting, a heading, a sentence. Has no price or number. */
function isProse(line: string): boolean {
  if (line.length > 400 || /[\p{Sc}]|\d|https?:/u.test(line)) return false
  const words = line.split(' ').length
  if (GREETING.test(line) && words < 8) return true
  return line.endsWith(':') || (/[.!?…]$/.test(line) && words > 5)
}

const isNamed = ({ texts: { name = '' } }: Read): boolean => /[\p{L}]/u.test(name)

/**
 * Lines that name a part, each with whether it is unsure. In a list every line does; in a cart
 * prices stand alone, and the lines between two belong to one part: the groups together tell which
 * line names it.
 */
function titlesOf(reads: readonly Read[]): Map<Read, boolean> {
  const titles = new Map<Read, boolean>()
  const add = (read: Read, isUnsure = false) => titles.set(read, read.isUnsure || isUnsure)
  const amounts = reads.filter(({ kind }) => kind === 'amount')
  const isPriced = amounts.some(({ texts }) => texts.price !== undefined)
  const closed: Read[][] = []
  let open: Read[] = []
  const footers = new Set<Read>()
  let isSummed = false
  for (const read of reads) {
    const { price } = read.texts
    isSummed = read.kind !== 'amount' && (isSummed || isSumWord(read.line))
    if (read.kind === 'amount') {
      if (open.length > 0 && (price !== undefined || !isPriced)) {
        closed.push(open)
        open = []
      }
    } else if (read.kind === 'free') {
      open.push(read)
      if (isSummed) footers.add(read)
      if (isPriced && price !== undefined) for (const line of open.splice(0)) add(line)
    }
  }
  const groups = closed.map((group) => {
    const named = group.filter((read) => isNamed(read) && !isDetail(read))
    return named.length > 0 ? named : group
  })
  const [first = [], ...later] = groups
  const usual = later.reduce((least, { length }) => Math.min(least, length), Infinity)
  // Lines after a price are about the part before it.
  const behind = usual === Infinity ? 0 : Math.max(0, usual - first.length)
  for (const group of groups) {
    const own = group === first ? group : group.slice(behind)
    const priced = own.filter(({ texts }) => texts.price !== undefined)
    const isSure =
      own.length === 1 ||
      (group === first ? later.length > 0 && own.length <= usual : own.length === usual - behind)
    if (priced.length > 0) for (const line of priced) add(line)
    else add(isSure ? (own[0] as Read) : own.reduce(longer), !isSure)
  }
  const rest =
    closed.length > 0
      ? open.slice(behind).filter((read) => !footers.has(read) && !isDetail(read))
      : open
  for (const line of rest) add(line, closed.length > 0)
  return titles
}

/** "Quality: OEM" */
const isDetail = ({ line, texts: { price, qty } }: Read): boolean =>
  /^[^:]{2,30}: \S/.test(line) && price === undefined && qty === undefined

const longer = (a: Read, b: Read): Read => (b.line.length > a.line.length ? b : a)
