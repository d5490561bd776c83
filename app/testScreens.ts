// Runs before each test file that renders something.
import { configure, getConfig } from '@testing-library/react'

import { PATIENCE_MS } from '#shared/testPatience.ts'

const { asyncWrapper } = getConfig()
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // Radix enables presses in a dialog a render after it blocks the page: no finger is so quick.
  asyncWrapper: async (act) => {
    while (isBetween()) await new Promise((resolve) => setTimeout(resolve))
    return asyncWrapper(act)
  },
})

const isBetween = () =>
  globalThis.document?.body.style.pointerEvents === 'none' &&
  document.querySelector('[role][data-state=open][style*="pointer-events: auto"]') === null
