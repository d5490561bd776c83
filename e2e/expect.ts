/** What stories wait with: the runner's patience, or outside of it E2E_EXPECT_MS, 5 s without. */
import { expect as usual } from '@playwright/test'

import { speakingExpect } from './translated/speaking.ts'

const patienceMs = Number(process.env['E2E_EXPECT_MS'] ?? 0)

export const expect = speakingExpect(
  patienceMs > 0 ? usual.configure({ timeout: patienceMs }) : usual,
)
