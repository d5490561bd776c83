/** Seeded schedules, run until an invariant breaks, in as many files as are to run beside one another. */
import { describe, expect, test } from 'vitest'

import { simulate } from '../simulate.ts'
import { FIXTURES } from './fixtures.ts'

/** How many fresh ones all files run together. */
const SEEDS = Number(process.env['SEEDS'] ?? 500)
/** Each minute has a thousand of its own: no run looks at those of another. */
const OF_THIS_MINUTE = (Math.floor(Date.now() / 60_000) % 1_000_000) * 1_000
const FIRST = Number(process.env['SEED'] ?? OF_THIS_MINUTE)

/** @param part which of the `of` files it is, from 1 on: it takes every seed of that place */
export function describeSeeds(part: number, of: number): void {
  const isOurs = (_: unknown, at: number) => at % of === part - 1

  describe('devices, accounts and a bad network', () => {
    test.each(FIXTURES.filter(isOurs))('seed %i, which failed once', async (seed) => {
      await expect(simulate(seed)).resolves.toMatchObject({ seed })
    })

    const seeds = Array.from({ length: SEEDS }, (_, at) => FIRST + at).filter(isOurs)
    test(
      `${seeds.length} of ${SEEDS} seeds from ${FIRST} end converged with nothing lost`,
      async () => {
        for (const seed of seeds) await simulate(seed)
      },
      600_000 + seeds.length * 1_000,
    )
  })
}
