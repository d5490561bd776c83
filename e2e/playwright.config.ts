// Browser tests against the built server and its embedded database. `npm test -- e2e` builds first.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './globalSetup.ts',
  outputDir: '../test-results/e2e',
  // Every test has its own server, data folder and browser profile, so any two may run side by side.
  fullyParallel: true,
  workers: 2,
  // A test that needs a second try is a test that says nothing.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: { trace: 'retain-on-failure', locale: 'en-US' },
})
