import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

import type { VehicleModels } from './makes.ts'

import {
  FIRST_YEAR,
  LAST_DATA_YEAR,
  LAST_YEAR,
  MAKES,
  modelsFor,
  MORE_MAKES,
  parseYear,
} from './makes.ts'
import {
  CUSTOM_YEAR_MAX,
  CUSTOM_YEAR_MIN,
  vehicleDetail,
  vehicleProblem,
  vehicleTitle,
} from './vehicle.ts'

const audi = { year: 2008, make: 'Audi', model: 'S4' }

describe('the makes', () => {
  it('are 40, from Acura to Volvo, in alphabetical order', () => {
    expect(MAKES).toHaveLength(40)
    expect(MAKES[0]).toBe('Acura')
    expect(MAKES.at(-1)).toBe('Volvo')
    expect([...MAKES].sort(byLetter)).toEqual(MAKES)
    expect(MAKES).toEqual(expect.arrayContaining(['Audi', 'BMW', 'Ford', 'Toyota', 'Tesla']))
  })

  it('have the historic ones apart, in alphabetical order and without a repetition', () => {
    expect([...MORE_MAKES].sort(byLetter)).toEqual(MORE_MAKES)
    expect(new Set([...MAKES, ...MORE_MAKES]).size).toBe(MAKES.length + MORE_MAKES.length)
    const named = ['Pontiac', 'Oldsmobile', 'Mercury', 'Plymouth', 'Saturn', 'Saab', 'AMC']
    expect(MORE_MAKES).toEqual(expect.arrayContaining(named))
  })

  it('leave 56 years for the grid', () => {
    expect(LAST_YEAR - FIRST_YEAR + 1).toBe(56)
  })
})

describe('a typed year', () => {
  it.each([
    ['1900', CUSTOM_YEAR_MIN],
    ['1968', 1968],
    ['2030', CUSTOM_YEAR_MAX],
    [' 2008 ', 2008],
  ])('is accepted: "%s"', (text, year) => {
    expect(parseYear(text)).toEqual({ year })
  })

  it.each([
    ['', 'Enter a year, for example 1968.'],
    ['   ', 'Enter a year, for example 1968.'],
    ['1899', 'The earliest year is 1900.'],
    ['2031', 'The latest year is 2030.'],
    ['08', 'Enter all four digits of the year.'],
    ['02008', 'Enter all four digits of the year.'],
    ['2008.5', 'A year has digits only, for example 1968.'],
    ['2e3', 'A year has digits only, for example 1968.'],
    ['+2008', 'A year has digits only, for example 1968.'],
    ['-2008', 'A year has digits only, for example 1968.'],
    ['0x7d8', 'A year has digits only, for example 1968.'],
    ['20 08', 'A year has digits only, for example 1968.'],
    ['２００８', 'A year has digits only, for example 1968.'],
  ])('is refused with its reason: "%s"', (text, problem) => {
    expect(parseYear(text)).toEqual({ problem })
  })
})

describe('a vehicle from outside', () => {
  it('may be absent', () => {
    expect(vehicleProblem(null)).toBeNull()
  })

  it('needs year, make and model only', () => {
    expect(vehicleProblem(audi)).toBeNull()
    expect(vehicleProblem(JSON.parse(JSON.stringify(audi)))).toBeNull()
  })

  it('may carry every detail, an empty one too', () => {
    const details = {
      trim: 'Avant',
      series: 'B7',
      bodyClass: 'Wagon',
      engineCylinders: '8',
      engineDisplacement: '4.2',
      engineHorsepower: '340',
      engineConfiguration: 'V-Shaped',
      driveType: '',
    }
    expect(vehicleProblem({ ...audi, ...details })).toBeNull()
  })

  it('may be of a make and a model that no list has', () => {
    expect(vehicleProblem({ year: 1936, make: 'Škoda', model: 'Popular 🚗' })).toBeNull()
  })

  it('may have names of up to 60 characters', () => {
    expect(vehicleProblem({ ...audi, model: ` ${'x'.repeat(60)} ` })).toBeNull()
    expect(vehicleProblem({ ...audi, model: 'x'.repeat(61) })).toBe('invalid_vehicle')
    expect(vehicleProblem({ ...audi, model: `x${' '.repeat(5000)}` })).toBe('invalid_vehicle')
  })

  it('may have details of up to 80 characters', () => {
    expect(vehicleProblem({ ...audi, trim: 'x'.repeat(80) })).toBeNull()
    expect(vehicleProblem({ ...audi, trim: 'x'.repeat(81) })).toBe('invalid_vehicle')
  })

  it.each([
    ['undefined', undefined],
    ['text', '2008 Audi S4'],
    ['a number', 2008],
    ['a list', [2008, 'Audi', 'S4']],
    ['an empty object', {}],
    ['no year', { make: 'Audi', model: 'S4' }],
    ['no model', { year: 2008, make: 'Audi' }],
    ['inherited fields only', Object.create(audi)],
    ['a year as text', { ...audi, year: '2008' }],
    ['half a year', { ...audi, year: 2008.5 }],
    ['a year that is not a number', { ...audi, year: Number.NaN }],
    ['a year before 1900', { ...audi, year: 1899 }],
    ['a year after 2030', { ...audi, year: 2031 }],
    ['a blank make', { ...audi, make: '   ' }],
    ['a blank model', { ...audi, model: '' }],
    ['a make that is no text', { ...audi, make: 1 }],
    ['an unknown field', { ...audi, color: 'red' }],
    ['a field named __proto__', JSON.parse('{"year":2008,"make":"A","model":"B","__proto__":{}}')],
    ['a detail that is null', { ...audi, trim: null }],
    ['a detail that is a number', { ...audi, engineCylinders: 8 }],
    ['a NUL', { ...audi, model: 'S\u00004' }],
    ['a line break', { ...audi, trim: 'a\nb' }],
    ['a C1 control character', { ...audi, trim: 'a\u0085b' }],
    ['a lone high surrogate', { ...audi, model: 'S\ud83d' }],
    ['a lone low surrogate', { ...audi, model: '\ude97S' }],
  ])('is refused: %s', (_name, value) => {
    expect(vehicleProblem(value)).toBe('invalid_vehicle')
  })
})

describe('the words for a vehicle', () => {
  it('begin with year, make and model', () => {
    expect(vehicleTitle(audi)).toBe('2008 Audi S4')
    expect(vehicleTitle({ year: 1967, make: ' Ford', model: 'Mustang ' })).toBe('1967 Ford Mustang')
  })

  it.each([
    ['', {}],
    ['', { trim: ' ', engineCylinders: '' }],
    ['Avant', { trim: 'Avant', series: 'B7' }],
    ['B7', { series: 'B7' }],
    ['8-cylinder', { engineCylinders: '8' }],
    ['8-cylinder', { engineCylinders: '8', engineConfiguration: 'constructor' }],
    ['4.2 L', { engineDisplacement: '4.163' }],
    ['Avant, 4.2 L V8', engineOf('V-Shaped', '8', '4.2', 'Avant')],
    ['2.0 L I4', engineOf('In-Line', '4', '2')],
    ['6.0 L W12', engineOf('W Shaped', '12', '6.0')],
    ['2.5 L flat-4', engineOf('Horizontally opposed (boxer)', '4', '2.5')],
    ['350 cu in V8', engineOf('V-Shaped', '8', '350 cu in')],
  ])('go on with the trim and the engine: "%s"', (words, details) => {
    expect(vehicleDetail({ ...audi, ...details })).toBe(words)
  })
})

describe('reading the models', () => {
  const data = { Any: 'A10 70;A4 99-01,05;Überwagen 25;RS 4 08' }

  it('finds single years and ranges, also across the century', () => {
    expect(modelsFor(data, 'Any', 1999)).toEqual(['A4'])
    expect(modelsFor(data, 'Any', 2000)).toEqual(['A4'])
    expect(modelsFor(data, 'Any', 2003)).toEqual([])
    expect(modelsFor(data, 'Any', 1970)).toEqual(['A10'])
    expect(modelsFor(data, 'Any', 2025)).toEqual(['Überwagen'])
    expect(modelsFor(data, 'Any', 2008)).toEqual(['RS 4'])
  })

  it('sorts numbers by their value', () => {
    expect(modelsFor({ Any: 'A10 99;A4 99;a3 99' }, 'Any', 1999)).toEqual(['a3', 'A4', 'A10'])
  })

  it('knows nothing outside its years and makes', () => {
    expect(modelsFor(data, 'Any', 1969)).toEqual([])
    expect(modelsFor(data, 'Any', 2070)).toEqual([])
    expect(modelsFor(data, 'Other', 1999)).toEqual([])
    expect(modelsFor(data, 'constructor', 1999)).toEqual([])
    expect(modelsFor(data, '__proto__', 1999)).toEqual([])
  })
})

describe('the shipped models', () => {
  const file = readFileSync(new URL('./vehicleModels.json', import.meta.url))
  const data = JSON.parse(file.toString()) as VehicleModels
  const everyMake = [...MAKES, ...MORE_MAKES]

  it('are small enough to be kept on every device', () => {
    expect(brotliCompressSync(file).length).toBeLessThanOrEqual(12 * 1024)
  })

  it('cover exactly the makes that can be chosen', () => {
    expect(Object.keys(data).sort(byLetter)).toEqual([...everyMake].sort(byLetter))
    const silent = everyMake.filter((make) => allModels(make).length === 0)
    expect(silent).toEqual([])
  })

  it('are well formed: a name once, its years in order, no stray control characters', () => {
    for (const make of everyMake) {
      const entries = data[make]!.split(';')
      const names = entries.map((entry) => entry.slice(0, entry.lastIndexOf(' ')))
      expect(new Set(names).size, make).toBe(names.length)
      for (const entry of entries) {
        expect(entry).toMatch(/^\S(.*\S)? \d\d(-\d\d)?(,\d\d(-\d\d)?)*$/)
      }
      for (const model of names) expect(vehicleProblem({ year: 2000, make, model })).toBeNull()
    }
  })

  it('have every make of 2010; Alfa Romeo, Fiat and Genesis sold no car in the US that year', () => {
    const silent = MAKES.filter((make) => modelsFor(data, make, 2010).length === 0)
    expect(silent).toEqual(['Alfa Romeo', 'Fiat', 'Genesis'])
  })

  it('have every make of 2025', () => {
    expect(MAKES.filter((make) => modelsFor(data, make, LAST_YEAR).length === 0)).toEqual([])
  })

  it('know the Audis of 2008', () => {
    const names = 'A3 A4 A5 A6 A8 Q7 R8 RS_4 S4 S5 S6 S8 TT'.split(' ')
    expect(modelsFor(data, 'Audi', 2008)).toEqual(names.map((name) => name.replace('_', ' ')))
  })

  it('know what was on the road in the 1970s', () => {
    expect(modelsFor(data, 'Chevrolet', 1972)).toContain('Chevelle')
    expect(modelsFor(data, 'Ford', 1970)).toEqual(expect.arrayContaining(['F-100', 'Mustang']))
    expect(modelsFor(data, 'Datsun', 1973)).toContain('240Z')
    expect(modelsFor(data, 'Volkswagen', 1975)).toEqual(
      expect.arrayContaining(['Beetle', 'Rabbit']),
    )
    expect(modelsFor(data, 'AMC', 1976)).toContain('Pacer')
    for (let year = FIRST_YEAR; year <= 1980; year++) {
      for (const make of ['Buick', 'Dodge', 'Ford', 'Pontiac', 'Porsche', 'Toyota', 'Volvo']) {
        expect(modelsFor(data, make, year), `${make} ${year}`).not.toEqual([])
      }
    }
  })

  it('join the hand-written years to the years of the data', () => {
    for (const year of [1979, 1980, 1981, 1982, 1984]) {
      expect(modelsFor(data, 'Chevrolet', year)).toContain('Camaro')
      expect(modelsFor(data, 'Toyota', year)).toContain('Corolla')
      expect(modelsFor(data, 'Volvo', year)).toContain('240')
    }
  })

  it('end when the car ended', () => {
    const ford = ['Fiesta', 'Flex', 'Focus', 'Fusion', 'Taurus']
    expect(ford.filter((model) => modelsFor(data, 'Ford', 2025).includes(model))).toEqual([])
    const toyota = ['Celica', 'Paseo', 'FCHV-adv', 'Yaris', 'Avalon']
    expect(toyota.filter((model) => modelsFor(data, 'Toyota', 2024).includes(model))).toEqual([])
    expect(modelsFor(data, 'Chrysler', 2024)).not.toContain('300')
  })

  it('have pickups and vans but no heavy trucks, chassis or noise', () => {
    expect(modelsFor(data, 'Ford', 1995)).toEqual(expect.arrayContaining(['F-150', 'E-150']))
    expect(modelsFor(data, 'Toyota', 2005)).toEqual(expect.arrayContaining(['Tacoma', 'Tundra']))
    const noise =
      /^L[A-Z]*\d{3,4}$|^C[FLT]*\d{3,4}$|^F-?[5-9]\d\d|^[BCPST]-?\d$|chassis|motorhome|hearse|cab /i
    const trucks = ["'34", 'NPR', 'FTR', 'VT', 'Semi', 'Xcient', 'F650', 'Heavy Conventional']
    const truckMakers = ['Chevrolet', 'Dodge', 'Ford', 'GMC', 'Isuzu', 'Mercedes-Benz', 'Ram']
    const suspects = [...truckMakers, 'Hyundai', 'Tesla', 'Volvo'].flatMap(allModels)
    expect(suspects.filter((model) => noise.test(model) || trucks.includes(model))).toEqual([])
  })

  function allModels(make: string): string[] {
    const years = Array.from({ length: LAST_DATA_YEAR - FIRST_YEAR + 1 }, (_, i) => FIRST_YEAR + i)
    return [...new Set(years.flatMap((year) => modelsFor(data, make, year)))]
  }
})

function engineOf(configuration: string, cylinders: string, displacement: string, trim = '') {
  return {
    trim,
    engineConfiguration: configuration,
    engineCylinders: cylinders,
    engineDisplacement: displacement,
  }
}

function byLetter(a: string, b: string): number {
  return a.localeCompare(b, 'en', { sensitivity: 'base' })
}
