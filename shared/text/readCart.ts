/**
 * Parts in running text: lists with bullets, several links, and what is copied out of a shop's cart,
 * where a part takes one line or several. Every pattern here sees a line whose blanks were collapsed,
 * and ends in time that grows as the line does: a stranger may have written it.
 */
import { readPastedPrice } from './pastedPrice.ts'
import { collapseBlanks, trimEndOf } from './trimEndOf.ts'
import { withoutMarks } from './withoutMarks.ts'

/** In the order of the builder's columns: name, manufacturer, part number, price, quantity, link. */
type Row = [string, string, string, string, string, string]
const [NAME, MAKER, NUMBER, PRICE, QTY, LINK] = [0, 1, 2, 3, 4, 5] as const

/** What carts say beside their parts. */
const NOISE =
  /^(?:sub ?total|order total|grand total|total|estimated|tax|shipping|delivery|free shipping|discount|promo|remove|delete|edit|update|save for later|move to|in stock|out of stock|ships|add to|checkout|your cart|shopping cart|cart|item|price|qty|quantity)\b/i
const LABELS: readonly [typeof MAKER | typeof NUMBER | typeof PRICE | typeof QTY, RegExp][] = [
  [QTY, /^(?:qty|quantity)\.? ?[:#]? ?(\d{1,5})$/i],
  [
    NUMBER,
    /^(?:part|item|mfr|mfg|oem|sku|mpn)\.? ?(?:part ?)?(?:no|number|num|#)?\.? ?[:#] ?(\S.*)$/i,
  ],
  [MAKER, /^(?:brand|manufacturer|made by|by)(?: ?:)? (\S.*)$/i],
  [PRICE, /^(?:unit |your |our )?price ?(?:each)? ?:? ?(\S.*)$/i],
]

/** One of these words, and no letter behind it. */
function isNoise(line: string): boolean {
  const [words] = NOISE.exec(line) ?? []
  return words !== undefined && !/[a-z]/i.test(line.slice(words.length))
}

/** The parts of a text, and its lines that are none: greetings, headings, sentences. */
export interface CartRows {
  rows: Row[]
  others: string[]
}

export function readCart(text: string): CartRows {
  const rows: Row[] = []
  const others: string[] = []
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = collapseBlanks(raw)
    if (line === '' || /^#|^[-=*_]{3,}$/.test(line)) continue
    const current = rows.at(-1)
    if (current && takesLabel(current, line)) continue
    const price = readPastedPrice(line)
    const isPrice = price !== null && /[$.]/.test(line)
    if (isPrice && current && current[PRICE] === '') {
      current[PRICE] = price
      continue
    }
    if (isPrice || isNoise(line) || isProse(line)) {
      others.push(line)
      continue
    }
    if (current && current[NAME] !== '' && current[LINK] === '' && /^https?:\/\/\S+$/.test(line)) {
      current[LINK] = line
      continue
    }
    rows.push(rowOf(line))
  }
  return { rows: rows.filter((row) => row[NAME] !== '' || row[LINK] !== ''), others }
}

const CART =
  /^(?:your |my |the |shopping )*(?:cart|basket|bag|order)\b(?: ?\(\d+(?: items?)?\)| ?[#:] ?\S+| summary| details)?$/i
const GREETING =
  /^(?:hi|hello|hey|dear|thanks|thank you|regards|best regards|kind regards|cheers|hallo|bonjour|hola)\b/i

/** What somebody writes around a list: a greeting, a heading, a sentence. No price and no number is in it. */
function isProse(line: string): boolean {
  if (CART.test(line)) return true
  if (line.length > 400 || /[$\d]|https?:/.test(line)) return false
  const words = line.split(' ').length
  if (GREETING.test(line) && words < 8) return true
  return line.endsWith(':') || (/[.!?…]$/.test(line) && words > 5)
}

function takesLabel(row: Row, line: string): boolean {
  for (const [cell, pattern] of LABELS) {
    const value = pattern.exec(line)?.[1]
    if (value === undefined) continue
    if (cell !== PRICE) row[cell] = value.trim()
    else if (row[PRICE] === '') row[PRICE] = readPastedPrice(value) ?? value
    return true
  }
  return false
}

/** One line: what stands before and behind the name is taken off it, whatever is known of it. */
function rowOf(line: string): Row {
  const row: Row = ['', '', '', '', '', '']
  let rest = line.replace(/^(?:[-*•]|\d+[.)]) /, '').replace(/^\[[ xX]\] /, '')
  const unmarked = withoutMarks(rest)
  const address = unmarked.link ?? /https?:\/\/\S+/.exec(unmarked.text)?.[0]
  rest = unmarked.text
  if (address !== undefined) {
    row[LINK] = trimEndOf(address, '),.;')
    rest = collapseBlanks(rest.replace(address, ''))
  }
  const before = /^(\d{1,4}) ?[x×] |^[x×](\d{1,4}) /i.exec(rest)
  if (before) {
    row[QTY] = before[1] ?? before[2] ?? ''
    rest = rest.slice(before[0].length)
  }
  const each = /(\$ ?[\d.,]*\d) ?(?:each|ea\.?)\)?/i.exec(rest)
  const price = each ?? /(\$ ?[\d.,]*\d)/.exec(rest)
  if (price) {
    const amount = readPastedPrice(price[1] ?? '') ?? ''
    row[PRICE] = amount
    // What comes behind a price is about the shop, unless it is how many.
    const behind = rest.slice(price.index + price[0].length)
    rest = trimEndOf(rest.slice(0, price.index), ': (@-') + countIn(behind)
    // The price of all of them stands before the price of each.
    const other = each ? /\$ ?[\d.,]*\d/.exec(rest) : null
    if (other) rest = trimEndOf(rest.slice(0, other.index), ': ')
  }
  const after = /[ ,(-](?:[x×] ?(\d{1,4})|(\d{1,4}) ?[x×]|qty:? ?(\d{1,4}))\)? ?$/i.exec(rest)
  if (after && row[QTY] === '') {
    row[QTY] = after[1] ?? after[2] ?? after[3] ?? ''
    rest = trimEndOf(rest.slice(0, after.index), ' ,(-')
  }
  row[NAME] = trimEndOf(rest.replaceAll(/\\([\\`*_{}[\]<>()#+!|~-])/g, '$1'), ' :,-').trim()
  return row
}

/** How many there are, at the end of what stands behind a price; '' where it does not say. */
function countIn(behind: string): string {
  const [count] = /(?:^|[ ,(-])[x×] ?\d{1,4}\)? ?$| qty:? ?\d{1,4} ?$/i.exec(behind) ?? []
  return count === undefined ? '' : ` ${count.trim()}`
}
