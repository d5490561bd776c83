import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { playwrightReports, vitestReports } from './testReports.mjs'

test('a story that failed on one engine of several is named with that engine, and why', () => {
  const message =
    '\u001B[31mError: no kit\u001B[39m\n\n    at walk (e2e/two.ts:3:1)\n    at node_modules/x.js:1:1'
  const story = (engine: string, status: string) => ({
    projectName: engine,
    status,
    results: status === 'expected' ? [{}] : [{ error: { message } }],
  })
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
    failed: [
      {
        name: 'twoDevices.e2e.ts:18 two devices agree (webkit)',
        why: 'Error: no kit\n        at walk (e2e/two.ts:3:1)',
      },
    ],
    skipped: 0,
    broken: 0,
  })
})

test('a test that failed is named with its file, and why', () => {
  const report = {
    testResults: [
      {
        name: join(root, 'shared/money.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          {
            fullName: 'rounds',
            status: 'failed',
            failureMessages: [`expected 1 to be 2\n    at ${root}/shared/money.test.ts:4:1`],
          },
        ],
      },
    ],
    numPassedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
  }
  expect(vitestReports.read(report).failed).toEqual([
    {
      name: 'shared/money.test.ts: rounds',
      why: 'expected 1 to be 2\n        at shared/money.test.ts:4:1',
    },
  ])
})
