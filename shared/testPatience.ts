/** Timeouts of tests: a busy machine must not fail them. */
import { vi } from 'vitest'

/** Also in vite.config.ts for `expect.poll`, and in app/testScreens.ts for screens. */
export const PATIENCE_MS = 60_000

/** Waits until `look` stops throwing, and returns its result. */
export const until = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(look, PATIENCE_MS)
