import { describe, expect, it } from 'vitest'

import { isCheckDigitRight, parseVin, vinYears, wmiOf } from './vin.ts'

describe('a typed VIN', () => {
  it.each([
    ['1HGCM82633A004352', '1HGCM82633A004352'],
    [' 1hgcm82633a004352 ', '1HGCM82633A004352'],
    ['1HG CM826 33A-004352', '1HGCM82633A004352'],
  ])('is accepted: "%s"', (text, vin) => {
    expect(parseVin(text)).toEqual({ vin })
  })

  it.each([
    ['', 'Enter the VIN: 17 letters and digits.'],
    ['1HGCM82633A00435', 'A VIN has 17 characters, and this has 16.'],
    ['1HGCM82633A0043521', 'A VIN has 17 characters, and this has 18.'],
    [
      '8T03F123456',
      'A VIN has 17 characters, and this has 11. Cars from before 1981 have shorter ones: choose the year above.',
    ],
    ['IHGCM82633A004352', 'A VIN never has the letter I, here at place 1: it may be the digit 1.'],
    ['1HGCM82633AO04352', 'A VIN never has the letter O, here at place 12: it may be the digit 0.'],
    ['1HGCM82633AQ04352', 'A VIN never has the letter Q, here at place 12: it may be the digit 0.'],
    ['1HGCM82633A00435_', 'A VIN has letters and digits only, not "_".'],
    ['1HGCM82633A00435Ä', 'A VIN has letters and digits only, not "Ä".'],
    ['1HGCM82633A00435🚗', 'A VIN has letters and digits only, not "🚗".'],
  ])('is refused with its reason: "%s"', (text, problem) => {
    expect(parseVin(text)).toEqual({ problem })
  })
})

describe('the check digit', () => {
  it.each(['1HGCM82633A004352', '11111111111111111', '1M8GDM9AXKP042788'])('fits in %s', (vin) => {
    expect(isCheckDigitRight(vin)).toBe(true)
  })

  it('does not fit when any one character is changed or two neighbours are swapped', () => {
    expect(isCheckDigitRight('1HGCM82643A004352')).toBe(false)
    expect(isCheckDigitRight('1HGCM82633A004353')).toBe(false)
    expect(isCheckDigitRight('1GHCM82633A004352')).toBe(false)
  })
})

describe('the model year', () => {
  it('is told apart from the one 30 years before or after by the seventh character', () => {
    expect(vinYears('1HGCM82633A004352', 2027)).toEqual([2003])
    expect(vinYears('2FTEF14H8TCA73155', 2027)).toEqual([1996, 2026])
    expect(vinYears('1FTFW5L88TFA10526', 2027)).toEqual([2026, 1996])
    expect(vinYears('1HGCM82638A004352', 2040)).toEqual([2008, 2038])
  })

  it('is not one that lies ahead', () => {
    expect(vinYears('WBAVL1C5XVVY41004', 2026)).toEqual([1997])
  })

  it('is unknown where the character stands for none', () => {
    expect(vinYears('1HGCM82630A004352', 2027)).toEqual([])
    expect(vinYears('1HGCM8263UA004352', 2027)).toEqual([])
  })
})

it('the maker has three characters, and six when the third is a 9', () => {
  expect(wmiOf('WAUGL78E78A123456')).toBe('WAU')
  expect(wmiOf('SA9AB12C3DE011456')).toBe('SA9011')
})
