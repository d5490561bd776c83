/** The table that `npm run upgrade` ends with. */
import { compare, countOf, sayDifference, type Reading } from './compare.ts'

interface Check {
  what: string
  /** Count, or difference. */
  found: string
  isFine: boolean
}

export interface Checks {
  /** Two values that have to be equal; `unit` says what a number counts. */
  is(what: string, found: string | number, wanted: string | number, unit?: string): void
  /** A count that proves little when it is smaller. */
  atLeast(what: string, found: number, least: number, unit: string): void
  /** Nothing gone, nothing changed and nothing added. */
  same(what: string, before: Reading, after: Reading, unit: string): void
  /** Prints the table. @returns how many failed */
  end(): number
}

/** @param say prints one line */
export function openChecks(say: (line: string) => void): Checks {
  const checks: Check[] = []
  function add(check: Check) {
    checks.push(check)
    say(`${check.isFine ? 'ok  ' : 'FAIL'}  ${check.what}: ${check.found}`)
  }
  return {
    is(what, found, wanted, unit = '') {
      const isFine = found === wanted
      const counted = `${found} ${unit}`.trim()
      add({ what, isFine, found: isFine ? counted : `${counted}, not ${wanted}` })
    },
    atLeast(what, found, least, unit) {
      add({ what, isFine: found >= least, found: `${found} ${unit}, ${least} wanted` })
    },
    same(what, before, after, unit) {
      const difference = compare(before, after)
      // An empty comparison proves nothing.
      const isFine = countOf(difference) === 0 && before.size > 0
      const counted = `${before.size} ${unit}`
      add({ what, isFine, found: isFine ? counted : `${counted}, ${sayDifference(difference)}` })
    },
    end() {
      const width = Math.max(0, ...checks.map(({ what }) => what.length))
      say('')
      for (const { what, found, isFine } of checks)
        say(`${isFine ? 'ok  ' : 'FAIL'}  ${what.padEnd(width)}  ${found}`)
      const failed = checks.filter(({ isFine }) => !isFine).length
      say(`\n${checks.length - failed} checks passed, ${failed} failed`)
      return failed
    },
  }
}
