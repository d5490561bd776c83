import { describe, expect, test } from 'vitest'
import fc from 'fast-check'

import { workUnits } from '../testProcessor.ts'
import { LINE_COLUMNS } from '../tables/columnHeads.ts'
import { readTypedLine, type TypedContext } from './readTypedLine.ts'

/** "name | maker | number | price | quantity | link", with "?" after an unsure piece. */
function said(line: string, context: TypedContext = {}): string {
  const { pieces } = readTypedLine(line, context)
  const cells = LINE_COLUMNS.map((cell) => {
    const piece = pieces[cell]
    return piece ? piece.text + (piece.why === null ? '' : '?') : ''
  })
  return cells.join(' | ').replace(/[ |]+$/, '')
}

/** Numbers that stay in the name as doubts. */
const doubts = (line: string, context?: TypedContext) =>
  readTypedLine(line, context)
    .doubts.map(({ text }) => text)
    .join(' ')

describe('a typed line', () => {
  test.each([
    // As people type it.
    ['Oil filter HU719/7x 12.98 x2', 'Oil filter |  | HU719/7x | 12.98 | 2'],
    ['Mann oil filter HU 719/7 x $12.98 x2', 'oil filter | Mann | HU 719/7 x | 12.98 | 2'],
    ['Oil filter', 'Oil filter'],
    ['Oil filter 12,98', 'Oil filter |  |  | 12,98'],
    ['Oil filter $12.98', 'Oil filter |  |  | 12.98'],
    ['Oil filter 12.98 each', 'Oil filter |  |  | 12.98'],
    ['Oil filter 12.98/ea x 2', 'Oil filter |  |  | 12.98 | 2'],
    ['2x oil filter 12.98', 'oil filter |  |  | 12.98 | 2'],
    ['2 x oil filter 12.98', 'oil filter |  |  | 12.98 | 2'],
    ['oil filter 2 pcs', 'oil filter |  |  |  | 2'],
    ['oil filter, 2pcs, $12.98', 'oil filter |  |  | 12.98 | 2'],
    ['Oil filter qty 2 price 12', 'Oil filter |  |  | 12 | 2'],
    ['oil filter (x2)', 'oil filter |  |  |  | 2'],
    ['klocki 4 szt.', 'klocki |  |  |  | 4'],
    ['pads, 4 units', 'pads |  |  |  | 4'],
    ['filter qty 2 100.00 USD', 'filter |  |  | 100.00 | 2'],
    ['filter x2 100,50 €', 'filter |  |  | 100,50 € | 2'],
    ['oil filter, (x2), blue', 'oil filter, blue |  |  |  | 2'],
    ['brake disc 312 (x2)', 'brake disc 312 |  |  |  | 2'],
    ['2x 09.A758.11 disc', 'disc |  | 09.A758.11 |  | 2'],
    ['12.98 bolt 09.A758.11', 'bolt |  | 09.A758.11 | 12.98'],
    ['Qty 2 EUR 12.50 pads', 'pads |  |  | EUR 12.50 | 2'],
    ['12.50 USD each 4.73 qt oil', '4.73 qt oil |  |  | 12.50'],
    ['Drain plug 2 @ 6.25', 'Drain plug |  |  | 6.25 | 2'],
    ['Drain plug @ 6', 'Drain plug |  |  | 6'],
    ['4 × Spark plug 13.85', 'Spark plug |  |  | 13.85 | 4'],
    ['Spark plug 12.98x8', 'Spark plug |  |  | 12.98 | 8'],
    ['Spark plug 8x12.98', 'Spark plug |  |  | 12.98 | 8'],
    ['Spark plug 8 x $12', 'Spark plug |  |  | 12 | 8'],
    ['- Oil filter $12.98', 'Oil filter |  |  | 12.98'],
    ['1. Oil filter $12.98', 'Oil filter |  |  | 12.98'],
    ['$12.98 oil filter', 'oil filter |  |  | 12.98'],
    ['12.98', ' |  |  | 12.98'],
    ['x2', ' |  |  |  | 2'],
    ['seal x0', 'seal |  |  |  | 0'],
    ['Turbo $1,299', 'Turbo |  |  | 1,299'],
    ['Turbo $1,299.00 x1', 'Turbo |  |  | 1,299.00 | 1'],
    ['Turbo 1.299,50', 'Turbo |  |  | 1.299,50'],
    ['Oil filter 12,-', 'Oil filter |  |  | 12'],
    ['Oil filter 12,–', 'Oil filter |  |  | 12'],
    ['Oil filter 12,- €', 'Oil filter |  |  | 12,- €'],
    ['Oil filter 12,–€ x2', 'Oil filter |  |  | 12,–€ | 2'],
    ['Oil filter 12.-- CHF', 'Oil filter |  |  | 12.-- CHF'],
    ['Oil filter CHF 12.–', 'Oil filter |  |  | CHF 12'],
    ['Oil filter € 12,- x2', 'Oil filter |  |  | € 12 | 2'],
    ['Oil filter .99', 'Oil filter .99'],
    ['Oil filter $.99', 'Oil filter |  |  | .99'],
    ['Oil filter US$12.98', 'Oil filter |  |  | 12.98'],
    ['Oil filter 12.98 USD', 'Oil filter |  |  | 12.98'],
    ['Bromsskiva 449:- x2', 'Bromsskiva |  |  | 449:- | 2'],
    ['Tire 14x1.50 89.90', 'Tire 14x1.50 |  |  | 89.90'],
    ['Oil filter 12 dollars', 'Oil filter |  |  | 12'],

    // Sizes are neither prices nor quantities.
    ['Drain plug M14x1.5', 'Drain plug M14x1.5'],
    ['Drain plug M14x1.50 6.25', 'Drain plug M14x1.50 |  |  | 6.25'],
    ['Drain plug M14 x 1.5 x2', 'Drain plug M14 x 1.5 |  |  |  | 2'],
    ['Bolt M8x25 x12', 'Bolt M8x25 |  |  |  | 12'],
    ['Bolt M8 x 25', 'Bolt M8 x 25'],
    ['Hose 1/2" x 3 ft', 'Hose 1/2" x 3 ft'],
    ['Hose x 5 ft', 'Hose x 5 ft'],
    ['1/2" hose 4.50', '1/2" hose |  |  | 4.50'],
    ['3/8 drive ratchet', '3/8 drive ratchet'],
    ['Engine oil 5W-40, 5 L 45.99 x2', 'Engine oil 5W-40, 5 L |  |  | 45.99 | 2'],
    ['Castrol Edge 5W-30 4.73 qt $31.97', 'Edge 5W-30 4.73 qt | Castrol |  | 31.97'],
    ['Brake disc 312 mm 89.00', 'Brake disc 312 mm |  |  | 89.00'],
    ['Brake disc 312x25mm', 'Brake disc 312x25mm'],
    ['Sealing ring 14 x 20 mm', 'Sealing ring 14 x 20 mm'],
    ['Sealing ring 14 x 20 mm x4 1.10', 'Sealing ring 14 x 20 mm |  |  | 1.10 | 4'],
    ['Valve shim 2.75 mm 4.20', 'Valve shim 2.75 mm |  |  | 4.20'],
    ['Tire 235/40 R18 x4 164.50', 'Tire 235/40 R18 |  |  | 164.50 | 4'],
    ['Tire 235/40R18 $164.50', 'Tire 235/40R18 |  |  | 164.50'],
    ['Bulb H7 12V 55W', 'Bulb H7 12V 55W'],
    ['Wiper blade 24" 12.98', 'Wiper blade 24" |  |  | 12.98'],
    ['Brake fluid DOT 4 0.5 l', 'Brake fluid DOT 4 0.5 l'],
    ['4x4 hub', '4x4 hub'],
    ['Set of 4 brake pads', 'Set of 4 brake pads'],
    ['94 piece socket set', '94 piece socket set'],
    ['40-piece tap and die kit', '40-piece tap and die kit'],
    ['Gasket set 2 pcs', 'Gasket set |  |  |  | 2'],
    ['Oil VW 504.00 5 L', 'Oil VW 504.00 5 L'],
    ['Thermostat 2.0 TDI 2008', 'Thermostat 2.0 TDI 2008'],
    ['Refrigerant R134a 12 oz $9.99', 'Refrigerant R134a 12 oz |  |  | 9.99'],

    // Part numbers as makers print them.
    ['Brake disc 09.A758.11 89.00', 'Brake disc |  | 09.A758.11 | 89.00'],
    ['Brembo brake disc 09.A758.11 x2', 'brake disc | Brembo | 09.A758.11 |  | 2'],
    ['Air filter 06A 115 561 B', 'Air filter |  | 06A 115 561 B'],
    ['Oil filter 06a 115 561 b x 2', 'Oil filter |  | 06a 115 561 b |  | 2'],
    ['8E0 615 301 Q brake disc 64.90', 'brake disc |  | 8E0 615 301 Q | 64.90'],
    ['Drain plug N 908 132 02 6.25', 'Drain plug |  | N 908 132 02 | 6.25'],
    ['Drain plug N90813202 6,25', 'Drain plug |  | N90813202 | 6,25'],
    ['Bosch pads 0 986 494 254 $38.20', 'pads | Bosch | 0 986 494 254 | 38.20'],
    ['BMW hose 11 42 7 566 327', 'BMW hose |  | 11 42 7 566 327'],
    ['Turbo 115.100', 'Turbo |  | 115.100'],
    ['Pads 13.0460-7112.2 54.00', 'Pads |  | 13.0460-7112.2 | 54.00'],
    ['Cabin filter CU 2450', 'Cabin filter |  | CU 2450'],
    ['mann cu 2450 cabin filter', 'cabin filter | mann | cu 2450'],
    ['Air filter C 35 154', 'Air filter |  | C 35 154'],
    ['Mahle OC 90 oil filter', 'oil filter | Mahle | OC 90'],
    ['NGK BKR6EIX x 8', ' | NGK | BKR6EIX |  | 8'],
    ['NGK 2332 spark plug 4.99', 'spark plug | NGK | 2332 | 4.99'],
    ['W 719/45 11.49', ' |  | W 719/45 | 11.49'],
    ['Air filter LX 1006/1D', 'Air filter |  | LX 1006/1D'],
    ['Oil filter HU 719/7 x 12.98', 'Oil filter |  | HU 719/7 x | 12.98'],
    ['Oil filter HU 719/7 x x2', 'Oil filter |  | HU 719/7 x |  | 2'],
    ['Valve #90915-YZZF2 $8', 'Valve |  | 90915-YZZF2 | 8'],
    ['Oil filter part no. 2332', 'Oil filter |  | 2332'],
    ['FAG 713 6106 10 wheel bearing x2', 'wheel bearing | FAG | 713 6106 10 |  | 2'],
    ['Sachs 2290 601 099 flywheel', 'flywheel | Sachs | 2290 601 099'],
    ['SKF VKBA 3643 wheel bearing 54.10', 'wheel bearing | SKF | VKBA 3643 | 54.10'],
    ['Wahler thermostat 4274.87D', 'thermostat | Wahler | 4274.87D'],
    ['Motorcraft FL-820-S', ' | Motorcraft | FL-820-S'],

    // Makers.
    ['Genuine Audi drain plug', 'drain plug | Genuine Audi'],
    ['MANN-FILTER oil filter', 'oil filter | MANN-FILTER'],
    ['Oil filter Mann Filter HU 719/7 x', 'Oil filter | Mann Filter | HU 719/7 x'],
    ['Febi Bilstein control arm', 'control arm | Febi Bilstein'],
    ['K&N air filter 33-2209', 'air filter | K&N | 33-2209'],
    ['Mobil 1 0W-40 5 qt', '0W-40 5 qt | Mobil 1'],

    // Links.
    ['https://shop.test/a', ' |  |  |  |  | https://shop.test/a'],
    ['Oil filter shop.test/f 12.98', 'Oil filter |  |  | 12.98 |  | shop.test/f'],
    [
      'Oil filter https://shop.test/f?x=12.98 x2',
      'Oil filter |  |  |  | 2 | https://shop.test/f?x=12.98',
    ],

    // Nothing at all.
    ['', ''],
    ['  ', ''],
    ['$', '$'],
    ['Oil filter $12.', 'Oil filter |  |  | 12'],
    ['İİ Bosch filter', 'İİ filter | Bosch'],
    ['x', 'x'],
  ])('%j is %j', (line, meaning) => {
    expect(said(line)).toBe(meaning)
  })
})

describe('what can be meant in two ways', () => {
  test.each([
    ['Brake disc 89', 'Brake disc 89', '89'],
    ['4 spark plugs', '4 spark plugs', '4'],
    ['Spark plugs 8 $13.85', 'Spark plugs 8 |  |  | 13.85', '8'],
    ['Oil filter (2)', 'Oil filter (2)', '2'],
    ['Thermostat 87.5', 'Thermostat 87.5', '87.5'],
    ['Turbo 1,299', 'Turbo 1,299', '1,299'],
    ['Turbo 1.234', 'Turbo 1.234', '1.234'],
    ['Plug 14x1.50', 'Plug 14x1.50', '14 1.50'],
    ['Ring 14 x 20', 'Ring 14 x 20', '14 20'],
    ['Brake disc 312 x 2', 'Brake disc 312 x 2', '312 2'],
    ['Filter 12.98-13.98', 'Filter 12.98-13.98', '12.98 13.98'],
    ['Filter 2/12.98', 'Filter 2/12.98', '12.98'],
    ['Oil filter $12-15', 'Oil filter $12-15', '$12'],
    ['Turbo $1 299', 'Turbo $1 299', '$1 299'],
    ['Coupon -$5', 'Coupon -$5', '-$5'],
    ['Coupon -5', 'Coupon -5', '-5'],
    ['Coupon -5.00', 'Coupon -5.00', '-5.00'],
    ['Rebate $5 off', 'Rebate $5 off', '$5'],
    ['Pads 12 each', 'Pads 12 each', '12'],
    ['200 pc screw assortment', '200 pc screw assortment', '200'],
    ['Screws 40 pcs assortment', 'Screws 40 pcs assortment', '40'],
    ['Sleeve 2x 12.5', 'Sleeve 2x 12.5', '12.5'],
    ['Bolts 2 kr 120', 'Bolts 2 kr 120', '2 kr 120'],
  ])('stays in the name of %j and is asked about', (line, meaning, asked) => {
    expect(said(line)).toBe(meaning)
    expect(doubts(line)).toBe(asked)
  })

  test.each([
    ['Shim 3.45 12.98', 'Shim 3.45 |  |  | 12.98?', '3.45'],
    ['Oil filter $15.99 $12.98', 'Oil filter $12.98 |  |  | 15.99?', '$12.98'],
    ['Oil filter HU 719/7 x 2', 'Oil filter |  | HU 719/7 |  | 2?', ''],
    ['Bolt M8x25 x 12', 'Bolt M8x25 |  |  |  | 12?', ''],
    ['Washer 1.50 x 20', 'Washer |  |  | 1.50? | 20?', ''],
    ['3 x 10mm sockets', '10mm sockets |  |  |  | 3?', ''],
    ['2x filter x3', 'filter x3 |  |  |  | 2?', '3'],
    ['Wiper pair $40 for both x2', 'Wiper pair |  |  | 20.00? | 2', ''],
    ['Wipers 2 for $40', 'Wipers |  |  | 20.00? | 2', ''],
    ['Wipers 3 for $40', 'Wipers |  |  | 40? | 3', ''],
    ['Wheels x4 $1,200 for all 4', 'Wheels |  |  | 300.00? | 4', ''],
    ['Oil $8.97/qt', 'Oil /qt |  |  | 8.97?', ''],
    ['Wipers $40/pair', 'Wipers |  |  | 40?', ''],
    ['Bolts x8 total price 9', 'Bolts total |  |  | 9? | 8', ''],
    ['Bolts x8 12.50 total', 'Bolts |  |  | 12.50? | 8', ''],
    ['Wipers x3, 2 for $40', 'Wipers, 2 for |  |  | 40? | 3', '2'],
    ['Pads €12.50 $14.00', 'Pads €12.50 |  |  | 14.00', '€12.50'],
    ['Filter 3x qty 2', 'Filter 3x |  |  |  | 2?', '3'],
    ['Pads EUR 12.50 449:-', 'Pads 449 |  |  | EUR 12.50?', '449:-'],
  ])('is said of %j', (line, meaning, asked) => {
    expect(said(line)).toBe(meaning)
    expect(doubts(line)).toBe(asked)
  })

  test.each([
    'Tire 235/40 R18',
    'Oil 5W-40',
    'Hose 12 mm',
    'Brake fluid DOT 4',
    'Antifreeze -40 °C',
    'Filter for 2008',
    'Set of 4',
    'Battery 70 Ah 12 V',
    'Sander 80 grit',
    'Thermostat 2.0 TDI',
  ])('is not asked about where it is none: %j', (line) => {
    expect(doubts(line)).toBe('')
  })

  test('is not asked about once both amounts are known', () => {
    expect(doubts('Audi 80 thermostat $12 x2')).toBe('')
  })

  test('an amount of another currency is no price in dollars', () => {
    expect(said('Oil filter 12,98 €')).toBe('Oil filter |  |  | 12,98 €')
    expect(said('Oil filter €12.98 x2')).toBe('Oil filter |  |  | €12.98 | 2')
    expect(said('Oil filter 2 x 12,98 €')).toBe('Oil filter |  |  | 12,98 € | 2')
  })
})

describe('what is known besides', () => {
  test('makers of own kits', () => {
    expect(said('Demo Filters oil filter', { brands: ['Demo Filters'] })).toBe(
      'oil filter | Demo Filters',
    )
  })

  test('the words of the vehicle, which are no maker and no number', () => {
    const context = { brands: ['Ford'], words: ['Ford', 'F-150'] }
    expect(said('Ford F-150 oil filter FL-820S', context)).toBe(
      'Ford F-150 oil filter |  | FL-820S',
    )
    expect(doubts('Thermostat 500', { words: ['500'] })).toBe('')
  })

  test('what was said of a piece by hand comes first', () => {
    expect(said('Brake disc 89', { named: [{ cell: 'price', text: '89' }] })).toBe(
      'Brake disc |  |  | 89',
    )
    expect(said('Shim 3.45 12.98', { named: [{ cell: 'price', text: '3.45' }] })).toBe(
      'Shim 12.98 |  |  | 3.45',
    )
    expect(said('Acme pump 12.98 x2', { named: [{ cell: 'manufacturer', text: 'Acme' }] })).toBe(
      'pump | Acme |  | 12.98 | 2',
    )
    expect(said('Filter HU719/7x', { named: [{ cell: 'name', text: 'HU719/7x' }] })).toBe(
      'Filter HU719/7x',
    )
  })

  test('a text that was said of stands by itself, not inside of a word', () => {
    expect(said('M12 bolt 12', { named: [{ cell: 'qty', text: '12' }] })).toBe(
      'M12 bolt |  |  |  | 12',
    )
  })
})

test('of any line every word is in one piece, and half of one is read as well', () => {
  const word = fc.oneof(
    fc.constantFrom('$12.98', 'x2', '2x', '2 x', 'HU 719/7 x', '06A 115 561 B', 'Mann', '12 each'),
    fc.constantFrom('14 x 20 mm', '5W-40', '2 pcs', '2 for $20', '€5', '(2)', '1,299', '#', '- '),
    fc.string({ maxLength: 8 }),
  )
  const line = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(line, fc.nat(60), (text, end) => {
      for (const typed of [text, text.slice(0, end)]) {
        const { pieces, doubts: asked } = readTypedLine(typed)
        const spans = Object.values(pieces).flatMap((piece) => piece.spans)
        const sorted = spans.toSorted((a, b) => a.from - b.from)
        for (const [at, span] of sorted.entries())
          expect(span.from).toBeGreaterThanOrEqual(sorted[at - 1]?.to ?? 0)
        for (const { text: said, span } of asked) expect(typed.slice(span.from, span.to)).toBe(said)
        const bullet = /^(?:\s|[-*•]|\d{1,2}[.)]|\[[ x]?\])*/i.exec(typed)?.[0].length ?? 0
        for (const { index } of typed.matchAll(/\d/g)) {
          const isIn = spans.some(({ from, to }) => from <= index && index < to)
          expect(isIn || index < bullet).toBe(true)
        }
      }
    }),
  )
})

test('a line of thousands of characters is read at once', async () => {
  const texts = ['1 x ', '$1,', 'A1/', '12.98 '].map((piece) => piece.repeat(2_000))
  expect(await workUnits(() => texts.map((text) => readTypedLine(text)))).toBeLessThan(4)
})
