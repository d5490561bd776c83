// Browser tests against the built server. `npm test -- e2e` builds first.
import { defineConfig } from '@playwright/test'

/** Tests of bad lines in real time. */
const WAITING = ['faults.e2e.ts', 'flapping.e2e.ts']
const WALKS = ['walk.e2e.ts']

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './globalSetup.ts',
  outputDir: '../test-results/e2e',
  // Tests change only their own data, so any two may run in parallel.
  fullyParallel: true,
  // Tests wait half of their time, for pauses of people and of lines: five keep two cores busy.
  // Lines and walks, the longest, start first, or one of them would run on alone at the end.
  workers: 5,
  projects: [
    { name: 'walks', testMatch: WALKS, testIgnore: 'engines/**', workers: 1 },
    { name: 'lines', testMatch: WAITING, workers: 1 },
    // Tests in engines/ run on every engine, by a configuration of their own.
    { name: 'stories', testIgnore: ['engines/**', ...WAITING, ...WALKS], workers: 4 },
  ],
  // A flaky test is a fault, of the test or of the product.
  retries: 0,
  // No limit on speed: the timeout only ends tests that hang.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  // Traces cost a quarter of the time: `--trace on` records them to find a fault.
  // The shorter limit of an action names the one that hangs.
  use: { trace: 'off', locale: 'en-US', actionTimeout: 100_000 },
})
