/** A built server and a Chromium for the benches that need a real browser. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Device, ScreenName } from '../../e2e/device.ts'
import type { TestServer } from '../../e2e/server.ts'

import { openDevice } from '../../e2e/device.ts'
import { createServer } from '../../e2e/server.ts'
import { findChromium } from '../../scripts/machine/chromium.mjs'

export interface Lab {
  server: TestServer
  openBrowser(screen?: ScreenName): Promise<Device>
}

/** Runs `work` against the built server on an empty database, and cleans up whatever happens. */
export async function inLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const chromium = await findChromium({ install: true })
  if (!chromium) throw new Error('This bench needs a Chromium.')
  process.env['CHROMIUM_PATH'] = chromium
  const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-bench-'))
  // Root gives its database to somebody who has to get there.
  await chmod(folder, 0o755)
  // All devices of a bench are behind one address, and none of them is a stranger.
  const server = await createServer(join(folder, 'data'), { STORE_MB_PER_DAY: '0' })
  const devices: Device[] = []
  try {
    await server.start()
    await work({
      server,
      async openBrowser(screen = 'phone') {
        const profile = join(folder, `browser-${devices.length + 1}`)
        const device = await openDevice({
          origin: server.url,
          profile,
          screen,
          onProblem: () => undefined,
        })
        devices.push(device)
        return device
      },
    })
  } finally {
    for (const device of devices) await device.close().catch(() => undefined)
    if (server.pid() !== undefined) await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The middle of some figures, and the one that 95 of 100 stay below. */
export function summary(figures: readonly number[]): { median: number; p95: number } {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95) }
}
