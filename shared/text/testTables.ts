/**
 * Test data: two hundred realistic tables of parts, from shop carts, spreadsheets and CSV files in
 * three languages, with and without headings, in many column orders, and the expected cells.
 */

/** Name, brand, number, cents, quantity, link. */
export type TestPart = readonly [string, string, string, number, number, string]

export interface TestTable {
  title: string
  text: string
  /** Cells of a part that the table has. */
  cells: readonly Cell[]
  parts: readonly TestPart[]
  /** Foreign prices are kept as written. */
  isForeign: boolean
}

type Cell = 'name' | 'brand' | 'number' | 'price' | 'qty' | 'link'
type Column = Cell | 'total' | 'line'

const link = (at: number) => `https://shop.example/p/${at}`
const OIL_FILTER: TestPart = ['Oil filter', 'Mann-Filter', 'HU 719/7 x', 1298, 1, link(1)]
/** Includes part numbers that look like prices, dates, counts or names. */
const PARTS: readonly TestPart[] = [
  OIL_FILTER,
  ['Brake disc, front, 312 mm', 'Brembo', '09.A758.11', 8900, 2, link(2)],
  ['Brake pads front axle', 'ATE', '13.0460-7107.2', 5450, 1, link(3)],
  ['Timing belt kit', 'Contitech', 'CT1028K3', 21499, 1, link(4)],
  ['Wheel hub bearing', 'SKF', 'VKBA 3569', 7125, 2, link(5)],
  ['Turbocharger gasket set', 'Elring', '115.100', 4900, 1, link(6)],
  ['Spark plug', 'NGK', '3199', 875, 4, link(7)],
  ['Air filter', 'Bosch', '1 987 432 097', 1650, 1, link(8)],
  ['Coolant 1.5 l', 'Genuine VW', 'G13 A8J M1', 1795, 3, link(9)],
  ['Drain plug M14x1.5', 'Genuine Audi', 'N 908 132 02', 625, 1, link(10)],
  ['Ignition coil', 'Beru', 'ZSE 034', 3899, 4, link(11)],
  ['Lower control arm, left', 'Lemförder', '37054 01', 11900, 1, link(12)],
  ['Serpentine belt', 'Gates', '6PK1733', 2199, 1, link(13)],
  ['Turbo, remanufactured', 'Garrett', '454158-5003S', 129900, 1, link(14)],
  ['Wiper blade set', 'Valeo', '574310', 3350, 1, link(15)],
  ['Fuel filter', 'Mahle', 'KL 156/3', 2480, 1, link(16)],
  ['Thermostat housing', 'Wahler', '4256.87D', 6200, 1, link(17)],
  ['CV boot kit', 'GKN', '300-417', 2800, 2, link(18)],
  ['Brake fluid DOT 4', 'Ate', '03.9901-5802.2', 1200, 2, link(19)],
  ['Bolt, caliper bracket', 'Febi Bilstein', '12-05-19', 310, 8, link(20)],
]
/** Prices in whole dollars: only their position tells that they are prices. */
const WHOLE: readonly TestPart[] = PARTS.map(([name, brand, number, cents, qty, address]) => [
  name,
  brand,
  number,
  Math.ceil(cents / 100) * 100,
  qty,
  address,
])

const dollars = (cents: number) => (cents / 100).toFixed(2)
const grouped = (whole: string, mark: string) => whole.replaceAll(/\B(?=(\d{3})+$)/g, mark)
const withMarks = (cents: number, mark: string, decimal: string) => {
  const [whole = '', rest = ''] = dollars(cents).split('.')
  return `${grouped(whole, mark)}${decimal}${rest}`
}
type Money = (cents: number) => string
const plain: Money = dollars
const signed: Money = (cents) => `$${withMarks(cents, ',', '.')}`
const whole: Money = (cents) => String(cents / 100)
const comma: Money = (cents) => dollars(cents).replace('.', ',')
const german: Money = (cents) => withMarks(cents, '.', ',')
const french: Money = (cents) => withMarks(cents, ' ', ',')
const swiss: Money = (cents) => withMarks(cents, '’', '.')
const worded: Money = (cents) => `USD ${dollars(cents)}`
const each: Money = (cents) => `$${dollars(cents)} each`
const euros: Money = (cents) => `${german(cents)} €`
const eur: Money = (cents) => `EUR ${dollars(cents)}`

interface Shape {
  title: string
  columns: readonly Column[]
  heads?: readonly string[]
  money?: Money
  isForeign?: boolean
  pieces?: (count: number) => string
  between?: string
  before?: string
  after?: (parts: readonly TestPart[], money: Money) => string
  of?: readonly TestPart[]
}

const NBPQ = ['name', 'brand', 'number', 'price', 'qty'] as const
const SHAPES: readonly Shape[] = [
  { title: 'as the builder has them', columns: NBPQ },
  { title: 'as the builder has them, whole dollars', columns: NBPQ, money: whole, of: WHOLE },
  { title: 'as the builder has them, with links', columns: [...NBPQ, 'link'] },
  { title: 'as the builder has them, with signs', columns: NBPQ, money: signed },
  { title: 'CSV as the builder has them', columns: NBPQ, between: ',' },
  { title: 'CSV with decimal commas', columns: NBPQ, money: comma, between: ';' },
  { title: 'a cart with totals', columns: [...NBPQ, 'total'], money: signed },
  { title: 'a cart, pieces before prices', columns: ['name', 'number', 'qty', 'price', 'total'] },
  {
    title: 'a cart in whole dollars with totals',
    columns: ['name', 'number', 'qty', 'price', 'total'],
    money: whole,
    of: WHOLE,
  },
  { title: 'pieces first', columns: ['qty', 'name', 'number', 'price'] },
  {
    title: 'pieces first, whole dollars',
    columns: ['qty', 'name', 'number', 'price'],
    money: whole,
    of: WHOLE,
  },
  {
    title: 'pieces with a sign',
    columns: ['qty', 'name', 'brand', 'price'],
    pieces: (n) => `${n}x`,
  },
  {
    title: 'pieces with words',
    columns: ['name', 'number', 'qty', 'price'],
    pieces: (n) => `${n} pcs`,
  },
  { title: 'numbered lines', columns: ['line', 'name', 'brand', 'number', 'price', 'qty'] },
  { title: 'numbers first', columns: ['number', 'name', 'price', 'qty'] },
  {
    title: 'numbers first, as CSV',
    columns: ['number', 'name', 'brand', 'qty', 'price'],
    between: ',',
  },
  { title: 'brand first', columns: ['brand', 'number', 'name', 'price'] },
  { title: 'links first', columns: ['link', 'name', 'price'] },
  { title: 'names and prices', columns: ['name', 'price'], money: signed },
  { title: 'names and numbers', columns: ['name', 'number'] },
  { title: 'each', columns: ['name', 'number', 'price', 'qty'], money: each },
  { title: 'dollars in words', columns: ['name', 'number', 'price', 'qty'], money: worded },
  {
    title: 'heads of a shop',
    columns: ['name', 'number', 'qty', 'price', 'total'],
    heads: ['Item Description', 'Part #', 'Qty', 'Unit Price', 'Ext. Price'],
    money: signed,
  },
  {
    title: 'heads of a spreadsheet',
    columns: ['number', 'brand', 'name', 'qty', 'price', 'link'],
    heads: ['SKU', 'Manufacturer', 'Title', 'Quantity', 'Price (USD)', 'URL'],
  },
  {
    title: 'heads with whole dollars',
    columns: ['name', 'number', 'price', 'qty'],
    heads: ['Part', 'Part number', 'Cost', 'Count'],
    money: whole,
    of: WHOLE,
  },
  {
    title: 'an order below its title',
    columns: ['line', 'number', 'name', 'qty', 'price', 'total'],
    heads: ['#', 'Item no.', 'Description', 'Qty.', 'Price each', 'Amount'],
    before: 'Order 4711\n',
    after: (parts, money) =>
      `Total\t${money(parts.reduce((sum, [, , , cents, count]) => sum + cents * count, 0))}`,
  },
  {
    title: 'a German order',
    columns: ['line', 'number', 'name', 'brand', 'qty', 'price', 'total'],
    heads: ['Pos.', 'Artikelnummer', 'Bezeichnung', 'Hersteller', 'Menge', 'Einzelpreis', 'Gesamt'],
    money: german,
    between: ';',
  },
  {
    title: 'a German order in euros',
    columns: ['number', 'name', 'qty', 'price', 'total'],
    heads: ['Art.-Nr.', 'Artikelbezeichnung', 'Anzahl', 'Preis', 'Gesamtpreis'],
    money: euros,
    isForeign: true,
  },
  {
    title: 'a German list whose head names euros',
    columns: ['name', 'number', 'price', 'qty'],
    heads: ['Teil', 'Teilenummer', 'Preis (€)', 'Stück'],
    money: german,
    isForeign: true,
    between: ';',
    before: 'sep=;\n',
  },
  {
    title: 'a German cart without heads',
    columns: ['name', 'number', 'qty', 'price', 'total'],
    money: german,
    pieces: (n) => `${n} Stk.`,
  },
  {
    title: 'a German cart in euros without heads',
    columns: ['name', 'number', 'price', 'qty'],
    money: euros,
    isForeign: true,
  },
  {
    title: 'a German file with pieces as decimals',
    columns: ['number', 'name', 'qty', 'price'],
    heads: ['Artikelnr', 'Artikel', 'Menge', 'Preis'],
    money: comma,
    pieces: (n) => `${n},00`,
    between: ';',
  },
  {
    title: 'a French order',
    columns: ['number', 'name', 'brand', 'qty', 'price', 'total'],
    heads: ['Référence', 'Désignation', 'Marque', 'Qté', 'Prix unitaire', 'Montant'],
    money: french,
  },
  {
    title: 'a French list in euros',
    columns: ['name', 'number', 'price', 'qty'],
    heads: ['Pièce', 'Réf.', 'P.U. (EUR)', 'Quantité'],
    money: comma,
    isForeign: true,
    between: ';',
  },
  { title: 'a French cart without heads', columns: NBPQ, money: french },
  { title: 'Swiss thousands', columns: NBPQ, money: swiss },
  {
    title: 'a Spanish order',
    columns: ['number', 'name', 'qty', 'price', 'total'],
    heads: ['Referencia', 'Descripción', 'Cantidad', 'Precio', 'Importe'],
    money: german,
  },
  {
    title: 'euros in words',
    columns: ['name', 'number', 'price', 'qty'],
    money: eur,
    isForeign: true,
  },
  {
    title: 'a table of Markdown',
    columns: ['name', 'number', 'price', 'qty'],
    heads: ['Part', 'Number', 'Price', 'Qty'],
    between: '|',
  },
  {
    title: 'heads of an export with underscores',
    columns: ['name', 'brand', 'number', 'price', 'qty', 'link'],
    heads: ['product_name', 'brand', 'part_number', 'unit_price', 'quantity', 'product_url'],
    between: ',',
  },
]

/** Five tables per shape, of two to twelve parts. */
export const TEST_TABLES: readonly TestTable[] = SHAPES.flatMap((shape) =>
  [0, 1, 2, 3, 4].map((turn) => tableOf(shape, turn)),
)

function tableOf(shape: Shape, turn: number): TestTable {
  const { columns, heads, money = plain, pieces = String, between = '\t', before = '' } = shape
  const all = shape.of ?? PARTS
  const count = [3, 20, 6, 4, 9][turn] ?? 3
  const parts = Array.from(
    { length: count },
    (_, at) => all[(at * 7 + turn * 4) % all.length] ?? OIL_FILTER,
  )
  const rows = parts.map((part, at) =>
    columns.map((column) => cellOf(part, column, at, money, pieces)),
  )
  const table = heads ? [[...heads], ...rows] : rows
  const lines =
    between === '|'
      ? table.flatMap((row, at) => [
          `| ${row.join(' | ')} |`,
          ...(at === 0 ? [`|${row.map(() => ' --- |').join('')}`] : []),
        ])
      : table.map((row) => row.map((cell) => quoted(cell, between)).join(between))
  const after = shape.after ? `\n${shape.after(parts, money)}` : ''
  return {
    title: `${shape.title}, ${count} parts`,
    text: `${before}${lines.join(turn % 2 === 0 ? '\n' : '\r\n')}${after}`,
    cells: columns.filter((column) => column !== 'total' && column !== 'line'),
    parts,
    isForeign: shape.isForeign ?? false,
  }
}

function cellOf(
  [name, brand, number, cents, count, address]: TestPart,
  column: Column,
  at: number,
  money: Money,
  pieces: (count: number) => string,
): string {
  if (column === 'price') return money(cents)
  if (column === 'total') return money(cents * count)
  if (column === 'qty') return pieces(count)
  if (column === 'line') return String(at + 1)
  return { name, brand, number, link: address }[column]
}

function quoted(cell: string, between: string): string {
  return between !== '\t' && cell.includes(between) ? `"${cell.replaceAll('"', '""')}"` : cell
}
