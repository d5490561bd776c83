/**
 * Seeds that failed once, and properties of the simulation itself. Fresh seeds run from a bundle,
 * in a third of the CPU time: `npm test -- seeds`, `npm run simulate`.
 */
import { describe, expect, test } from 'vitest'

import { FIXTURES } from './fixtures.ts'
import { simulateFlapping } from './flapping.ts'
import { simulate } from './simulate.ts'
import { Trace } from './trace.ts'

/** For `npm run mutants`, which looks for the first seed that notices. */
const SEEDS = Number(process.env['SEEDS'] ?? 0)
const FIRST = Number(process.env['SEED'] ?? 1)
const FLAPPING = process.env['CI'] ? 100 : 20

describe('devices, accounts and a bad network', () => {
  test.each(FIXTURES)('seed %i, which failed once', async (seed) => {
    await expect(simulate(seed)).resolves.toMatchObject({ seed })
  })

  if (SEEDS > 0)
    test(
      `${SEEDS} seeds from ${FIRST} end converged with nothing lost`,
      async () => {
        for (let seed = FIRST; seed < FIRST + SEEDS; seed++) await simulate(seed)
      },
      600_000 + SEEDS * 1_000,
    )
})

describe('the simulation', () => {
  test('a seed is the same run again, whatever ran before it', async () => {
    const seeds = Array.from({ length: 20 }, (_, at) => 1 + at)
    const hashOf = async (seed: number) => {
      const trace = new Trace()
      await simulate(seed, { hear: trace.hear })
      return `${seed} ${trace.hash}`
    }
    const there: string[] = []
    for (const seed of seeds) there.push(await hashOf(seed))
    const back: string[] = []
    for (const seed of seeds.toReversed()) back.unshift(await hashOf(seed))
    expect(back).toEqual(there)
    expect(new Set(there.map((line) => line.split(' ')[1])).size).toBe(seeds.length)
  })

  test('steps that are left out change the lots of no other', async () => {
    const numbers = new Set(Array.from({ length: 600 }, (_, at) => at + 1))
    const kept = new Set([...numbers].filter((number) => number % 7 !== 0))
    const stepsOf = async (only: ReadonlySet<number>) => {
      const steps: string[] = []
      const hear = (what: string, value: unknown) => what === 'step' && steps.push(String(value))
      await simulate(1, { only, hear: (what, value) => void hear(what, value) })
      return steps
    }
    const all = await stepsOf(numbers)
    const some = await stepsOf(kept)
    expect(some.length).toBeLessThan(all.length)
    // The rest has the same order and names.
    let at = 0
    for (const step of all) if (step === some[at]) at++
    expect(at).toBe(some.length)
  })
})

describe('a link that is up for 5 s and down for 20 s', () => {
  test(`lets everything through within 30 minutes, nearly always within two, of ${FLAPPING} seeds`, async () => {
    let slow = 0
    for (let seed = 1; seed <= FLAPPING; seed++) {
      const { tookMs } = await simulateFlapping(seed)
      const minutes = tookMs / 60_000
      expect(minutes).toBeLessThan(30)
      if (minutes > 2) slow++
    }
    expect(slow).toBeLessThanOrEqual(FLAPPING / 50)
  }, 600_000)
})
