import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import type { Usual } from './logFile.ts'
import type { FileEntry } from './readEntries.ts'
import { readText } from './testFiles.ts'

/** A file in the public format of an app, with made-up rows, and what has to be read of it. */
interface Export {
  name: string
  says: string
  app: string
  usual?: Partial<Usual>
  asks?: string[]
  left?: string[]
  /** Whole: a value that is read and not said here fails. */
  entries: string[]
  problems?: string[]
}

const EXPORTS: Export[] = [
  {
    name: 'fuelio.csv',
    says: 'two tanks, a template, a reminder and income',
    app: 'Fuelio',
    left: ['Vehicle', 'CostCategories', 'FavStations', 'Category', 'TripLog'],
    entries: [
      '6, 2026-05-12, Fuel, 48210 km, cost EUR 61.99, 35.02 L',
      '7, 2026-05-03, Fuel, 47990 km, cost EUR 2.61, 7.9 kWh, notes at home',
      '8, 2026-04-21, Fuel, 47520 km, cost EUR 22.20, 12 L part, notes "two jerry cans", one / for the mower; see receipt',
      '9, 2026-04-02, Fuel, cost EUR 58.12, 33.4 L',
      '10, 2026-03-14, Fuel, 46110 km, cost EUR 62.93, 36.8 L missed',
      '11, 2026-03-01, Fuel, 45800 km, cost EUR 19.35, notes Fuel (litres): 21.50',
      '18, 2026-04-10, Brake fluid, 47300 km, cost EUR 95.50, every 30000 km, every 24 months, notes DOT 4',
      '19, 2026-01-02, Insurance, cost EUR 412.00, every 12 months',
      '20, 2026-04-15, Old tires sold, 47400 km, notes Cost: 120.0',
    ],
    problems: [
      '11: “21.50” is of a second fuel, and left out',
      '20: “120.0” is income, not a cost',
      '21: it is no entry: “isTemplate: 1”',
      '22: it is no entry: “RemindDate: 2027-06-30”',
    ],
  },
  {
    name: 'acar.csv',
    says: 'several tables and two vehicles, in dollars and gallons',
    app: 'aCar',
    usual: { order: 'month' },
    left: ['Metadata', 'Vehicles', 'Trip Records'],
    entries: [
      '12, Truck, 2026-01-04, Fuel, 143250 mi, cost 5518, 17.25 US gal, notes paid cash, "no receipt" / second line / Fuel Category: Gasoline / Fuel Type: Gasoline - Regular (87) / Fueling Station Address: 1 Main St, Town',
      '13, Truck, 2026-01-09, Fuel, 143410 mi, cost 1650, 5 US gal part, notes Fuel Category: Gasoline / Fuel Type: Gasoline - Regular (87)',
      '14, Truck, 2026-01-28, Fuel, 143980 mi, cost 5899, 18.1 US gal missed, notes Fuel Category: Gasoline / Fuel Type: Gasoline - Regular (87)',
      '15, Bike, 2026-01-30, Fuel, cost 1108, 3.4 US gal, notes Fuel Category: Gasoline / Fuel Type: Gasoline - Premium (91)',
      '19, Truck, 2026-01-12, Engine Oil, Oil Filter, 143500 mi, cost 6490, notes Service Center Name: Home',
      '23, Bike, 2026-01-15, Registration, cost 8500',
    ],
  },
  {
    name: 'simplyAuto.csv',
    says: 'a date in three columns, and kinds of record by numbers',
    app: 'Simply Auto',
    asks: ['distance', 'fuelUnit'],
    entries: [
      '2, Family car, 2026-01-05, Fuel, 82100 km, cost EUR 74.29, 41.5 L, notes Filling Station: By the mill',
      '3, Family car, 2026-01-18, Fuel, 82480 km, cost EUR 36.40, 20 L part, notes half, in a hurry / pump 4',
      '4, Family car, 2026-02-11, Fuel, 83300 km, cost EUR 79.38, 44.1 L missed',
      '5, Family car, 2026-02-12, Brake Pads, Brake Fluid, 83350 km, cost EUR 210.00, notes both sides / Filling Station: Miller',
      '6, Family car, 2026-03-03, Parking, cost EUR 15.00',
      '8, Family car, 2026-03-09, Odometer reading, 84020 km, cost EUR 0.00',
      '9, Van, 2025-12-12, Fuel, 12010 km, cost EUR 53.15, 30.2 L',
    ],
    problems: ['7: it is no entry: “Record Type: 3”'],
  },
  {
    name: 'drivvo.csv',
    says: 'Spanish heads, a second fuel, income and routes',
    app: 'Drivvo',
    left: ['Income', 'Route'],
    entries: [
      '3, Furgo, 2026-02-03, Fuel, 61200 km, cost EUR 60.00, 40 L, notes Combustible: Gasolina / Gasolinera: La Esquina',
      '4, Furgo, 2026-02-17, Fuel, 61700 km, cost EUR 15.20, 10 L part, notes de viaje; "peaje" / aparte / Precio / L: 0.90 / Costo total: 27.0 / Volumen: 30 / Combustible: Gasolina / Segundo combustible: GLP',
      '5, Furgo, 2026-03-01, Fuel, cost EUR 37.25, 25 L, notes Combustible: Gasolina',
      '9, Furgo, 2026-02-10, Lavado, 61300 km, cost EUR 12.50',
      '13, Furgo, 2026-02-12, Pastillas de freno, 61400 km, cost EUR 189.90, notes solo delante / Lugar: Taller Ruiz',
    ],
    problems: [
      '4: “0.90” is of a second fuel, and left out',
      '4: “27.0” is of a second fuel, and left out',
      '4: “30” is of a second fuel, and left out',
    ],
  },
  {
    name: 'fuelly.csv',
    says: 'two columns of dates, and prices of a gallon',
    app: 'Fuelly',
    usual: { currency: 'USD', fuelUnit: 'US gal' },
    asks: ['fuelUnit'],
    entries: [
      '2, Truck F-150, 2026-01-15, Fuel, 62410 mi, cost 5730, 16.566 US gal',
      '3, Truck F-150, 2026-01-20, Fuel, 62580 mi, cost 2719, 8 US gal part, notes half a tank, then / snow / tags: trip / brand: Oil & Co',
      '4, Truck F-150, 2026-02-11, Fuel, 63400 mi, cost 6303, 18.543 US gal missed',
      '5, Truck F-150, 2026-02-14, Fuel, cost 1400, 4 US gal part, notes odometer not read',
    ],
  },
  {
    name: 'roadTrip.csv',
    says: 'sections, a trip abroad, intervals and a second tank',
    app: 'Road Trip',
    usual: { currency: 'CHF' },
    left: ['ROAD TRIPS', 'VEHICLE', 'TIRE LOG', 'VALUATIONS'],
    entries: [
      '8, 2026-03-01, Fuel, 12010 km, cost CHF 66.05, 38.4 L missed, notes Location: By the lake',
      '9, 2026-03-14, Fuel, 12420 km, cost EUR 19.56, 15 L part, notes abroad, "no cash" / two pumps',
      '10, 2026-03-20, Fuel, 12700 km, cost CHF 54.60, 31.2 L',
      '11, 2026-03-21, Fuel, 12710 km, cost CHF 9.60, notes gas / Fill Amount: 12 L',
      '16, 2026-03-16, Oil change, 12500 km, cost CHF 140.00, every 15000 km, every 12 months, notes 5W-30 / filter too / Location: Garage Huber',
      '17, 2026-01-02, Vignette, cost CHF 40.00, notes Reminder Interval: 1',
    ],
    problems: ['11: “12 L” is of a second fuel, and left out', '17: “1” is no number of months'],
  },
  {
    name: 'carCare.txt',
    says: 'a price of a gallon for fuel, and of the whole for other jobs',
    app: 'Car Care',
    usual: { currency: 'USD', distance: 'mi', fuelUnit: 'US gal' },
    asks: ['distance', 'fuelUnit'],
    entries: [
      '2, 2026-01-17, Fuel, 90410 mi, cost 3938, 10.1 US gal, notes Entry Subtype: Super',
      '3, 2026-01-29, Fuel, 90619 mi, cost 1617, 4.2 US gal part, notes half; "in a hurry" / Entry Subtype: Super',
      '4, 2026-02-20, Fuel, 91240 mi, cost 4293, 11.3 US gal missed, notes Entry Subtype: Super',
      '5, 2026-02-21, Oil Change, 91300 mi, cost 4250, notes Entry Subtype: 10W-30',
      '6, 2026-03-02, Tires, cost EUR 310.00',
    ],
  },
  {
    name: 'lubeLogger.csv',
    says: 'decimal commas, an odometer of 0, and a field of its owner',
    app: 'LubeLogger',
    asks: ['distance', 'fuelUnit'],
    entries: [
      '2, 2026-05-14, Fuel, 150000 km, cost EUR 68.85, 40.5 L, notes extrafield_Station: Mill',
      '3, 2026-05-20, Fuel, cost EUR 34.00, 20 L part, notes first line / second, line / Tags: trip',
      '4, 2026-06-10, Fuel, 150900 km, cost EUR 66.30, 39 L missed',
    ],
  },
  {
    name: 'lubeLoggerReminders.csv',
    says: 'reminders, which are no entries',
    app: 'LubeLogger',
    asks: ['distance', 'fuelUnit'],
    entries: [],
    problems: ['2: it has no date'],
  },
  {
    name: 'spritmonitor.csv',
    says: 'kinds of fuel and of fill-up by numbers',
    app: 'Spritmonitor',
    usual: { currency: 'USD' },
    entries: [
      '2, 2026-03-03, Fuel, 52000 km, cost EUR 71.61, 42.15 L missed, notes Tankstelle: Eck / Ort: Ulm',
      '3, 2026-03-14, Fuel, 52600 km, cost EUR 33.80, 20 L part, notes halb; "voll" war zu teuer / an der A8',
      '4, 2026-03-29, Fuel, 53000 km, cost EUR 92.95, 55 L',
      '5, 2026-04-02, Fuel, 53100 km, cost EUR 7.36, 18.4 kWh, notes zu Hause',
      '6, 2026-04-05, Fuel, 53110 km, cost EUR 12.90, notes Spritmenge: 10,00',
      '7, 2026-04-09, Fuel, 53120 km, cost EUR 27.00, notes Spritmenge: 30,00',
      '8, 2026-04-11, Fuel, 53500 km, cost EUR 70.11, 41 L part missed',
    ],
    problems: [
      '6: “10,00” is of a second fuel, and left out',
      '7: “30,00” is of a second fuel, and left out',
    ],
  },
  {
    name: 'spritmonitorCosts.csv',
    says: 'kinds of cost by numbers, and a refund',
    app: 'Spritmonitor',
    entries: [
      '2, 2026-01-15, Oil change, 51200 km, cost EUR 1089.90, notes 5W-30',
      '3, 2026-01-20, Tax, cost EUR 212.00',
      '4, 2026-02-02, Cost 16, 51400 km, notes warranty / Total price: 45,00 EUR',
      '5, 2026-02-03, Cost 12, 51410 km, cost EUR 9.50',
    ],
    problems: ['4: “45,00 EUR” is income, not a cost'],
  },
  {
    name: 'myGarage.csv',
    says: 'two columns of dates, and hauling',
    app: 'My Garage',
    entries: [
      '2, 2026-04-02, Fuel, 98000 km, cost EUR 87.86, 52.3 L, notes Fuel Type: Diesel / Station: Mill',
      '3, 2026-04-11, Fuel, 98420 km, cost EUR 34.38, 20 L part, notes with trailer, uphill / one stop / Fuel Type: Diesel',
      '4, 2026-04-30, Fuel, cost EUR 93.06, 55.1 L missed, notes Fuel Type: Diesel',
    ],
  },
  {
    name: 'myGarageService.csv',
    says: 'visits to a workshop',
    app: 'My Garage',
    asks: ['fuelUnit'],
    entries: [
      '2, 2026-04-15, Front brake pads, 98500 km, cost EUR 189.90, notes left; "right" / Vendor: Garage Huber',
      '3, 2026-04-15, Inspection, 98500 km, cost EUR 42.00',
    ],
  },
  {
    name: 'myGarageDef.csv',
    says: 'an additive that is no fuel',
    app: 'My Garage',
    entries: ['2, 2026-04-20, DEF, 98700 km, cost EUR 12.00, notes Liters: 10.000'],
  },
]

test.each(EXPORTS)(
  '$app, $says',
  ({ name, app, usual, asks = [], left = [], entries, problems = [] }) => {
    const text = readFileSync(join(import.meta.dirname, 'exports', name), 'utf8')
    const read = readText(text, usual)
    expect(read).toMatchObject({ app, left })
    const open = Object.entries(read.open).flatMap(([what, isOpen]) => (isOpen ? [what] : []))
    expect(open).toEqual(asks)
    expect(read.entries.map(wordsOf)).toEqual(entries)
    expect(read.problems.map(({ row, text: words }) => `${row}: ${words}`)).toEqual(problems)
  },
)

/** All values of an entry. */
function wordsOf(entry: FileEntry): string {
  const { row, car, vin, day, task, mileage, newOdometer, cost, fuel, every, notes } = entry
  const words = [
    `${row}`,
    car,
    day,
    task,
    mileage && `${mileage.value} ${mileage.unit}`,
    cost !== null && `cost ${cost}`,
    fuel &&
      Object.entries(fuel)
        .map(([key, value]) => (value === true ? key : value))
        .join(' '),
    every && `every ${every.value} ${every.unit}`,
    entry.everyMonths && `every ${entry.everyMonths} months`,
    vin,
    newOdometer && 'new odometer',
    notes && `notes ${notes.replaceAll('\n', ' / ')}`,
  ]
  return words.filter(Boolean).join(', ')
}
