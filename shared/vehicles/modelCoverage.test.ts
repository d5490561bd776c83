import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import type { VehicleModels } from './makes.ts'

import { MAKES, modelsFor } from './makes.ts'

const file = new URL('./vehicleModels.json', import.meta.url)
const data = JSON.parse(readFileSync(file, 'utf8')) as VehicleModels

const FIRST = 1981
const LAST = 2026

/** Years a make was on sale in the United States, unless always. Collected by hand. */
const ON_SALE: Readonly<Record<string, string>> = {
  Acura: '1986-2026',
  'Alfa Romeo': '1981-1995,2015-2026',
  'Aston Martin': '1981-2026',
  Fiat: '1981-1982,2012-2026',
  Genesis: '2017-2026',
  Hyundai: '1986-2026',
  Infiniti: '1990-2026',
  Kia: '1994-2026',
  'Land Rover': '1987-2026',
  Lexus: '1990-2026',
  Maserati: '1981-1991,2002-2026',
  MINI: '2002-2026',
  Mitsubishi: '1983-2026',
  Nissan: '1982-2026',
  Ram: '2010-2026',
  Tesla: '2008-2026',
  // Behind "More makes".
  AMC: '1981-1987',
  Daewoo: '1999-2002',
  Daihatsu: '1988-1992',
  Datsun: '1981-1983',
  DeLorean: '1981-1983',
  Eagle: '1988-1998',
  Geo: '1989-1997',
  Hummer: '1992-2010',
  Isuzu: '1981-2008',
  Lucid: '2022-2026',
  Mercury: '1981-2011',
  Merkur: '1985-1989',
  Oldsmobile: '1981-2004',
  Peugeot: '1981-1991',
  Plymouth: '1981-2001',
  Polestar: '2020-2026',
  Pontiac: '1981-2010',
  Renault: '1981-1987',
  Rivian: '2022-2026',
  Saab: '1981-2011',
  Saturn: '1991-2010',
  Scion: '2004-2016',
  smart: '2008-2019',
  Suzuki: '1986-2013',
}

function yearsOnSale(make: string): number[] {
  return (ON_SALE[make] ?? `${FIRST}-${LAST}`).split(',').flatMap((span) => {
    const [first = 0, last = 0] = span.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

describe('the list of models', () => {
  it('is there for 98 of 100 makes and years on sale from 1981 to 2026', () => {
    const makes = [...new Set([...MAKES, ...Object.keys(ON_SALE)])]
    const sold = makes.flatMap((make) => yearsOnSale(make).map((year) => ({ make, year })))
    const silent = sold.filter(({ make, year }) => modelsFor(data, make, year).length === 0)
    const named = silent.map(({ make, year }) => `${make} ${year}`)
    expect(1 - silent.length / sold.length, named.join()).toBeGreaterThanOrEqual(0.98)
  })

  it('has the makes that were common from 1970 to 1980, in each of those years', () => {
    const common = `AMC Audi BMW Buick Cadillac Chevrolet Chrysler Datsun Dodge Fiat Ford GMC Honda
      Jaguar Jeep Lincoln Mercedes-Benz Mercury Oldsmobile Plymouth Pontiac Porsche Saab
      Subaru Toyota Triumph Volkswagen Volvo`.split(/\s+/)
    expect(common.length).toBeGreaterThanOrEqual(25)
    for (const make of common) {
      for (let year = 1970; year <= 1980; year++) {
        expect(modelsFor(data, make, year), `${make} ${year}`).not.toEqual([])
      }
    }
  })

  it('knows a year more than the grid, and nothing of the years after', () => {
    expect(modelsFor(data, 'Toyota', 2026)).toContain('Camry')
    expect(modelsFor(data, 'Toyota', 2027)).toEqual([])
  })

  it('does not carry on what ended with 2025', () => {
    expect(modelsFor(data, 'Chevrolet', 2026)).not.toContain('Malibu')
    expect(modelsFor(data, 'Subaru', 2026)).not.toContain('Legacy')
  })
})
