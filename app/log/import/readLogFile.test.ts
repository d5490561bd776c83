import { describe, expect, test } from 'vitest'

import type { LogFile, Usual } from './logFile.ts'

import { carsOf, entriesOfFile, readLogFile } from './logFile.ts'
import { hasOpenCurrency } from './readCost.ts'
import {
  DRIVVO,
  FUELLY_KM,
  FUELLY_MILES,
  LUBELOGGER_FUEL,
  LUBELOGGER_SERVICE,
  SPRITMONITOR_COSTS,
  SPRITMONITOR_FUEL,
} from './testFiles.ts'

const USUAL: Usual = {
  distance: 'mi',
  fuelUnit: 'US gal',
  currency: 'USD',
  order: 'month',
  year: 2026,
}

function read(text: string, usual: Usual = USUAL): LogFile {
  const file = readLogFile(text, usual)
  if ('problem' in file) throw new Error(file.problem)
  return file
}
const rowsOf = (text: string, usual?: Usual) => entriesOfFile(read(text, usual))

describe('Fuelly', () => {
  test('in kilometers and liters says so by its heads, and what each fill-up cost', () => {
    const file = read(FUELLY_KM)
    expect(file).toMatchObject({
      app: 'Fuelly',
      reading: { distance: 'km', fuelUnit: 'L', mark: '.' },
      open: { distance: false, fuelUnit: false, order: false },
    })
    const { entries, problems } = entriesOfFile(file)
    expect(problems).toEqual([])
    expect(entries).toMatchObject([
      {
        car: 'Blue one Golf',
        task: 'Fuel',
        day: '2026-03-01',
        mileage: { value: 120_500, unit: 'km' },
        fuel: { amount: 39.752, unit: 'L' },
        cost: 7_151,
        notes: 'brand: Oil & Co',
      },
      { fuel: { amount: 20.1, part: true }, notes: 'half a tank' },
      { fuel: { amount: 48.07 } },
    ])
  })

  test('in miles leaves open which gallon it is, and has each car by its name', () => {
    const file = read(FUELLY_MILES)
    expect(file.open).toEqual({ distance: false, fuelUnit: true, order: false })
    const { entries } = entriesOfFile(file)
    expect(carsOf(entries)).toEqual(['Truck F-150', 'Van Transit'])
    expect(entries).toMatchObject([
      { day: '2026-01-15', mileage: { value: 62_410, unit: 'mi' }, fuel: { unit: 'US gal' } },
      { day: '2026-01-20', fuel: { amount: 18.543, missed: true } },
    ])
  })
})

test('Drivvo has three tables in a file: fill-ups, expenses and services', () => {
  const file = read(DRIVVO)
  expect(file).toMatchObject({ app: 'Drivvo', reading: { distance: 'km', fuelUnit: 'L' } })
  const { entries, problems } = entriesOfFile(file)
  expect(problems).toEqual([])
  expect(entries).toMatchObject([
    { task: 'Fuel', day: '2026-02-03', cost: 7_200, fuel: { amount: 40, unit: 'L' } },
    { task: 'Fuel', fuel: { amount: 20, part: true }, notes: 'on the way\nFuel: Gasoline' },
    { task: 'Car wash', cost: 1_250, fuel: null },
    { task: 'Brake pads', mileage: { value: 122_100, unit: 'km' }, cost: 18_990 },
  ])
  expect(entries[3]?.notes).toBe('front only\nPlace: Garage Miller')
})

test('tables below lines of their own are told apart: fill-ups, and services by their kinds', () => {
  const text = `About
"App","Exported"
"5.4","08/02/2023"

Fill-Up Records
"Vehicle","Date","Odometer Reading","Distance Unit","Volume","Volume Unit","Price per Unit","Total Cost","Partial Fill-Up?","Previously Missed Fill-Ups?"
"Van","8/4/2023","88100.0","MILE","12.5","US_GALLON","3.800","47.50","No","No"
"Van","8/9/2023","88300.0","MILE","4.0","US_GALLON","3.900","15.60","Yes","No"
"Van","8/20/2023","88900.0","MILE","13.0","US_GALLON","3.850","50.05","No","Yes"

Event Records
"Vehicle","Date","Odometer Reading","Distance Unit","Type","Sub Types","Total Cost"
"Van","7/30/2023","88000.0","MILE","SERVICE","Engine Oil, Oil Filter","61.9"
`
  const { entries, problems } = rowsOf(text)
  expect(problems).toEqual([])
  expect(entries).toMatchObject([
    { task: 'Fuel', day: '2023-08-04', cost: 4_750, fuel: { amount: 12.5, unit: 'US gal' } },
    { mileage: { value: 88_300, unit: 'mi' }, fuel: { part: true } },
    { cost: 5_005, fuel: { missed: true } },
    { task: 'Engine Oil, Oil Filter', day: '2023-07-30', cost: 6_190, fuel: null },
  ])
})

describe('Spritmonitor', () => {
  test('has fill-ups with commas, and a first one with no way before it', () => {
    const file = read(SPRITMONITOR_FUEL)
    expect(file).toMatchObject({
      app: 'Spritmonitor',
      reading: { distance: 'km', fuelUnit: 'L', mark: ',' },
    })
    const { entries } = entriesOfFile(file)
    expect(entries).toMatchObject([
      {
        day: '2026-03-03',
        mileage: { value: 52_000, unit: 'km' },
        fuel: { amount: 42.15, unit: 'L', missed: true },
        cost: 'EUR 71.61',
        notes: 'Tankstelle: Eck',
      },
      { fuel: { amount: 20, part: true }, notes: 'halb; voll', cost: 'EUR 33.80' },
      { fuel: { amount: 55, unit: 'L' } },
    ])
    expect(entries[2]?.fuel).not.toHaveProperty('part')
  })

  test('has costs, whose number says what they were', () => {
    const { entries } = rowsOf(SPRITMONITOR_COSTS)
    expect(entries).toMatchObject([
      {
        task: 'Oil change',
        day: '2026-01-15',
        mileage: { value: 51_200, unit: 'km' },
        notes: 'Jahreswechsel\n5W-30',
        cost: 'EUR 1089.90',
      },
    ])
  })
})

describe('LubeLogger', () => {
  test('has services without any unit: these are asked for', () => {
    const file = read(LUBELOGGER_SERVICE, { ...USUAL, distance: 'km' })
    expect(file).toMatchObject({ app: 'LubeLogger', open: { distance: true, order: false } })
    expect(entriesOfFile(file).entries).toMatchObject([
      {
        task: 'Oil and filter',
        day: '2026-04-09',
        cost: 8_450,
        mileage: { value: 91_200, unit: 'km' },
        notes: 'Tags: oil diy',
      },
      { day: '2026-04-28', cost: 114_000, notes: 'Both sides' },
    ])
  })

  test('has fill-ups, full or not', () => {
    expect(rowsOf(LUBELOGGER_FUEL).entries).toMatchObject([
      { task: 'Fuel', day: '2026-04-02', fuel: { amount: 12.5, unit: 'US gal' }, cost: 4_125 },
      { day: '2026-04-20', fuel: { amount: 13.1, part: true, missed: true } },
    ])
  })
})

describe('any other table', () => {
  test('is read by its heads, in the order of days that only one reading has', () => {
    const file = read('Date,Job,Odometer (km),Cost\n13/02/2026,Wipers,90000,24.00')
    expect(file).toMatchObject({ app: '', reading: { distance: 'km', order: 'day' } })
    expect(entriesOfFile(file).entries).toMatchObject([{ day: '2026-02-13', task: 'Wipers' }])
  })

  test('whose days have two readings asks for it', () => {
    const text = 'Date,Job\n03/02/2026,Wipers'
    expect(read(text).open.order).toBe(true)
    expect(rowsOf(text).entries[0]?.day).toBe('2026-03-02')
    expect(rowsOf(text, { ...USUAL, order: 'day' }).entries[0]?.day).toBe('2026-02-03')
  })

  test('names each row that cannot be kept, and what of the others', () => {
    const { entries, problems } = rowsOf(
      'Date,Job,Mileage,Cost\n2026-02-30,Wipers,1,1\n,Belt,1,1\n2026-02-03,Pump,many,-5',
    )
    expect(entries).toMatchObject([{ task: 'Pump', mileage: null, cost: null }])
    expect(problems).toEqual([
      { row: 2, text: '“2026-02-30” is no date' },
      { row: 3, text: 'it has no date' },
      { row: 4, text: '“many” is no mileage' },
      { row: 4, text: '“-5” is no cost' },
    ])
  })

  test.each([
    ['Date,Job,Cost\n2026-02-03,Wipers,24.50', 'EUR 24.50'],
    ['Date,Job,Cost (CHF)\n2026-02-03,Wipers,24.50', 'CHF 24.50'],
    ['Date,Job,Cost\n2026-02-03,Wipers,"R$ 24,50"', 'BRL 24.50'],
    ['Date,Job,Cost\n2026-02-03,Wipers,$24.50', 2_450],
    ['Date,Job,Cost,Currency\n2026-02-03,Wipers,24.50,Kč', 'CZK 24.50'],
    ['Date,Job,Cost (VAT)\n2026-02-03,Wipers,24.50', 'EUR 24.50'],
    ['Date,Job,Cost,Cost currency\n2026-02-03,Wipers,2450,JPY', 'JPY 2450'],
  ])('has costs in what it says, else in what the person says: %j', (text, cost) => {
    const { entries, problems } = rowsOf(text, { ...USUAL, currency: 'EUR' })
    expect(entries[0]?.cost).toBe(cost)
    expect(problems).toEqual([])
  })

  test('of "kr" takes the one that the person says, and before that none', () => {
    const text = 'Date,Job,Cost\n2026-02-03,Wipers,250 kr'
    expect(rowsOf(text)).toMatchObject({
      entries: [{ cost: null, notes: 'Cost: 250 kr' }],
      problems: [{ row: 2, text: '“250 kr” may be several currencies' }],
    })
    const said = rowsOf(text, { ...USUAL, currency: 'SEK' })
    expect(said).toMatchObject({ entries: [{ cost: 'SEK 250.00', notes: '' }], problems: [] })
  })

  test.each([
    ['Date,Job,Cost\n2026-02-03,Wipers,24.50', true],
    ['Date,Job,Cost\n2026-02-03,Wipers,$24.50', true],
    ['Date,Job,Cost\n2026-02-03,Wipers,24.50 EUR\n2026-02-04,Wash,9', true],
    ['Date,Job,Cost\n2026-02-03,Wipers,24.50 EUR\n2026-02-04,Wash,', false],
    ['Date,Job,Cost (€)\n2026-02-03,Wipers,24.50', false],
    ['Date,Job\n2026-02-03,Wipers', false],
  ])('asks for the currency only where it does not say it: %j', (text, isOpen) => {
    const [one] = read(text).tables
    if (!one) throw new Error('no table')
    expect(hasOpenCurrency(one.table, one.known.columns)).toBe(isOpen)
  })

  test('keeps a unit of fuel that is not known here', () => {
    const { entries } = rowsOf('Date,Job,Fuel,Fuel unit\n2026-02-03,Fuel,4.1,kg')
    expect(entries[0]?.fuel).toEqual({ amount: 4.1, unit: 'kg' })
  })

  test.each([
    ['', 'There is no table with heads in this file.'],
    ['Only one line', 'There is no table with heads in this file.'],
    [
      `Date,Job\n${'2026-01-01,Wash\n'.repeat(10_001)}`,
      'This file has 10,001 rows. A log holds 10,000.',
    ],
  ])('that is none is refused in words, %#', (text, problem) => {
    expect(readLogFile(text, USUAL)).toEqual({ problem })
  })
})
