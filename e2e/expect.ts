/** `expect` that waits E2E_EXPECT_MS if set, else the runner's timeout, outside the runner 5 s. */
import { expect as usual } from '@playwright/test'

import { speakingExpect } from './translated/speaking.ts'

const patienceMs = Number(process.env['E2E_EXPECT_MS'] ?? 0)

export const expect = speakingExpect(
  patienceMs > 0 ? usual.configure({ timeout: patienceMs }) : usual,
)
