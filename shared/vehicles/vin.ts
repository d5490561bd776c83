/**
 * VIN facts that need no data: parsing, check digit, model year. decodeVin.ts finds the car.
 * Sources: ISO 3779, and 49 CFR 565 for check digit and year.
 */
import { t } from '../words/words.ts'

export const VIN_LENGTH = 17

/** Codes of the years from 1980, and again from 2010. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_CODED_YEAR = 1980
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const LETTER_VALUES = 'ABCDEFGH JKLMN P R STUVWXYZ'

/** Parses a typed or scanned VIN; the problem is a sentence for people. */
export function parseVin(text: string): { vin: string } | { problem: string } {
  const vin = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (vin === '') return { problem: t('Enter the VIN: 17 letters and digits.') }
  const strange = /[^A-Z0-9]/u.exec(vin)
  if (strange)
    return {
      problem: t('A VIN has letters and digits only, not "{letter}".', { letter: strange[0] }),
    }
  const mistaken = /[IOQ]/.exec(vin)
  if (mistaken) {
    const values = { letter: mistaken[0], place: mistaken.index + 1 }
    return {
      problem:
        mistaken[0] === 'I'
          ? t(
              'A VIN never has the letter {letter}, here at place {place}: it may be the digit 1.',
              values,
            )
          : t(
              'A VIN never has the letter {letter}, here at place {place}: it may be the digit 0.',
              values,
            ),
    }
  }
  if (vin.length < VIN_LENGTH) {
    const length = t('A VIN has 17 characters, and this has {count}.', { count: vin.length })
    const older =
      vin.length < VIN_LENGTH - 1
        ? ` ${t('Cars from before 1981 have shorter ones: choose the year above.')}`
        : ''
    return { problem: length + older }
  }
  if (vin.length > VIN_LENGTH) {
    return { problem: t('A VIN has 17 characters, and this has {count}.', { count: vin.length }) }
  }
  return { vin }
}

/**
 * Whether the check digit (ninth character) is right. Cars built for North America and China have
 * one; many others do not, so a wrong one is only a hint.
 */
export function isCheckDigitRight(vin: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, at) => total + valueOf(vin[at] ?? '') * weight, 0)
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11))
}

/** A and J are 1, B, K and S are 2, and so on: three rows of nine letters. */
function valueOf(char: string): number {
  if (/\d/.test(char)) return Number(char)
  const at = LETTER_VALUES.indexOf(char)
  return at < 0 ? 0 : (at % 9) + 1
}

/**
 * Possible model years, likelier first. The code (tenth character) repeats every 30 years; a letter
 * in the seventh position means 2010 or later, on cars and light trucks.
 * @param latest the newest possible model year
 */
export function vinYears(vin: string, latest: number): number[] {
  const at = YEAR_CODES.indexOf(vin[9] ?? '')
  if (at < 0) return []
  const early = FIRST_CODED_YEAR + at
  const late = early + YEAR_CODES.length
  const years = /[A-Z]/.test(vin[6] ?? '') ? [late, early] : [early, late]
  return years.filter((year) => year <= latest)
}

/** WMI: three characters, or six for a small maker, whose third is a 9. */
export function wmiOf(vin: string): string {
  return vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3)
}
