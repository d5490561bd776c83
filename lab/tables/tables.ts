/** The lists of shapes as tables, with the cells that a person reads in them. */
import { readFileSync } from 'node:fs'

import { digitsOf } from '#shared/money/money.ts'
import { FRAMES, type Grid, htmlOf } from './frames.ts'
import { type Part, partsOf } from './parts.ts'

/** Text of a cell; null for one that cannot be read in one way, and has to be asked about. */
export interface Wanted {
  name: string
  brand?: string
  number?: string
  link?: string
  /** "EUR 12.50" in minor units of the currency. */
  price?: { minor: number; currency: string } | null
  qty?: number | null
}

export interface Table {
  title: string
  currency: string
  locale: string
  /** Text, or a file's bytes. */
  text: string | Uint8Array
  html: string
  heads: readonly Column[]
  wanted: Wanted[]
}

export interface Shape {
  title: string
  locale: string
  currency: string
  frame: string
  money: string
  columns: readonly Column[]
  options: Readonly<Record<string, string>>
}

export interface Column {
  head: string
  kind: string
}

const columnsOf = (text: string): Column[] =>
  text.split('; ').map((one) => {
    const at = one.lastIndexOf('=')
    return { head: one.slice(0, at).replaceAll('\\n', '\n'), kind: one.slice(at + 1).trim() }
  })

/** Shapes of a list: one a line, its fields between double colons. */
export function shapesOf(file: string): Shape[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [title = '', place = '', frame = '', money = '', columns = '', more = ''] =
        line.split(/ ::(?: |$)/)
      const [locale = '', currency = ''] = place.split(' ')
      const options = Object.fromEntries(
        more
          .trim()
          .split('; ')
          .map((one) => [one.split('=', 1)[0] ?? '', one.slice(one.indexOf('=') + 1)]),
      )
      return { title, locale, currency, frame, money, columns: columnsOf(columns), options }
    })
}

/** Writes amounts like a sample, such as "1.234,50 €". */
export function moneyLike(
  sample: string,
  blank: string,
): (minor: number, digits: number) => string {
  const [, before = '', group = '', decimal = '', cents = '', behind = ''] =
    /^(\D*)1(\D?)234(?:([.,])(50?))?(.*)$/.exec(sample) ?? []
  return (minor, digits) => {
    const [whole = '', fraction = ''] = (minor / 10 ** digits).toFixed(digits).split('.')
    const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group === ' ' ? blank : group)
    const short = cents === '5' ? fraction.replace(/0+$/, '') : fraction
    return before + grouped + (decimal !== '' && short !== '' ? decimal + short : '') + behind
  }
}

/** Cells of a shape's table, before they are written. */
export interface Sheet {
  rows: string[][]
  sums: string[][]
  wanted: Wanted[]
  second: Sheet | null
}

/** @param at place among all shapes, which turns parts and details */
export function sheetOf(shape: Shape, at: number): Sheet {
  const { locale, options } = shape
  const language = locale.slice(0, 2)
  const parts = partsOf(language, at * 2, 4 + (at % 3))
  const then = options['then']?.replaceAll(', ', '; ')
  const more = partsOf(language, at * 2 + parts.length, 2)
  const second = then === undefined ? null : blockOf(shape, columnsOf(then), more, at)
  return { ...blockOf(shape, shape.columns, parts, at), second }
}

/** A sheet as its shape writes it. */
export function written({ rows, sums, wanted, second }: Sheet, shape: Shape, at: number): Table {
  const { title, locale, currency, frame, options } = shape
  const write = FRAMES[frame] ?? FRAMES['tsv']
  const isApart = frame === 'blanks'
  const lines = (text: string | undefined) => (text === undefined ? [] : text.split('~'))
  const all: Grid = isApart ? rows : [...rows, ...sums]
  const body = (write?.(all) ?? '').split('\n').map((line) => line + (options['tail'] ?? ''))
  const text = [
    ...lines(options['above']),
    ...body,
    ...(isApart ? sums.map((row) => row.filter(Boolean).join('   ').padStart(40)) : []),
    ...(second ? ['', 'Rear axle:', '', write?.(second.rows) ?? ''] : []),
    ...lines(options['after']),
  ].join(at % 2 === 0 ? '\n' : '\r\n')
  const isHtml = frame === 'html'
  return {
    title: `${title} (${at})`,
    locale,
    currency,
    text: bytesOf(isHtml && at % 3 === 0 ? '' : text, options['bytes']),
    html: isHtml ? htmlOf(all) : '',
    heads: shape.columns,
    wanted: [...wanted, ...(second?.wanted ?? [])],
  }
}

export const tableOf = (shape: Shape, at: number): Table => written(sheetOf(shape, at), shape, at)

function blockOf(
  shape: Shape,
  columns: readonly Column[],
  parts: readonly Part[],
  at: number,
): Sheet {
  const { currency, options } = shape
  const digits = digitsOf(currency)
  const isWhole = digits > 0 && !/[.,]50?(?!\d)/.test(shape.money)
  const write = moneyLike(shape.money, at % 2 === 0 ? ' ' : '\u00A0')
  const minorOf = (cents: number) => (isWhole ? Math.ceil(cents / 100) * 100 : cents)
  const has = (kind: string) => columns.some((column) => column.kind === kind)
  const wanted = parts.map((part, row): Wanted => {
    const { name, brand, number, qty, cents } = part
    return {
      name,
      ...(has('brand') && { brand }),
      ...(has('number') && { number }),
      ...(has('link') && { link: linkOf(number) }),
      ...(has('price') && {
        price: options[`price${row}`] === undefined ? { minor: minorOf(cents), currency } : null,
      }),
      ...(has('qty') && { qty: options[`qty${row}`] === undefined ? qty : null }),
    }
  })
  const body = parts.map((part, row) =>
    columns.map(({ kind }) => {
      const amount = (cents: number, times = 1) => write(minorOf(cents) * times, digits)
      const said = options[`${kind}${row}`]
      return kind === 'currency'
        ? currency
        : (said ?? cellOf(kind, part, row, options['unit'], amount))
    }),
  )
  const heads = columns.map(({ head }) => head)
  const again = Number(options['again'] ?? 0)
  const pages = again > 0 ? [...body.slice(0, again), heads, ...body.slice(again)] : body
  const amountAt = columns.findLastIndex(({ kind }) => kind === 'total' || kind === 'price')
  const labelAt = at % 2 === 0 ? 0 : Math.max(0, amountAt - 1)
  const sums = (options['below']?.split('|') ?? []).map((label, row) =>
    columns.map((_, column) =>
      column === amountAt
        ? write(minorOf(4700 + row * 31_313), digits)
        : column === labelAt
          ? label
          : '',
    ),
  )
  return { rows: heads.some(Boolean) ? [heads, ...pages] : pages, sums, wanted, second: null }
}

const linkOf = (number: string) => `https://shop.example/${number.replaceAll(/[^\dA-Za-z]/g, '')}`

function cellOf(
  kind: string,
  { name, brand, number, cents, qty }: Part,
  row: number,
  unit: string | undefined,
  amount: (cents: number, times?: number) => string,
): string {
  const texts: Record<string, string> = {
    name,
    brand,
    number,
    link: linkOf(number),
    price: amount(cents),
    qty: (unit ?? 'N').replace('N', String(qty)),
    total: amount(cents, qty),
    list: amount(cents + 700),
    net: amount(cents - 300),
    core: amount(row % 2 === 0 ? 0 : 6000),
    fee: amount(590),
    index: String(row + 1),
    sku: `${700 + row}-K${qty}4-ND`,
    order: `1${row}-48${row}77`,
    unit: ['St', 'pcs', 'l', 'шт', 'ks'][row % 5] ?? '',
    stock: row % 2 === 0 ? 'In stock' : 'Ships in 3 days',
    stockn: String(1200 + row * 45),
    shipped: String(Math.max(0, qty - 1)),
    note: row % 2 === 0 ? '' : 'for 2.0 TDI',
    date: `2026-03-0${row + 1}`,
    weight: `0.${row + 2}5 kg`,
    percent: '20 %',
    ref: `F${row + 1}, F${row + 4}`,
    foot: 'Fuse_Blade_ATO',
    zero: '0',
    tick: row % 2 === 0 ? 'TRUE' : 'FALSE',
  }
  return texts[kind] ?? ''
}

function bytesOf(text: string, encoding: string | undefined): string | Uint8Array {
  if (!encoding) return text
  if (encoding === 'bom') return new TextEncoder().encode(`\uFEFF${text}`)
  const isWide = encoding === 'utf-16le'
  const units = Array.from(isWide ? `\uFEFF${text}` : text.replaceAll('€', '\u0080'), (one) =>
    one.charCodeAt(0),
  )
  return Uint8Array.from(isWide ? units.flatMap((unit) => [unit & 255, unit >> 8]) : units)
}
