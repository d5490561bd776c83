import { expect, test } from 'vitest'

import { readLines } from '../kinds/partLines.ts'
import { parseMoney } from '../money/typedMoney.ts'
import { changedWords } from './changedNumbers.ts'
import { readPartsTable } from './partsTable.ts'
import { readPasted } from './pastedTable.ts'

/** Cells of each part, and rows that are named as no parts. */
function read(text: string, currency = 'USD') {
  const table = readPasted(text)
  if (!table) throw new Error('no table')
  const { rows, links, columns, others } = readPartsTable(table)
  const readAmount = (amount: string) => parseMoney(amount, { currency, locale: 'en-US' })
  const lines = readLines({ rows, links, columns, currency }, readAmount)
  return { parts: lines.map(({ cells, drafts }) => ({ ...cells, ...drafts })), others }
}

test('headings are found below rows that tell of the file', () => {
  const text = `"Project:","rear harness"
"Exported","2026-05-04"
"Parts","2"
"Designator","Qty","Value","Mfr. Part Number","Price"
"F3","2","Fuse 15A","0287015","0.90"
"K2","1","Relay 30A","VF4-45F11","6.40"`
  expect(read(text)).toEqual({
    parts: [
      { name: 'Fuse 15A', qty: 2, partNumber: '0287015', price: 90 },
      { name: 'Relay 30A', qty: 1, partNumber: 'VF4-45F11', price: 640 },
    ],
    others: ['Project: rear harness', 'Exported 2026-05-04', 'Parts 2'],
  })
})

test('a part that is marked as not fitted is named, and is no line', () => {
  const text =
    'Reference,Qty,Value,DNP,MPN\nF1,1,Fuse 10A,,0287010\nK7,1,Relay,DNP,VF4\nF2,1,Fuse,,X1'
  const { parts, others } = read(text)
  expect(parts.map(({ name }) => name)).toEqual(['Fuse 10A', 'Fuse'])
  expect(others).toEqual(['K7 1 Relay DNP VF4'])
})

test('a row with more cells than headings is named as it stands', () => {
  const text =
    'Kind,Part,Qty\nHose,Vacuum hose 5/32" ID,3\nClips,Trim clips, black, 8 mm,20\nClamp,Clamp 1",2'
  expect(read(text)).toEqual({
    parts: [
      { name: 'Vacuum hose 5/32" ID', qty: 3 },
      { name: 'Clamp 1"', qty: 2 },
    ],
    others: ['Clips,Trim clips, black, 8 mm,20'],
  })
})

test('of two columns for one cell the one that says more is taken', () => {
  const order =
    'Item,SKU,List Price,Your Price,Qty Ordered,Qty Shipped\nRotor,R-1,120.00,90.50,2,0\nPad,P-1,80,64,1,1'
  expect(read(order).parts[0]).toEqual({ name: 'Rotor', partNumber: 'R-1', price: 9050, qty: 2 })
  const taxed = 'Item,Price excl. VAT,Price incl. VAT\nRotor,50.00,60.50\nPad,40.00,48.40'
  expect(read(taxed).parts[0]).toEqual({ name: 'Rotor', price: 6050 })
  const codes = 'Code,MPN,Description\nA1,HU 925/4 X,Oil filter\nA2,LX 1006,Air filter'
  expect(read(codes).parts[0]).toEqual({ name: 'Oil filter', partNumber: 'HU 925/4 X' })
})

test('deposits and totals are no prices', () => {
  const text =
    'Brand\tPart Number\tPart Type\tPrice\tCore\tQuantity\tTotal\nCARDONE\t18B1\tCaliper\t$70.10\t$60.00\t2\t$260.20\nShipping\t\t\t\t\t\t$9.99'
  expect(read(text)).toEqual({
    parts: [{ manufacturer: 'CARDONE', partNumber: '18B1', name: 'Caliper', price: 7010, qty: 2 }],
    others: ['Shipping $9.99'],
  })
})

test.each([
  ['it', 'Codice\tDescrizione\tMarca\tQuantità\tPrezzo', '38,90', 'EUR', 'EUR 38.90'],
  ['nl', 'Artikelnummer\tOmschrijving\tMerk\tAantal\tPrijs', '38,90', 'EUR', 'EUR 38.90'],
  ['pl', 'Nr części\tNazwa\tProducent\tIlość\tCena', '138,90 zł', 'PLN', 'PLN 138.90'],
  ['sv', 'Artikelnr\tBenämning\tMärke\tAntal\tPris', '449:-', 'SEK', 'SEK 449.00'],
  ['cs', 'Číslo dílu\tNázev\tVýrobce\tMnožství\tCena', '1 299 Kč', 'CZK', 'CZK 1299.00'],
  ['tr', 'Parça No\tAçıklama\tMarka\tAdet\tFiyat', '1.250,50', 'TRY', 'TRY 1250.50'],
  ['pt', 'Código\tDescrição\tMarca\tQtd\tPreço', 'R$ 189,90', 'BRL', 'BRL 189.90'],
  ['ru', 'Артикул\tНаименование\tПроизводитель\tКол-во\tЦена', '3 490,00', 'RUB', 'RUB 3490.00'],
  ['ja', '品番\t品名\tメーカー\t数量\t単価', '12,300円', 'JPY', 'JPY 12300'],
])('headings and prices are read in %s', (_, heads, amount, currency, price) => {
  const row = `0986424815\tPads\tBosch\t2\t${amount}`
  const part = { partNumber: '0986424815', name: 'Pads', manufacturer: 'Bosch', qty: 2, price }
  expect(read(`${heads}\n${row}\n${row}`, currency).parts).toEqual([part, part])
})

test('only whole pieces are counted, and other amounts stay as they are written', () => {
  const counts = ['2', 'x3', '4 pcs', '5 ea.', '10 Stk', '2.0', '1,000']
  const others = ['6.5 L', '1,5 l', '7 qts', '1 set (6)', '0.5', '2 cans', '-1', '1,00,000']
  const text = ['Part,Part Number,Qty', ...[...counts, ...others].map((qty) => `Bolt,B-1,"${qty}"`)]
  expect(read(text.join('\n')).parts.map(({ qty }) => qty)).toEqual([
    2,
    3,
    4,
    5,
    10,
    2,
    1000,
    ...others,
  ])
})

test('pieces are counted by the same words as in a typed line', () => {
  const text = 'Part,Part Number,Qty\nBolt,B-1,4 units\nNut,N-1,2 szt.'
  expect(read(text).parts.map(({ qty }) => qty)).toEqual([4, 2])
})

test('part numbers that a spreadsheet changed are named', () => {
  const kept = ['403E12', '12-3', 'E10', '1E1', '34116855000', null]
  expect(changedWords(kept)).toBe(false)
  expect(changedWords([...kept, '4.03E+12', '12-Mar', '12-Mar', 'Dez 24', '2026-03-12'])).toBe(
    'A spreadsheet may have changed these part numbers: 4.03E+12, 12-Mar, Dez 24, 2026-03-12. Compare them with the original.',
  )
})

test('a column of currencies belongs to the amounts beside it, not to other words', () => {
  const text =
    'Teil;Nummer;Preis;Menge;Währung\nÖlfilter;OX 188D;1,10;2;EUR\nZündkerze;NGK 2332;offen;4;EUR'
  expect(read(text).parts).toEqual([
    { name: 'Ölfilter', partNumber: 'OX 188D', price: 'EUR 1.10', qty: 2 },
    { name: 'Zündkerze', partNumber: 'NGK 2332', price: 'offen', qty: 4 },
  ])
})

test('prices that are those of another column by quantity are totals', () => {
  const text =
    'Part\tQty\tTarif\tPrice\nBolt\t4\t2.50\t10.00\nNut\t1\t3.00\t3.00\nCap\t2\t1.25\t2.50'
  expect(read(text).parts.map(({ price }) => price)).toEqual([250, 300, 125])
})

test('a row whose cells are shifted is named', () => {
  const rows = ['Pads,P-10,1,38.90', 'Disc,D-20,2,89.00', 'Bolt,B-30,,8', 'Hose,H-40,1,12.00']
  expect(read(`Part,Number,Qty,Price\n${rows.join('\n')}`)).toMatchObject({
    parts: [{ name: 'Pads' }, { name: 'Disc' }, { name: 'Hose', price: 1200 }],
    others: ['Bolt B-30 8'],
  })
})

test('tables below one another have each their columns', () => {
  const text = `Front:

| Part | Number | Price |
| --- | --- | --- |
| Pads | P-10 | $38.90 |

Rear:

| Qty | Price | Number | Part |
|:-:|---|---|---|
| 2 | $12.50 | P-20 | Hose |`
  expect(read(text)).toEqual({
    parts: [
      { name: 'Pads', partNumber: 'P-10', price: 3890 },
      { name: 'Hose', partNumber: 'P-20', price: 1250, qty: 2 },
    ],
    others: ['Front:', 'Rear:'],
  })
})

test('rows below headings that are shifted are named, not read', () => {
  const text = '#\tPart\tQty\tPrice\n1\tPads\t2\t38.90\nPart\tQty\tPrice\t\n2\tHose\t4\t12.50'
  const { parts, others } = read(text)
  expect(parts).toEqual([{ name: 'Pads', qty: 2, price: 3890 }])
  expect(others).toEqual(['Part\tQty\tPrice', '2\tHose\t4\t12.50'])
})

test('a table below in another currency is named, not read', () => {
  const text = 'Part\tQty\tPrice\nPads\t2\t12.50\nTeil\tMenge\tPreis (€)\nBelag\t1\t38,90'
  expect(read(text)).toEqual({
    parts: [{ name: 'Pads', qty: 2, price: 1250 }],
    others: ['Belag 1 38,90'],
  })
})

test('a column of currencies is told by its cells, whatever it is called', () => {
  const text = 'Part;Number;Price;Cur\nPads;P-10;38.90;GBP\nDisc;D-20;89.00;EUR'
  expect(read(text).parts.map(({ price }) => price)).toEqual(['GBP 38.90', 'EUR 89.00'])
})

test('headings beside a figure of the table are no part', () => {
  const text = 'Part,Quantity,Unit Price,Paid:,127.90\nPads,1,38.90,,\nDisc,1,89.00,,'
  expect(read(text).parts).toEqual([
    { name: 'Pads', qty: 1, price: 3890 },
    { name: 'Disc', qty: 1, price: 8900 },
  ])
})

test.each([
  ['PartNumber,Description,unitPrice', { partNumber: 'P-10', name: 'Pads', price: 3890 }],
  ['Model/Part Number,Component,Price', { partNumber: 'P-10', name: 'Pads', price: 3890 }],
  ['Ersatzteilnummer,Teilebezeichnung,Preis', { partNumber: 'P-10', name: 'Pads', price: 3890 }],
  ['Part Number,Notes,Price', { partNumber: 'P-10', price: 3890 }],
])('heads of joined words are read: %s', (heads, part) => {
  expect(read(`${heads}\nP-10,Pads,38.90\nP-10,Pads,38.90`).parts).toEqual([part, part])
})

// Numbers are stored for cents of dollars.
test.each([
  ['Part\tQty\tPrice (USD)', 'Hose\t1\t12.50', 'EUR', 1250],
  ['Part\tQty\tUnit Price($)', 'Hose\t1\t12.50', 'EUR', 1250],
  ['Part\tQty\tPrice (CAD)', 'Hose\t1\t$12.50', 'USD', 'CAD 12.50'],
  ['Part\tQty\tPrice\tCurrency', 'Hose\t1\t$12.50\tCAD', 'USD', 'CAD 12.50'],
])('%j above %j in a kit in %s is %s', (heads, row, currency, price) => {
  const { parts } = read(`${heads}\n${row}\n${row}`, currency)
  expect(parts.map((part) => part.price)).toEqual([price, price])
})
