import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import type { VinCar, VinChunk, VinMakes } from './decodeVin.ts'
import type { KnownVin } from './testVins.ts'

import { decodeVin, makesOfVin } from './decodeVin.ts'
import { FOUND_VINS, SELF_MADE_VINS } from './testVins.ts'
import { vehicleProblem } from './vehicle.ts'
import { isCheckDigitRight } from './vin.ts'

const index = readJson('./vinMakes.json') as VinMakes
const LATEST = 2027

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as unknown
}

function chunkOf(file: string): VinChunk {
  return readJson(`../../app/public/vin/${file}.json`) as VinChunk
}

function read(vin: string): VinCar[] {
  const chunks = makesOfVin(index, vin).map(([make, file]) => [make, chunkOf(file)] as const)
  return decodeVin(vin, new Map(chunks), LATEST)
}

describe('reading a pattern', () => {
  const chunk: VinChunk = {
    v: ['A4', 'S4', 'Avant', 'Sedan', '8', '4.163', 'Premium', 'Prestige', '340'],
    s: ['m0=*#;1=**[A-CX]8/b3=*1;2=*2', 'm1=AB/t6=A**;7=A**/H8=****Q/d5=*****|*N/c4=*'],
    w: { WAU: '0:2005-2009,1:2007-2008' },
  }
  const details = (vin: string) => decodeVin(vin, new Map([['Audi', chunk]]), LATEST)

  it('takes the model whose pattern says most', () => {
    expect(details('WAUA1C8Z09A000001')).toEqual([
      { year: 2009, make: 'Audi', model: 'S4', details: { bodyClass: 'Sedan' } },
    ])
    expect(details('WAUA2Z8Z09A000001')).toMatchObject([
      { model: 'A4', details: { bodyClass: 'Avant' } },
    ])
  })

  it('says nothing where two values fit as well, and takes what the engine implies', () => {
    expect(details('WAUABZZQ08N000001')).toEqual([
      {
        year: 2008,
        make: 'Audi',
        model: 'S4',
        details: { engineCylinders: '8', engineDisplacement: '4.163', engineHorsepower: '340' },
      },
    ])
  })

  it('offers both models where two fit as well', () => {
    const open = { ...chunk, s: ['m0=A*;1=A*', 'm0=B'] }
    const cars = decodeVin('WAUABZZQ08N000001', new Map([['Audi', open]]), LATEST)
    expect(cars.map((car) => car.model)).toEqual(['A4', 'S4'])
  })

  it('takes the other year when only that one has a model', () => {
    const early = { ...chunk, w: { WAU: '0:1988-1988' } }
    const cars = decodeVin('WAUA1ZBZ0JA000001', new Map([['Audi', early]]), LATEST)
    expect(cars).toMatchObject([{ year: 1988, model: 'A4' }])
  })

  it('leaves open what it does not know: the model, and then the year too', () => {
    expect(details('WAUZZZZZ0XA000001')).toEqual([
      { year: 1999, make: 'Audi', model: null, details: {} },
    ])
    expect(details('WAUZZZZZ0CA000001').map((car) => car.year)).toEqual([2012, 1982])
    expect(details('WAUZZZZZ00A000001')).toEqual([
      { year: null, make: 'Audi', model: null, details: {} },
    ])
  })
})

describe('the shipped data', () => {
  it('names no maker it does not know', () => {
    expect(makesOfVin(index, 'ZZZGL78E78A123456')).toEqual([])
    expect(makesOfVin(index, 'constructor000000')).toEqual([])
    expect(read('ZZZGL78E78A123456')).toEqual([])
  })

  it('has values that can be stored', () => {
    for (const [make, file] of index.makes) {
      for (const value of chunkOf(file).v) {
        const vehicle = { year: 2000, make, model: 'x', trim: value.slice(0, 80) }
        expect(vehicleProblem(vehicle), `${make}: ${value}`).toBeNull()
      }
    }
  })

  it('is about half a megabyte', () => {
    const bytes = index.makes.reduce((sum, [, , size]) => sum + size, 0)
    expect(bytes).toBeLessThan(550_000)
  })

  it('says the details of an S4', () => {
    expect(read('WAUGL78E78A123456')).toMatchObject([
      {
        year: 2008,
        make: 'Audi',
        model: 'S4',
        details: { bodyClass: 'Sedan/Saloon', engineCylinders: '8' },
      },
    ])
  })

  it('completes the name of a pickup by its payload', () => {
    expect(read('1GT49VEY4LF338098')).toMatchObject([{ model: 'Sierra 3500HD' }])
  })
})

describe('the accuracy', () => {
  const isMakeAndYear = ({ vin, make, year }: KnownVin) => {
    const cars = read(vin)
    return cars.length === 1 && cars[0]?.make === make && cars[0].year === year
  }
  const isModel = (known: KnownVin) =>
    isMakeAndYear(known) && read(known.vin)[0]?.model === known.model

  it('on found VINs is at least 95 % of make and year; the misses are these', () => {
    const missed = FOUND_VINS.filter((known) => !isMakeAndYear(known)).map(({ vin }) => vin)
    expect(missed).toEqual([
      // A Ford F-550 is a heavy truck, and with no model the year is open.
      '1FDUF5HT8TDA00915',
      // Not sold in the United States (Nissan Qashqai, Volkswagen Golf wagon of Mexico).
      'JN1BJ1AW5PW109661',
      '3VWR17AU5KM502465',
    ])
    expect(missed.length / FOUND_VINS.length).toBeLessThanOrEqual(0.05)
  })

  it('on found VINs is at least 90 % of models; the further misses are these', () => {
    const missed = FOUND_VINS.filter((known) => isMakeAndYear(known) && !isModel(known))
    const words = missed.map(({ vin, model }) => `${model}: ${String(read(vin)[0]?.model)}`)
    expect(words).toEqual([
      'X3: null',
      'Blazer EV: Blazer',
      'F-150 Lightning: F-150',
      'Forester: null',
      'Corolla: null',
      'Prius: Prius Prime',
    ])
    const right = FOUND_VINS.filter(isModel).length
    expect(right / FOUND_VINS.length).toBeGreaterThanOrEqual(0.9)
  })

  it('on the self-made ones is whole', () => {
    expect(SELF_MADE_VINS.filter((known) => !isModel(known))).toEqual([])
    expect(SELF_MADE_VINS.every(({ vin }) => isCheckDigitRight(vin))).toBe(true)
  })
})
