/** A kit as text for other places. What people typed never becomes a formula, a link or markup there. */
import { csvText } from '#shared/text/csv.ts'
import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import type { Price } from '#shared/money.ts'
import { totalText } from '#shared/kinds/kit.ts'
import { centsToDecimal, decimalOf, DOLLARS, formatPrice, moneyOf, priceOf } from '#shared/money.ts'
import { later, say, t } from '#shared/words/words.ts'
import type { KitTable, TableRow } from '../show/kitTable.ts'
import { sourceOf } from '../show/kitTable.ts'

export const FORMATS = [
  { value: 'csv', name: 'CSV', ending: '.csv', type: 'text/csv' },
  { value: 'markdown', name: 'Markdown', ending: '.md', type: 'text/markdown' },
  { value: 'bbcode', name: 'BBCode', ending: '.txt', type: 'text/plain' },
  { value: 'text', name: later('Text'), ending: '.txt', type: 'text/plain' },
  { value: 'json', name: 'JSON', ending: '.json', type: 'application/json' },
] as const
export type Format = (typeof FORMATS)[number]['value']

export function exportKit(table: KitTable, format: Format): string {
  if (format === 'csv') return csv(table)
  if (format === 'json') return json(table)
  return { markdown, bbcode, text }[format](withDirections(table))
}

/** What somebody wrote turns no other words of its line, as an override that is left open would. */
function withDirections(table: KitTable): KitTable {
  return {
    ...table,
    title: directed(table.title),
    about: directed(table.about),
    notes: directed(table.notes),
    rows: table.rows.map((row) => ({
      ...row,
      name: directed(row.name),
      manufacturer: directed(row.manufacturer),
      partNumber: directed(row.partNumber),
    })),
    steps: table.steps.map((step) => ({
      ...step,
      text: directed(step.text),
      value: directed(step.value),
    })),
  }
}

/** Ends the embeddings, overrides and isolates that a text leaves open, line by line (UAX #9). */
function directed(value: string): string {
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(value)) return value
  return value.split('\n').map(directedLine).join('\n')
}

function directedLine(line: string): string {
  const open: string[] = []
  for (const letter of line) {
    if (/[\u202a\u202b\u202d\u202e]/.test(letter)) open.push('\u202c')
    else if (/[\u2066-\u2068]/.test(letter)) open.push('\u2069')
    else if (letter === '\u202c' && open.at(-1) === letter) open.pop()
    // The end of an isolate ends what was left open in it as well.
    else if (letter === '\u2069' && open.includes(letter)) open.length = open.lastIndexOf(letter)
  }
  return line + open.reverse().join('')
}

const csvHead = () => [
  t('Part'),
  t('Manufacturer'),
  t('Part number'),
  t('Unit price'),
  t('Quantity'),
  t('Total'),
  t('Merchant'),
  t('Price note'),
  t('Link'),
]

const markdownHead = () => [
  t('Part'),
  t('Manufacturer'),
  t('Number'),
  t('Qty'),
  t('Each'),
  t('Total'),
  t('Shop and price'),
]

function csv({ rows }: KitTable): string {
  const cells = rows.map((row) => [
    row.name,
    row.manufacturer,
    row.partNumber,
    amount(row.price),
    String(row.qty),
    amount(row.price, row.qty),
    row.merchant,
    row.priceNote,
    row.link,
  ])
  return csvText([csvHead(), ...cells])
}

function markdown(table: KitTable): string {
  const { rows, sum, notes } = table
  const lines = rows.map((row) => {
    const name = row.link ? `[${md(row.name)}](${mdLink(row.link)})` : md(row.name)
    const cells = [name, md(row.manufacturer), md(row.partNumber), String(row.qty), ...money(row)]
    return `| ${[...cells, md(sourceOf(row))].join(' | ')} |`
  })
  return paragraphs([
    `# ${md(table.title)}`,
    md(table.about),
    [
      `| ${markdownHead().join(' | ')} |`,
      '| --- | --- | --- | ---: | ---: | ---: | --- |',
      ...lines,
    ].join('\n'),
    `**${t('Total: {sum}', { sum: sumWords(sum) })}**`,
    // Notes are written with the same simple marks.
    notes.trim() && notes.replaceAll('<', '\\<'),
    ...sheet(
      table,
      (name) => `## ${name}`,
      (item) => `- ${md(item)}`,
      say(JOB_SHEET_NOTE),
    ),
    table.url,
  ])
}

/** "12.50" of dollars, as it always was; "EUR 12.50" of what is not, so that it is read back as that. */
function amount(price: Price, qty = 1): string {
  const money = moneyOf(price)
  if (!money) return price === null ? '' : formatPrice(price, qty)
  const times = { ...money, minor: money.minor * qty }
  return money.currency === DOLLARS ? decimalOf(times) : String(priceOf(times))
}

const md = (value: string) =>
  value.replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&').replaceAll(/\s+/g, ' ')
const mdLink = (link: string) => link.replaceAll(/[()<>|\\\s]/g, (letter) => `%${hex(letter)}`)

function bbcode(table: KitTable): string {
  const lines = table.rows.map((row) => {
    const name = row.link ? `[url=${bbLink(row.link)}]${bb(row.name)}[/url]` : bb(row.name)
    return `[*]${row.qty} x ${[name, bb(row.manufacturer), bb(row.partNumber)].filter(Boolean).join(', ')}${priceIn(row, bb)}`
  })
  return paragraphs([
    `[b]${bb(table.title)}[/b]`,
    bb(table.about),
    ['[list]', ...lines, '[/list]'].join('\n'),
    `[b]${t('Total: {sum}', { sum: sumWords(table.sum) })}[/b]`,
    bb(table.notes.trim()),
    ...sheet(
      table,
      (name) => `[b]${name}[/b]`,
      (item) => `- ${bb(item)}`,
      say(JOB_SHEET_NOTE),
    ),
    table.url,
  ])
}

/** Forums know no way to write a bracket that is none of theirs. */
const bb = (value: string) => value.replaceAll('[', '(').replaceAll(']', ')')
const bbLink = (link: string) => link.replaceAll(/[[\]]/g, (letter) => `%${hex(letter)}`)
const hex = (letter: string) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

function text(table: KitTable): string {
  const lines = table.rows.map((row) =>
    [
      `${row.qty} x ${[row.name, row.manufacturer, row.partNumber].filter(Boolean).join(', ')}${priceIn(row, (value) => value)}`,
      row.link && `    ${row.link}`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
  return paragraphs([
    table.title,
    table.about,
    lines.join('\n'),
    t('Total: {sum}', { sum: sumWords(table.sum) }),
    table.notes.trim(),
    ...sheet(
      table,
      (name) => name,
      (item) => `- ${item}`,
      say(JOB_SHEET_NOTE),
    ),
    table.url,
  ])
}

function json({
  kit: { id, name, task, vehicle, currency = DOLLARS, rates },
  ...table
}: KitTable): string {
  const { title, notes, url, sum, rows, steps } = table
  const kit = {
    wrenchlist: 'kit',
    version: 1,
    id,
    title,
    name,
    task,
    vehicle,
    url,
    notes,
    currency,
    ...(rates && { rates }),
    // Of the parts that have a price; null where none has, or where some are not in dollars.
    total: (sum.cents === 0 && sum.unpriced !== 0) || sum.apart ? null : centsToDecimal(sum.cents),
    ...(sum.apart !== undefined && { sum: sumWords(sum) }),
    partsWithoutPrice: sum.unpriced,
    parts: rows.map((row) => ({
      name: row.name,
      manufacturer: row.manufacturer,
      partNumber: row.partNumber,
      // Of dollars alone, for those who know no other.
      unitPrice: typeof row.price === 'number' ? centsToDecimal(row.price) : null,
      ...(typeof row.price === 'string' && { price: row.price }),
      quantity: row.qty,
      link: row.link,
      merchant: row.merchant,
      priceNote: row.priceNote,
    })),
    jobSheet: steps.map(({ what, text: words, value, unit }) => ({
      what,
      text: words,
      value,
      unit,
    })),
  }
  return `${JSON.stringify(kit, null, 2)}\n`
}

const money = (row: TableRow) =>
  row.price === null ? ['', ''] : [formatPrice(row.price), totalText(row)]

function priceIn(row: TableRow, safe: (value: string) => string): string {
  const price = row.price === null ? '' : `: ${totalText(row)}`
  const each =
    row.price !== null && row.qty !== 1
      ? ` (${t('{price} each', { price: formatPrice(row.price) })})`
      : ''
  const source = sourceOf(row)
  return `${price}${each}${source && ` - ${safe(source)}`}`
}

function sheet(
  { steps }: KitTable,
  head: (name: string) => string,
  item: (text: string) => string,
  note: string,
): string[] {
  const groups = jobSheetGroups(steps)
  if (groups.length === 0) return []
  return [
    ...groups.map(({ name, items }) =>
      [
        head(name),
        ...items.map((one) =>
          item([one.text, one.value, one.aside && `(${one.aside})`].filter(Boolean).join(' ')),
        ),
      ].join('\n'),
    ),
    note,
  ]
}

const paragraphs = (parts: readonly string[]) => `${parts.filter(Boolean).join('\n\n')}\n`
