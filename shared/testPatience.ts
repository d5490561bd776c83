/** How long tests wait for what is to come: how busy the machine is says nothing of what they look at. */
import { vi } from 'vitest'

/** Also in vite.config.ts for `expect.poll`, and in app/testSetup.ts for what is on a screen. */
export const PATIENCE_MS = 60_000

/** Waits until `look` throws no more, and answers what it gives. */
export const until = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(look, PATIENCE_MS)
