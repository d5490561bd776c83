import { expect, test } from 'vitest'

import { readText } from './testFiles.ts'

test('a date in three columns may count its months from 0', () => {
  const rows = (...months: number[]) =>
    readText(
      `Day,Month,Year,Record Type,Record Desc\n${months.map((month) => `9,${month},2026,1,Oil`).join('\n')}`,
    ).entries.map(({ day }) => day)
  expect(rows(0, 11)).toEqual(['2026-01-09', '2026-12-09'])
  expect(rows(1, 12)).toEqual(['2026-01-09', '2026-12-09'])
  // A year beside a whole date is the vehicle's.
  const { entries } = readText('Date,Year,Month,Job\n2026-03-05,2004,7,Oil')
  expect(entries).toMatchObject([{ day: '2026-03-05' }])
})

test.each([
  ['Sí', {}],
  ['Oui', {}],
  ['Ja', {}],
  ['Voll', {}],
  ['No', { part: true }],
  ['Nein', { part: true }],
  ['half', { part: true }],
])('a tank is full where its column says so, in any language: %j', (full, said) => {
  const { entries } = readText(
    `Fecha,Odómetro (km),Litros,Tanque lleno\n2026-02-03,61200,40,${full}`,
  )
  expect(entries).toMatchObject([{ fuel: { amount: 40, unit: 'L', ...said } }])
  expect(entries[0]?.fuel).toEqual({ amount: 40, unit: 'L', ...said })
})

test.each([
  ['Datum,Kilometerstand,Liter,Gesamtkosten,Notiz', 'km', 'L'],
  ['Date,Kilométrage,Litres,Coût total,Remarque', 'km', 'L'],
  ['Fecha,Kilometraje,Litros,Costo total,Observación', 'km', 'L'],
  ['Date,Odometer (mi),Fuel (us gallons),Total cost,Notes', 'mi', 'US gal'],
  ['Date,Odometer (mi),Fuel (imp gallons),Total cost,Notes', 'mi', 'imp gal'],
])('heads name columns and their units: %j', (heads, distance, unit) => {
  const { entries, open } = readText(`${heads}\n2026-02-03,61200,40.5,70.10,x`)
  expect(open).toEqual({ distance: false, fuelUnit: false, order: false })
  expect(entries).toMatchObject([
    {
      mileage: { value: 61_200, unit: distance },
      fuel: { amount: 40.5, unit },
      cost: 'EUR 70.10',
      notes: 'x',
    },
  ])
})

test('a gallon without a country is asked for, also beside its amount', () => {
  const heads = 'Date,Odometer,Volume,Volume Unit'
  expect(readText(`${heads}\n2026-02-03,61200,10,gal`).open.fuelUnit).toBe(true)
  expect(readText(`${heads}\n2026-02-03,61200,10,US_GALLON`).open.fuelUnit).toBe(false)
})

test('gas alone is a fuel like any other, and beside gasoline a second one', () => {
  const heads = 'Date,Odometer (km),Liters,Fuel type'
  const amounts = (...kinds: string[]) =>
    readText(
      `${heads}\n${kinds.map((kind) => `2026-02-03,61200,10,${kind}`).join('\n')}`,
    ).entries.map(({ fuel }) => fuel && `${fuel.amount} ${fuel.unit}`)
  expect(amounts('LPG', 'Autogas')).toEqual(['10 L', '10 L'])
  expect(amounts('LPG', 'Super E10', 'AdBlue', 'Electricity')).toEqual([
    null,
    '10 L',
    null,
    '10 kWh',
  ])
})

test.each([
  ['0', '1'],
  ['1', '2'],
])('a tank after the first one, which is number %s, is left out', (first, second) => {
  const { entries, problems } = readText(
    `Date,Odometer (km),Liters,Tank Number\n2026-02-03,61200,10,${first}\n2026-02-04,61300,11,${second}`,
  )
  expect(entries.map(({ fuel }) => fuel?.amount)).toEqual([10, undefined])
  expect(problems).toEqual([{ row: 3, text: '“11” is of a second fuel, and left out' }])
})

test('work that cost nothing is an entry, and a reminder that is ahead is none', () => {
  const heads =
    'CostTitle,Date,Odo,Cost,RemindOdo,RemindDate,isTemplate,RepeatOdo,RepeatMonths,isIncome'
  const { entries, problems } = readText(
    `${heads}\nWarranty,2026-01-02,50000,0.0,65000,2027-01-02,0,15000,12,0\nTires,2026-01-02,0,0.0,0,2027-01-02,0,0,0,0`,
  )
  expect(entries).toMatchObject([
    { task: 'Warranty', every: { value: 15_000, unit: 'km' }, everyMonths: 12 },
  ])
  expect(problems).toEqual([{ row: 3, text: 'it is no entry: “RemindDate: 2027-01-02”' }])
})

test('a table with names of its own is told by its heads, though blanks and cells pad it', () => {
  const { entries, left } = readText(
    'Trip Records,,\nVehicle,Date,Total Cost\nVan,2026-01-05,9\n,,\nFill-Up Records,,\nVehicle,Date,Total Cost\nVan,2026-01-06,8',
  )
  expect(left).toEqual(['Trip Records'])
  expect(entries).toMatchObject([{ day: '2026-01-06', cost: 'EUR 8.00' }])
})
