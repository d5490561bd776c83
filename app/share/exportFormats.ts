/** Text exports of a kit. User text never becomes a formula, a link or markup there. */
import { sheetCsv, tableOf, type SheetCell } from '#shared/tables/csv.ts'
import { workbookOf } from '#shared/tables/writeWorkbook.ts'
import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import { totalText } from '#shared/kinds/kit.ts'
import { centsToDecimal, decimalOf, DOLLARS, formatPrice, moneyOf } from '#shared/money/money.ts'
import { later, say, t } from '#shared/words/words.ts'
import { browserLocale } from '../data/device/browserLocale.ts'
import { sourceOf, type KitTable, type TableRow } from '../show/kitTable.ts'

export const FORMATS = [
  { value: 'csv', name: 'CSV', ending: '.csv', type: 'text/csv' },
  { value: 'markdown', name: 'Markdown', ending: '.md', type: 'text/markdown' },
  { value: 'bbcode', name: 'BBCode', ending: '.txt', type: 'text/plain' },
  { value: 'text', name: later('Text'), ending: '.txt', type: 'text/plain' },
  { value: 'json', name: 'JSON', ending: '.json', type: 'application/json' },
] as const
export type Format = (typeof FORMATS)[number]['value']

export function exportKit(table: KitTable, format: Format): string {
  if (format === 'csv') return sheetCsv(sheet(table), browserLocale())
  if (format === 'json') return json(table)
  return letter(table, MARKS[format])
}

/** Closes bidi embeddings, overrides and isolates left open in a text, per line (UAX #9). */
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
    // Closing an isolate also closes whatever was opened inside it.
    else if (letter === '\u2069' && open.includes(letter)) open.length = open.lastIndexOf(letter)
  }
  return line + open.reverse().join('')
}

/** The kit's parts as a workbook. */
export const kitWorkbook = (table: KitTable): Blob => workbookOf(sheet(table))

function sheet({ rows }: KitTable): SheetCell[][] {
  const amount = ({ price }: TableRow, qty = 1) => {
    const money = moneyOf(price)
    if (!money) return price === null ? '' : formatPrice(price, qty)
    return { amount: decimalOf({ ...money, minor: money.minor * qty }) }
  }
  return tableOf<TableRow, SheetCell>(rows, {
    [t('Part')]: (row) => row.name,
    [t('Manufacturer')]: (row) => row.manufacturer,
    [t('Part number')]: (row) => row.partNumber,
    [t('Unit price')]: (row) => amount(row),
    [t('Quantity')]: (row) => ({ amount: String(row.qty) }),
    [t('Total')]: (row) => amount(row, row.qty),
    [t('Currency')]: ({ price }) => moneyOf(price)?.currency ?? '',
    [t('Merchant')]: (row) => row.merchant,
    [t('Price note')]: (row) => row.priceNote,
    [t('Link')]: (row) => row.link,
  })
}

/** Markup of a format. */
interface Marks {
  /** Escapes user text. */
  safe: (typed: string) => string
  title: (words: string) => string
  total: (words: string) => string
  head: (words: string) => string
  rows: (rows: readonly TableRow[]) => string
  notes: (notes: string) => string
}

/** The kit from its title to its link. */
function letter(table: KitTable, { safe, title, total, head, rows, notes }: Marks): string {
  const steps = table.steps.map((step) => ({
    ...step,
    text: directed(step.text),
    value: directed(step.value),
  }))
  const groups = jobSheetGroups(steps).map(({ name, items }) => {
    const words = items.map(({ text, value, aside }) =>
      [text, value, aside && `(${aside})`].filter(Boolean).join(' '),
    )
    return [head(name), ...words.map((item) => `- ${safe(item)}`)].join('\n')
  })
  const paragraphs = [
    title(safe(table.title)),
    safe(table.about),
    rows(table.rows),
    total(t('Total: {sum}', { sum: sumWords(table.sum) })),
    notes(directed(table.notes)),
    ...groups,
    groups.length > 0 && say(JOB_SHEET_NOTE),
    table.url,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

const md = (typed: string) =>
  directed(typed)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
const mdLink = (link: string) => link.replaceAll(/[()<>|\\\s]/g, (letter) => `%${hex(letter)}`)

/** BBCode has no escape for brackets. */
const bb = (typed: string) => directed(typed).replaceAll('[', '(').replaceAll(']', ')')
const bbLink = (link: string) => link.replaceAll(/[[\]]/g, (letter) => `%${hex(letter)}`)
const hex = (letter: string) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

const bold = (words: string) => `[b]${words}[/b]`
const asIs = (words: string) => words

const MARKS: Record<Exclude<Format, 'csv' | 'json'>, Marks> = {
  markdown: {
    safe: md,
    title: (words) => `# ${words}`,
    total: (words) => `**${words}**`,
    head: (words) => `## ${words}`,
    rows: markdownRows,
    // Notes use the same simple markup.
    notes: (notes) => notes.trim() && notes.replaceAll('<', '\\<'),
  },
  bbcode: {
    safe: bb,
    title: bold,
    total: bold,
    head: bold,
    rows: (rows) =>
      ['[list]', ...rows.map((row) => `[*]${rowWords(row, bb, bbLinked(row))}`), '[/list]'].join(
        '\n',
      ),
    notes: (notes) => bb(notes.trim()),
  },
  text: {
    safe: directed,
    title: asIs,
    total: asIs,
    head: asIs,
    rows: (rows) =>
      rows
        .map(
          (row) => rowWords(row, directed, directed(row.name)) + (row.link && `\n    ${row.link}`),
        )
        .join('\n'),
    notes: (notes) => notes.trim(),
  },
}

function markdownRows(rows: readonly TableRow[]): string {
  const named = ({ name, link }: TableRow) => (link ? `[${md(name)}](${mdLink(link)})` : md(name))
  const columns: [head: string, rule: string, cell: (row: TableRow) => string][] = [
    [t('Part'), '---', named],
    [t('Manufacturer'), '---', (row) => md(row.manufacturer)],
    [t('Number'), '---', (row) => md(row.partNumber)],
    [t('Qty'), '---:', (row) => String(row.qty)],
    [t('Each'), '---:', (row) => (row.price === null ? '' : formatPrice(row.price))],
    [t('Total'), '---:', totalText],
    [t('Shop and price'), '---', (row) => md(sourceOf(row))],
  ]
  const lines = [
    columns.map(([head]) => head),
    columns.map(([, rule]) => rule),
    ...rows.map((row) => columns.map(([, , cell]) => cell(row))),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const bbLinked = ({ name, link }: TableRow) =>
  link ? `[url=${bbLink(link)}]${bb(name)}[/url]` : bb(name)

/** "2 x Oil filter, Mahle: $22.98 ($11.49 each) - shop.example" */
function rowWords(row: TableRow, safe: Marks['safe'], name: string): string {
  const { qty, price, manufacturer, partNumber } = row
  const each =
    price !== null && qty !== 1 ? ` (${t('{price} each', { price: formatPrice(price) })})` : ''
  const source = sourceOf(row)
  return [
    `${qty} x ${[name, safe(manufacturer), safe(partNumber)].filter(Boolean).join(', ')}`,
    price !== null && `: ${totalText(row)}${each}`,
    source && ` - ${safe(source)}`,
  ]
    .filter(Boolean)
    .join('')
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
    // Sum of priced parts; null without any, with other currencies, or with unknown quantities.
    total:
      (sum.cents === 0 && sum.unpriced !== 0) || sum.apart || sum.open
        ? null
        : centsToDecimal(sum.cents),
    ...((sum.apart ?? sum.open) && { sum: sumWords(sum) }),
    partsWithoutPrice: sum.unpriced,
    parts: rows.map((row) => ({
      name: row.name,
      manufacturer: row.manufacturer,
      partNumber: row.partNumber,
      // Dollars only, for programs that know no other currency.
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
