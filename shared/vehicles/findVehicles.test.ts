import { describe, expect, test } from 'vitest'

import type { Vehicle } from './vehicle.ts'

import { findVehicles, readTyped, type FoundVehicle } from './findVehicles.ts'
import models from './vehicleModels.json' with { type: 'json' }

const S4: Vehicle = { year: 2008, make: 'Audi', model: 'S4', trim: 'Avant' }

function said(found: FoundVehicle): string {
  if (found.kind === 'own') return `own ${found.vehicle.year} ${found.vehicle.model}`
  if (found.kind === 'year') return `${found.year} ...`
  if (found.kind === 'make') return `${found.year ?? '...'} ${found.make} ...`
  if (found.kind === 'vin') return `VIN ${found.vin}`
  if (found.kind === 'rest')
    return `${found.year ?? '...'} ${found.make ?? '...'} ${found.model} as typed`
  if (found.kind === 'model') return `... ${found.make} ${found.model}`
  return `${found.year} ${found.make} ${found.model}${found.kind === 'typed' ? ' as typed' : ''}`
}

const find = (typed: string, own: readonly Vehicle[] = [], most = 8) =>
  findVehicles(typed, models, own, most).map(said)

describe('a few letters find the vehicle', () => {
  test.each([
    ['08 s4', '2008 Audi S4'],
    ["'08 S4", '2008 Audi S4'],
    ['s4 2008', '2008 Audi S4'],
    ['2008 audi s4', '2008 Audi S4'],
    ['aud s4 08', '2008 Audi S4'],
    ['08 rs4', '2008 Audi RS 4'],
    ['15 f150', '2015 Ford F-150'],
    ['15 f-150', '2015 Ford F-150'],
    ['2012 vw golf', '2012 Volkswagen Golf'],
    ['12 chevy silverado', '2012 Chevrolet Silverado 1500'],
    ['99 miata', '1999 Mazda MX-5 Miata'],
    ['2003 325i bmw', '2003 BMW 325i'],
    ['2003 m9 bmw', '2003 BMW M9 as typed'],
    ['10 land rover lr4', '2010 Land Rover LR4'],
    ['10 rover lr', '2010 Land Rover LR2'],
    ['s4', '... Audi S4'],
    ['audi', '... Audi ...'],
    ['2008', '2008 ...'],
    ['08 audi', '2008 Audi ...'],
    ['1968 lancia fulvia', '1968 Lancia Fulvia as typed'],
    ['1930 ford model a', '1930 Ford Model A as typed'],
    ['2008 alfa romeo brera', '2008 Alfa Romeo Brera as typed'],
  ])('%j', (typed, wanted) => {
    expect(find(typed)[0]).toBe(wanted)
  })

  test('a letter behind the make is of the model', () => {
    expect(find('audi a')).toContain('... Audi A4')
    expect(find('08 audi a')).toContain('2008 Audi A4')
  })

  test('a number may be the year or the model', () => {
    expect(find('toyota 86')).toContain('... Toyota 86')
    expect(find('toyota 86')).toContain('1986 Toyota ...')
    expect(find('17 toyota 86')[0]).toBe('2017 Toyota 86')
  })

  test('a year and a make are followed by its models of that year, and by no others', () => {
    const found = findVehicles('08 audi', models, [], 20).map(said)
    expect(found).toContain('2008 Audi A3')
    expect(found).not.toContain('2008 Audi Q3')
  })

  test('an own vehicle comes first, and once', () => {
    expect(find('s4', [S4])).toEqual(['own 2008 S4', '... Audi S4', '... Volvo S40'])
    expect(find('08 s4', [S4])).toEqual(['own 2008 S4', '2008 Volvo S40'])
    // With all known details.
    expect(findVehicles('s4', models, [S4], 1)).toEqual([{ kind: 'own', vehicle: S4 }])
  })

  test('an own vehicle and the makes are found before the models are here', () => {
    expect(findVehicles('s4', null, [S4], 8).map(said)).toEqual(['own 2008 S4'])
    expect(findVehicles('08 aud', null, [], 8).map(said)).toEqual(['2008 Audi ...'])
  })

  test('what is neither a year nor a make is left for the fields it belongs to', () => {
    expect(readTyped('Fulvia')).toEqual({ year: null, make: null, rest: 'Fulvia' })
    expect(readTyped('68 Alfa Romeo GT Junior')).toEqual({
      year: 1968,
      make: 'Alfa Romeo',
      rest: 'GT Junior',
    })
    expect(readTyped('vw')).toEqual({ year: null, make: 'Volkswagen', rest: '' })
  })

  test('nothing and what is nothing finds nothing', () => {
    for (const typed of ['', ' ', '-']) expect(find(typed)).toEqual([])
  })

  test('what is in no list is the model, and the year and the make that stand beside it are kept', () => {
    expect(find('fulvia')).toEqual(['... ... Fulvia as typed'])
    expect(find('68 fulvia')).toEqual(['1968 ... Fulvia as typed'])
    expect(find('audi quattro sport')).toEqual(['... Audi Quattro sport as typed'])
    // The list may have it once it is loaded.
    expect(findVehicles('fulvia', null, [], 8)).toEqual([])
  })

  test('a VIN is looked up', () => {
    expect(find('waugl78e78a123456')).toEqual(['VIN WAUGL78E78A123456'])
    expect(find('WAUGL78E78A12345')).not.toContain('VIN WAUGL78E78A12345')
  })

  test('as many as are asked for, with what was typed among them', () => {
    expect(find('08 a', [], 5)).toHaveLength(5)
    const found = find('08 audi q9', [], 3)
    expect(found.at(-1)).toBe('2008 Audi Q9 as typed')
    expect(found.length).toBeLessThanOrEqual(3)
  })
})
