// Browser tests against the built server. `npm test -- e2e` builds first.
import { defineConfig } from '@playwright/test'

/** Stories of bad lines in real time. */
const WAITING = ['faults.e2e.ts', 'flapping.e2e.ts']
const WALKS = ['walk.e2e.ts']

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './globalSetup.ts',
  outputDir: '../test-results/e2e',
  // What a story changes is its own, so any two may run side by side.
  fullyParallel: true,
  // Stories wait half of their time, for pauses of people and of lines: five keep two cores busy. Lines
  // and walks, the longest, come first, or one of them would go on alone at the end.
  workers: 5,
  projects: [
    { name: 'walks', testMatch: WALKS, testIgnore: 'engines/**', workers: 1 },
    { name: 'lines', testMatch: WAITING, workers: 1 },
    // Those in engines/ are told on every engine, by a configuration of their own.
    { name: 'stories', testIgnore: ['engines/**', ...WAITING, ...WALKS], workers: 4 },
  ],
  // A test that fails now and then is a fault, of it or of the product.
  retries: 0,
  // Nothing in them is about time: only what hangs is ended.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  // Recording every step costs a quarter of the time: who looks for a fault asks for it by `--trace on`.
  use: { trace: 'off', locale: 'en-US' },
})
