import { expect, test } from 'vitest'
import { playwrightReports } from './testReports.mjs'

test('a story that failed on one engine of several is named with that engine', () => {
  const story = (engine: string, status: string) => ({ projectName: engine, status })
  const report = {
    stats: { expected: 2, skipped: 0 },
    errors: [],
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              {
                // As Playwright writes it: the verdict of the first engine.
                ok: true,
                title: 'two devices agree',
                file: 'twoDevices.e2e.ts',
                line: 18,
                tests: [story('chromium', 'expected'), story('webkit', 'unexpected')],
              },
            ],
          },
        ],
      },
    ],
  }
  expect(playwrightReports.read(report)).toEqual({
    passed: 2,
    failed: ['twoDevices.e2e.ts:18 two devices agree (webkit)'],
    skipped: 0,
    broken: 0,
  })
})
