// One set of tests on every browser engine. `npm test -- engines` finds the engines first.
import { defineConfig } from '@playwright/test'

import { engineNames } from './engine.ts'
import common from '../playwright.config.ts'

export default defineConfig<{ engine: (typeof engineNames)[number] }>({
  ...common,
  workers: 2,
  testDir: '.',
  globalSetup: '../globalSetup.ts',
  outputDir: '../../test-results/engines',
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/engines.json' }]],
  projects: engineNames.map((engine) => ({
    name: engine,
    use: { engine },
    // Chromium has its own walk, with axe and in every width: e2e/walk.e2e.ts.
    testIgnore: engine === 'chromium' ? ['**/walk.e2e.ts'] : [],
  })),
})
