import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { entriesOfFile, isUnsaid, readLogFile, type LogFile, type Usual } from './logFile.ts'

const USUAL: Usual = {
  distance: 'km',
  fuelUnit: 'L',
  currency: 'EUR',
  order: 'day',
  year: 2026,
}
const km = (value: number) => ({ value, unit: 'km' })
const mi = (value: number) => ({ value, unit: 'mi' })

/** A file in the public format of an app, with made-up rows. */
function read(
  name: string,
  usual: Partial<Usual> = {},
): LogFile & ReturnType<typeof entriesOfFile> {
  const text = readFileSync(join(import.meta.dirname, 'exports', name), 'utf8')
  const file = readLogFile(text, { ...USUAL, ...usual })
  if ('problem' in file) throw new Error(file.problem)
  expect(isUnsaid(file)).toBe(false)
  return { ...file, ...entriesOfFile(file) }
}

test('Fuelio: two tanks, templates, reminders and income', () => {
  const { app, left, open, entries, problems } = read('fuelio.csv')
  expect({ app, open }).toEqual({
    app: 'Fuelio',
    open: { distance: false, fuelUnit: false, order: false },
  })
  expect(left).toEqual(['Vehicle', 'CostCategories', 'FavStations', 'Category', 'TripLog'])
  expect(entries).toEqual([
    entry({
      row: 6,
      day: '2026-05-12',
      mileage: km(48_210),
      cost: 'EUR 61.99',
      fuel: { amount: 35.02, unit: 'L' },
    }),
    entry({
      row: 7,
      day: '2026-05-03',
      mileage: km(47_990),
      cost: 'EUR 2.61',
      fuel: { amount: 7.9, unit: 'kWh' },
      notes: 'at home',
    }),
    entry({
      row: 8,
      day: '2026-04-21',
      mileage: km(47_520),
      cost: 'EUR 22.20',
      fuel: { amount: 12, unit: 'L', part: true },
      notes: '"two jerry cans", one\nfor the mower; see receipt',
    }),
    entry({ row: 9, day: '2026-04-02', cost: 'EUR 58.12', fuel: { amount: 33.4, unit: 'L' } }),
    entry({
      row: 10,
      day: '2026-03-14',
      mileage: km(46_110),
      cost: 'EUR 62.93',
      fuel: { amount: 36.8, unit: 'L', missed: true },
    }),
    entry({
      row: 11,
      day: '2026-03-01',
      mileage: km(45_800),
      cost: 'EUR 19.35',
      notes: 'Fuel (litres): 21.50',
    }),
    entry({
      row: 18,
      task: 'Brake fluid',
      day: '2026-04-10',
      mileage: km(47_300),
      cost: 'EUR 95.50',
      every: km(30_000),
      everyMonths: 24,
      notes: 'DOT 4',
    }),
    entry({ row: 19, task: 'Insurance', day: '2026-01-02', cost: 'EUR 412.00', everyMonths: 12 }),
    entry({
      row: 20,
      task: 'Old tires sold',
      day: '2026-04-15',
      mileage: km(47_400),
      notes: 'Cost: 120.0',
    }),
  ])
  expect(problems).toEqual([
    { row: 11, text: '“21.50” is of a second fuel, and left out' },
    { row: 20, text: '“120.0” is income, not a cost' },
    { row: 21, text: 'it is no entry: “isTemplate: 1”' },
    { row: 22, text: 'it is no entry: “RemindDate: 2027-06-30”' },
  ])
})

test('aCar: several tables and two vehicles, in dollars and gallons', () => {
  const { app, left, open, entries, problems } = read('acar.csv', { order: 'month' })
  expect({ app, left, open }).toEqual({
    app: 'aCar',
    left: ['Metadata', 'Vehicles', 'Trip Records'],
    open: { distance: false, fuelUnit: false, order: false },
  })
  expect(problems).toEqual([])
  const grade = 'Fuel Category: Gasoline\nFuel Type: Gasoline - Regular (87)'
  expect(entries).toEqual([
    entry({
      row: 12,
      car: 'Truck',
      day: '2026-01-04',
      mileage: mi(143_250),
      cost: 5_518,
      fuel: { amount: 17.25, unit: 'US gal' },
      notes: `paid cash, "no receipt"\nsecond line\n${grade}\nFueling Station Address: 1 Main St, Town`,
    }),
    entry({
      row: 13,
      car: 'Truck',
      day: '2026-01-09',
      mileage: mi(143_410),
      cost: 1_650,
      fuel: { amount: 5, unit: 'US gal', part: true },
      notes: grade,
    }),
    entry({
      row: 14,
      car: 'Truck',
      day: '2026-01-28',
      mileage: mi(143_980),
      cost: 5_899,
      fuel: { amount: 18.1, unit: 'US gal', missed: true },
      notes: grade,
    }),
    entry({
      row: 15,
      car: 'Bike',
      day: '2026-01-30',
      cost: 1_108,
      fuel: { amount: 3.4, unit: 'US gal' },
      notes: grade.replace('Regular (87)', 'Premium (91)'),
    }),
    entry({
      row: 19,
      car: 'Truck',
      task: 'Engine Oil, Oil Filter',
      day: '2026-01-12',
      mileage: mi(143_500),
      cost: 6_490,
      notes: 'Service Center Name: Home',
    }),
    entry({ row: 23, car: 'Bike', task: 'Registration', day: '2026-01-15', cost: 8_500 }),
  ])
})

test('Simply Auto: a date in three columns, and kinds of record by numbers', () => {
  const { app, open, entries, problems } = read('simplyAuto.csv')
  expect({ app, open }).toEqual({
    app: 'Simply Auto',
    open: { distance: true, fuelUnit: true, order: false },
  })
  expect(entries).toEqual([
    entry({
      row: 2,
      car: 'Family car',
      day: '2026-01-05',
      mileage: km(82_100),
      cost: 'EUR 74.29',
      fuel: { amount: 41.5, unit: 'L' },
      notes: 'Filling Station: By the mill',
    }),
    entry({
      row: 3,
      car: 'Family car',
      day: '2026-01-18',
      mileage: km(82_480),
      cost: 'EUR 36.40',
      fuel: { amount: 20, unit: 'L', part: true },
      notes: 'half, in a hurry\npump 4',
    }),
    entry({
      row: 4,
      car: 'Family car',
      day: '2026-02-11',
      mileage: km(83_300),
      cost: 'EUR 79.38',
      fuel: { amount: 44.1, unit: 'L', missed: true },
    }),
    entry({
      row: 5,
      car: 'Family car',
      task: 'Brake Pads, Brake Fluid',
      day: '2026-02-12',
      mileage: km(83_350),
      cost: 'EUR 210.00',
      notes: 'both sides\nFilling Station: Miller',
    }),
    entry({ row: 6, car: 'Family car', task: 'Parking', day: '2026-03-03', cost: 'EUR 15.00' }),
    entry({
      row: 8,
      car: 'Family car',
      task: 'Odometer reading',
      day: '2026-03-09',
      mileage: km(84_020),
      cost: 'EUR 0.00',
    }),
    entry({
      row: 9,
      car: 'Van',
      day: '2025-12-12',
      mileage: km(12_010),
      cost: 'EUR 53.15',
      fuel: { amount: 30.2, unit: 'L' },
    }),
  ])
  expect(problems).toEqual([{ row: 7, text: 'it is no entry: “Record Type: 3”' }])
})

test('Drivvo: Spanish heads, a second fuel, income and routes', () => {
  const { app, left, open, entries, problems } = read('drivvo.csv')
  expect({ app, left, open }).toEqual({
    app: 'Drivvo',
    left: ['Income', 'Route'],
    open: { distance: false, fuelUnit: false, order: false },
  })
  expect(entries).toEqual([
    entry({
      row: 3,
      car: 'Furgo',
      day: '2026-02-03',
      mileage: km(61_200),
      cost: 'EUR 60.00',
      fuel: { amount: 40, unit: 'L' },
      notes: 'Combustible: Gasolina\nGasolinera: La Esquina',
    }),
    entry({
      row: 4,
      car: 'Furgo',
      day: '2026-02-17',
      mileage: km(61_700),
      cost: 'EUR 15.20',
      fuel: { amount: 10, unit: 'L', part: true },
      notes:
        'de viaje; "peaje"\naparte\nPrecio / L: 0.90\nCosto total: 27.0\nVolumen: 30\nCombustible: Gasolina\nSegundo combustible: GLP',
    }),
    entry({
      row: 5,
      car: 'Furgo',
      day: '2026-03-01',
      cost: 'EUR 37.25',
      fuel: { amount: 25, unit: 'L' },
      notes: 'Combustible: Gasolina',
    }),
    entry({
      row: 9,
      car: 'Furgo',
      task: 'Lavado',
      day: '2026-02-10',
      mileage: km(61_300),
      cost: 'EUR 12.50',
    }),
    entry({
      row: 13,
      car: 'Furgo',
      task: 'Pastillas de freno',
      day: '2026-02-12',
      mileage: km(61_400),
      cost: 'EUR 189.90',
      notes: 'solo delante\nLugar: Taller Ruiz',
    }),
  ])
  expect(problems).toEqual([
    { row: 4, text: '“0.90” is of a second fuel, and left out' },
    { row: 4, text: '“27.0” is of a second fuel, and left out' },
    { row: 4, text: '“30” is of a second fuel, and left out' },
  ])
})

test('Fuelly: three columns of dates and prices of a gallon', () => {
  const { app, open, entries, problems } = read('fuelly.csv', {
    currency: 'USD',
    fuelUnit: 'US gal',
  })
  expect({ app, open }).toEqual({
    app: 'Fuelly',
    open: { distance: false, fuelUnit: true, order: false },
  })
  expect(problems).toEqual([])
  const car = 'Truck F-150'
  expect(entries).toEqual([
    entry({
      row: 2,
      car,
      day: '2026-01-15',
      mileage: mi(62_410),
      cost: 5_730,
      fuel: { amount: 16.566, unit: 'US gal' },
    }),
    entry({
      row: 3,
      car,
      day: '2026-01-20',
      mileage: mi(62_580),
      cost: 2_719,
      fuel: { amount: 8, unit: 'US gal', part: true },
      notes: 'half a tank, then\nsnow\ntags: trip\nbrand: Oil & Co',
    }),
    entry({
      row: 4,
      car,
      day: '2026-02-11',
      mileage: mi(63_400),
      cost: 6_303,
      fuel: { amount: 18.543, unit: 'US gal', missed: true },
    }),
    entry({
      row: 5,
      car,
      day: '2026-02-14',
      cost: 1_400,
      fuel: { amount: 4, unit: 'US gal', part: true },
      notes: 'odometer not read',
    }),
  ])
})

test('Road Trip: sections, currencies of a trip abroad, intervals and a second tank', () => {
  const { app, left, open, entries, problems } = read('roadTrip.csv', { currency: 'CHF' })
  expect({ app, left, open }).toEqual({
    app: 'Road Trip',
    left: ['ROAD TRIPS', 'VEHICLE', 'TIRE LOG', 'VALUATIONS'],
    open: { distance: false, fuelUnit: false, order: false },
  })
  expect(entries).toEqual([
    entry({
      row: 8,
      day: '2026-03-01',
      mileage: km(12_010),
      cost: 'CHF 66.05',
      fuel: { amount: 38.4, unit: 'L', missed: true },
      notes: 'Location: By the lake',
    }),
    entry({
      row: 9,
      day: '2026-03-14',
      mileage: km(12_420),
      cost: 'EUR 19.56',
      fuel: { amount: 15, unit: 'L', part: true },
      notes: 'abroad, "no cash"\ntwo pumps',
    }),
    entry({
      row: 10,
      day: '2026-03-20',
      mileage: km(12_700),
      cost: 'CHF 54.60',
      fuel: { amount: 31.2, unit: 'L' },
    }),
    entry({
      row: 11,
      day: '2026-03-21',
      mileage: km(12_710),
      cost: 'CHF 9.60',
      notes: 'gas\nFill Amount: 12 L',
    }),
    entry({
      row: 16,
      task: 'Oil change',
      day: '2026-03-16',
      mileage: km(12_500),
      cost: 'CHF 140.00',
      every: km(15_000),
      everyMonths: 12,
      notes: '5W-30\nfilter too\nLocation: Garage Huber',
    }),
    entry({
      row: 17,
      task: 'Vignette',
      day: '2026-01-02',
      cost: 'CHF 40.00',
      notes: 'Reminder Interval: 1',
    }),
  ])
  expect(problems).toEqual([
    { row: 11, text: '“12 L” is of a second fuel, and left out' },
    { row: 17, text: '“1” is no number of months' },
  ])
})

test('Car Care: a price of a gallon for fuel, and of the whole for other jobs', () => {
  const { app, open, entries, problems } = read('carCare.txt', {
    currency: 'USD',
    distance: 'mi',
    fuelUnit: 'US gal',
  })
  expect({ app, open }).toEqual({
    app: 'Car Care',
    open: { distance: true, fuelUnit: true, order: false },
  })
  expect(problems).toEqual([])
  expect(entries).toEqual([
    entry({
      row: 2,
      day: '2026-01-17',
      mileage: mi(90_410),
      cost: 3_938,
      fuel: { amount: 10.1, unit: 'US gal' },
      notes: 'Entry Subtype: Super',
    }),
    entry({
      row: 3,
      day: '2026-01-29',
      mileage: mi(90_619),
      cost: 1_617,
      fuel: { amount: 4.2, unit: 'US gal', part: true },
      notes: 'half; "in a hurry"\nEntry Subtype: Super',
    }),
    entry({
      row: 4,
      day: '2026-02-20',
      mileage: mi(91_240),
      cost: 4_293,
      fuel: { amount: 11.3, unit: 'US gal', missed: true },
      notes: 'Entry Subtype: Super',
    }),
    entry({
      row: 5,
      task: 'Oil Change',
      day: '2026-02-21',
      mileage: mi(91_300),
      cost: 4_250,
      notes: 'Entry Subtype: 10W-30',
    }),
    entry({ row: 6, task: 'Tires', day: '2026-03-02', cost: 'EUR 310.00' }),
  ])
})

test('LubeLogger: amounts with commas, an odometer of 0, and fields of its owner', () => {
  const { app, open, entries, problems } = read('lubeLogger.csv')
  expect({ app, open }).toEqual({
    app: 'LubeLogger',
    open: { distance: true, fuelUnit: true, order: false },
  })
  expect(problems).toEqual([])
  expect(entries).toEqual([
    entry({
      row: 2,
      day: '2026-05-14',
      mileage: km(150_000),
      cost: 'EUR 68.85',
      fuel: { amount: 40.5, unit: 'L' },
      notes: 'extrafield_Station: Mill',
    }),
    entry({
      row: 3,
      day: '2026-05-20',
      cost: 'EUR 34.00',
      fuel: { amount: 20, unit: 'L', part: true },
      notes: 'first line\nsecond, line\nTags: trip',
    }),
    entry({
      row: 4,
      day: '2026-06-10',
      mileage: km(150_900),
      cost: 'EUR 66.30',
      fuel: { amount: 39, unit: 'L', missed: true },
    }),
  ])
  const reminders = read('lubeLoggerReminders.csv')
  expect(reminders.entries).toEqual([])
  expect(reminders.problems).toEqual([{ row: 2, text: 'it has no date' }])
})

test('Spritmonitor: kinds of fuel and of fill-up by numbers', () => {
  const { app, open, entries, problems } = read('spritmonitor.csv', { currency: 'USD' })
  expect({ app, open }).toEqual({
    app: 'Spritmonitor',
    open: { distance: false, fuelUnit: false, order: false },
  })
  expect(entries).toEqual([
    entry({
      row: 2,
      day: '2026-03-03',
      mileage: km(52_000),
      cost: 'EUR 71.61',
      fuel: { amount: 42.15, unit: 'L', missed: true },
      notes: 'Tankstelle: Eck\nOrt: Ulm',
    }),
    entry({
      row: 3,
      day: '2026-03-14',
      mileage: km(52_600),
      cost: 'EUR 33.80',
      fuel: { amount: 20, unit: 'L', part: true },
      notes: 'halb; "voll" war zu teuer\nan der A8',
    }),
    entry({
      row: 4,
      day: '2026-03-29',
      mileage: km(53_000),
      cost: 'EUR 92.95',
      fuel: { amount: 55, unit: 'L' },
    }),
    entry({
      row: 5,
      day: '2026-04-02',
      mileage: km(53_100),
      cost: 'EUR 7.36',
      fuel: { amount: 18.4, unit: 'kWh' },
      notes: 'zu Hause',
    }),
    entry({
      row: 6,
      day: '2026-04-05',
      mileage: km(53_110),
      cost: 'EUR 12.90',
      notes: 'Spritmenge: 10,00',
    }),
    entry({
      row: 7,
      day: '2026-04-09',
      mileage: km(53_120),
      cost: 'EUR 27.00',
      notes: 'Spritmenge: 30,00',
    }),
    entry({
      row: 8,
      day: '2026-04-11',
      mileage: km(53_500),
      cost: 'EUR 70.11',
      fuel: { amount: 41, unit: 'L', part: true, missed: true },
    }),
  ])
  expect(problems).toEqual([
    { row: 6, text: '“10,00” is of a second fuel, and left out' },
    { row: 7, text: '“30,00” is of a second fuel, and left out' },
  ])
  const costs = read('spritmonitorCosts.csv')
  expect(costs).toMatchObject({ app: 'Spritmonitor', open: { distance: false } })
  expect(costs.entries).toEqual([
    entry({
      row: 2,
      task: 'Oil change',
      day: '2026-01-15',
      mileage: km(51_200),
      cost: 'EUR 1089.90',
      notes: '5W-30',
    }),
    entry({ row: 3, task: 'Tax', day: '2026-01-20', cost: 'EUR 212.00' }),
    entry({
      row: 4,
      task: 'Cost 16',
      day: '2026-02-02',
      mileage: km(51_400),
      notes: 'warranty\nTotal price: 45,00 EUR',
    }),
    entry({ row: 5, task: 'Cost 12', day: '2026-02-03', mileage: km(51_410), cost: 'EUR 9.50' }),
  ])
  expect(costs.problems).toEqual([{ row: 4, text: '“45,00 EUR” is income, not a cost' }])
})

test('My Garage: fuel, visits to a workshop, and an additive that is no fuel', () => {
  const { app, open, entries, problems } = read('myGarage.csv')
  expect({ app, open }).toEqual({
    app: 'My Garage',
    open: { distance: false, fuelUnit: false, order: false },
  })
  expect(problems).toEqual([])
  const diesel = 'Fuel Type: Diesel'
  expect(entries).toEqual([
    entry({
      row: 2,
      day: '2026-04-02',
      mileage: km(98_000),
      cost: 'EUR 87.86',
      fuel: { amount: 52.3, unit: 'L' },
      notes: `${diesel}\nStation: Mill`,
    }),
    entry({
      row: 3,
      day: '2026-04-11',
      mileage: km(98_420),
      cost: 'EUR 34.38',
      fuel: { amount: 20, unit: 'L', part: true },
      notes: `with trailer, uphill\none stop\n${diesel}`,
    }),
    entry({
      row: 4,
      day: '2026-04-30',
      cost: 'EUR 93.06',
      fuel: { amount: 55.1, unit: 'L', missed: true },
      notes: diesel,
    }),
  ])
  expect(read('myGarageService.csv').entries).toEqual([
    entry({
      row: 2,
      task: 'Front brake pads',
      day: '2026-04-15',
      mileage: km(98_500),
      cost: 'EUR 189.90',
      notes: 'left; "right"\nVendor: Garage Huber',
    }),
    entry({
      row: 3,
      task: 'Inspection',
      day: '2026-04-15',
      mileage: km(98_500),
      cost: 'EUR 42.00',
    }),
  ])
  expect(read('myGarageDef.csv').entries).toEqual([
    entry({
      row: 2,
      task: 'DEF',
      day: '2026-04-20',
      mileage: km(98_700),
      cost: 'EUR 12.00',
      notes: 'Liters: 10.000',
    }),
  ])
})

/** A whole entry: a value that is read and not said here fails. */
function entry(values: Record<string, unknown>) {
  return {
    car: '',
    vin: '',
    task: 'Fuel',
    mileage: null,
    newOdometer: false,
    cost: null,
    fuel: null,
    every: null,
    everyMonths: null,
    notes: '',
    ...values,
  }
}
