import { describe, expect, test } from 'vitest'

import type { LogFile, Usual } from './logFile.ts'

import { Lots } from '#shared/testSeeded.ts'
import { entriesOfFile, isUnsaid, readLogFile } from './logFile.ts'
import { FUELIO } from './testFiles.ts'

const USUAL: Usual = { distance: 'mi', fuelUnit: 'L', currency: 'USD', order: 'month', year: 2026 }

function read(text: string, usual: Partial<Usual> = {}): LogFile {
  const file = readLogFile(text, { ...USUAL, ...usual })
  if ('problem' in file) throw new Error(file.problem)
  return file
}
const rowsOf = (text: string, usual?: Partial<Usual>) => entriesOfFile(read(text, usual))
const daysOf = (...days: string[]) => {
  const { entries } = rowsOf(`Date;Job\n${days.map((day) => `${day};Oil`).join('\n')}`)
  return entries.map(({ day }) => day)
}
const kilometers = (...texts: string[]) =>
  rowsOf(`Date;Mileage (km);Cost\n${texts.map((text) => `2026-01-02;${text}`).join('\n')}`)

test('Fuelio has whole amounts beside prices of a liter, intervals, and what was earned', () => {
  const file = read(FUELIO)
  expect(isUnsaid(file)).toBe(false)
  expect(file).toMatchObject({ app: 'Fuelio', reading: { distance: 'km', fuelUnit: 'L' } })
  const { entries, problems } = entriesOfFile(file)
  expect(entries).toMatchObject([
    { task: 'Fuel', cost: 7_400, fuel: { amount: 45.12, unit: 'L' } },
    { task: 'Fuel', cost: 6_649, fuel: { missed: true } },
    { task: 'Fuel', cost: 3_240, fuel: { part: true } },
    {
      task: 'Timing belt',
      cost: 64_000,
      every: { value: 120_000, unit: 'km' },
      everyMonths: 120,
    },
    { task: 'Scrap metal', cost: null, notes: 'sold old rims\nCost: 85.0', everyMonths: null },
  ])
  expect(problems).toEqual([{ row: 15, text: '“85.0” is income, not a cost' }])
})

describe('a price beside fuel', () => {
  const costsOf = (heads: string, row: string) =>
    rowsOf(`${heads}\n${row}`).entries.map(({ cost }) => cost)

  test('is asked for, and nothing of it is stored before', () => {
    const file = read('date,price,gallons,odometer\n2026-01-18,28.82,11.308,118628')
    expect(isUnsaid(file)).toBe(true)
    expect(entriesOfFile(file).entries[0]?.cost).toBeNull()
  })

  test('is of one unit beside a total, and the total beside a price of one', () => {
    expect(costsOf('date,price,liters,total', '2026-01-18,1.80,40,72.00')).toEqual([7_200])
    expect(costsOf('date,price,liters,price per unit', '2026-01-18,72.00,40,1.80')).toEqual([7_200])
  })

  test('in a table without any is what the job cost', () => {
    expect(costsOf('date,job,price', '2026-01-18,Oil,72.00')).toEqual([7_200])
  })

  test('of one unit is kept in the notes where the row has no fuel', () => {
    expect(rowsOf('date,job,liters,price per unit\n2026-01-18,Wash,,9.00')).toMatchObject({
      entries: [{ cost: null, notes: 'price per unit: 9.00' }],
      problems: [{ text: '“9.00” is a price per unit, but the row has no fuel' }],
    })
  })
})

describe('a number', () => {
  test('of an odometer has no three decimals: thousands, whatever else is whole', () => {
    const { entries } = kilometers('123.456;89', '131.870;240')
    expect(entries.map(({ mileage }) => mileage?.value)).toEqual([123_456, 131_870])
  })

  test('that other columns make a decimal is said to have two readings, and is kept', () => {
    expect(kilometers('123.456;89.50')).toMatchObject({
      entries: [{ mileage: null, cost: 8_950, notes: 'Mileage (km): 123.456' }],
      problems: [{ row: 2, text: '“123.456” can be read in two ways' }],
    })
  })

  test('of money alone with three figures behind its mark is asked for', () => {
    const file = read('Date;Job;Cost\n2026-01-02;Oil;1.234\n2026-01-03;Oil;89')
    expect(isUnsaid(file)).toBe(true)
    expect(entriesOfFile(file).entries.map(({ cost }) => cost)).toEqual([null, null])
    const said = entriesOfFile({ ...file, reading: { ...file.reading, mark: ',' } })
    expect(said.entries.map(({ cost }) => cost)).toEqual([123_400, 8_900])
  })

  test('of the other kind in the same file is no number of it', () => {
    const { entries, problems } = kilometers('1000;12.50', '1001;14.90', '1002;12,5')
    expect(entries.map(({ cost }) => cost)).toEqual([1_250, 1_490, null])
    expect(problems).toEqual([{ row: 4, text: '“12,5” is no cost' }])
  })

  test.each([
    ['80000 mi', { value: 80_000, unit: 'mi' }],
    ['130000 km', { value: 130_000, unit: 'km' }],
    ['120k', { value: 120_000, unit: 'mi' }],
    ['120.5k km', { value: 120_500, unit: 'km' }],
    ['~ 142000', { value: 142_000, unit: 'mi' }],
    ['ca. 142,000 miles', { value: 142_000, unit: 'mi' }],
    ['0', null],
    ['0.0', null],
    ['n/a', null],
    ['-', null],
  ])('of an odometer says its unit, or that there is none: %j', (text, mileage) => {
    const { entries, problems } = rowsOf(`Date;Job;Mileage\n2026-01-02;Oil;${text}`)
    expect(entries[0]?.mileage).toEqual(mileage)
    expect(problems).toEqual([])
  })

  test('of fuel is in the unit beside it, and a cost in no other currency than its column', () => {
    expect(
      rowsOf('Date;Fuel;Cost;Currency\n2026-01-02;40 L;60;EUR\n2026-01-03;9 US gal;$60;EUR', {
        fuelUnit: 'imp gal',
      }),
    ).toMatchObject({
      entries: [
        { fuel: { amount: 40, unit: 'L' }, cost: 'EUR 60.00' },
        { fuel: { amount: 9, unit: 'US gal' }, cost: null, notes: 'Cost: $60 EUR' },
      ],
      problems: [{ row: 3, text: '“$60 EUR” is no cost' }],
    })
  })
})

describe('a day', () => {
  test('with two figures of a year is none that is still to come', () => {
    expect(daysOf('6/15/98', '11/02/99', '3/28/05')).toEqual([
      '1998-06-15',
      '1999-11-02',
      '2005-03-28',
    ])
  })

  test('has a month by its name in any language, or no marks', () => {
    expect(
      daysOf('Jan 5, 2026', '01 SEP 25', '5-Mar-24', '20230612', '7. Mai 2024', '3 août 2024'),
    ).toEqual(['2026-01-05', '2025-09-01', '2024-03-05', '2023-06-12', '2024-05-07', '2024-08-03'])
    expect(daysOf('5 ene 2024', '4 de marzo de 2024', 'Sept 9th, 2024 17:40')).toEqual([
      '2024-01-05',
      '2024-03-04',
      '2024-09-09',
    ])
  })

  test('with a dash may begin with its year: it is asked for', () => {
    const text = 'Date;Job\n24-03-05;Oil'
    expect(read(text).open.order).toBe(true)
    expect(rowsOf(text, { order: 'year' }).entries[0]?.day).toBe('2024-03-05')
    expect(read('Date;Job\n98-03-05;Oil')).toMatchObject({
      open: { order: false },
      reading: { order: 'year' },
    })
  })
})

test('two equal rows are two', () => {
  const toll = '2026-02-01,98200,Toll,4.50'
  const { entries } = rowsOf(`Date,Odometer,Description,Cost\n${toll}\n${toll}`)
  expect(entries).toHaveLength(2)
})

describe('a wrong value', () => {
  const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  const lots = new Lots(SEED)
  const figure = () => String(1 + Math.floor(lots.chance() * 8))
  const JUNK = [
    'many',
    'ab',
    '☃',
    '‮x',
    '½',
    '９０',
    'NaN',
    'Infinity',
    '=A1',
    'мало',
    'x'.repeat(900),
  ]
  const WRONG: (() => string)[] = [
    () => lots.pick(JUNK),
    () => `-${figure()}`,
    () => `(${figure()}${figure()})`,
    () => `${figure()}${lots.pick(['-', ' or ', '..', ':', '/', ' x '])}${figure()}${figure()}`,
    () => `${figure()}.${figure()}.${figure()}`,
    () => `${figure()}e${figure()}`,
    () => `${lots.pick(['.', ','])}${figure()}`,
    () => `${figure()} ${lots.pick(['parsecs', 'apples', '☃', '%'])}`,
    () => figure().repeat(13),
  ]
  const COLUMNS = ['Mileage', 'Cost', 'Fuel', 'Due after', 'Due after months'] as const
  const valueOf = {
    Mileage: 'mileage',
    Cost: 'cost',
    Fuel: 'fuel',
    'Due after': 'every',
    'Due after months': 'everyMonths',
  } as const

  test(`is refused in words and kept as it is in the notes, seed ${SEED}`, () => {
    for (let draw = 0; draw < 400; draw++) {
      const column = lots.pick(COLUMNS)
      const wrong = lots.pick(WRONG)()
      const { entries, problems } = rowsOf(
        `Date,Job,${column},Else\n2026-01-02,Oil,"${wrong}",12.50`,
      )
      const about = `${column}: ${JSON.stringify(wrong)}, seed ${SEED}`
      expect(entries[0]?.[valueOf[column]], about).toBeNull()
      expect(problems, about).toHaveLength(1)
      expect(entries[0]?.notes, about).toContain(wrong.replace('‮', ''))
    }
  })

  test(`of a day is named with its row, and the row is not stored, seed ${SEED}`, () => {
    const DAYS = [
      ...WRONG,
      () => `2026-${lots.pick(['13', '00', '02'])}-${lots.pick(['30', '31', '00'])}`,
      () => `${figure()}/${figure()}`,
      () => `${lots.pick(['Smarch', 'Jui', 'Juni or Juli'])} ${figure()}, 2026`,
      () => `2026-0${figure()}-0${figure()} to 2026-09-09`,
      () => `4${figure()}${figure()}${figure()}${figure()}`,
    ]
    for (let draw = 0; draw < 200; draw++) {
      const wrong = lots.pick(DAYS)()
      const { entries, problems } = rowsOf(`Date,Job\n"${wrong}",Oil`)
      expect([entries, problems.length], `${JSON.stringify(wrong)}, seed ${SEED}`).toEqual([[], 1])
    }
  })
})
