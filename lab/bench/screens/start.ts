/**
 * Warm start without signal: from the navigation to the usable builder, with a kit of 12 lines on
 * the device, at full speed and with the CPU throttled four times. Medians of 9, taken in turn with
 * a page that has nothing but React and Dexie.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Device } from '../../../e2e/device.ts'

import { addLine, startBuild, waitForWorker } from '../../../e2e/builder.ts'
import { serveBarePage } from './barePage.ts'
import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { visit, watchFor } from './usable.ts'

const RUNS = 9
const LINES = 12
const MOST_TIMES_BARE = 1.6
const BUDGETS_MS = {
  running: new Map([
    [1, 120],
    [4, 300],
  ]),
  stopped: new Map([[4, 750]]),
}

const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-bare-'))
const bare = await serveBarePage(folder)
try {
  await inLab(async ({ openBrowser, server }) => {
    const device = await openBrowser('desk')
    const address = await buildKit(device)
    await watchFor(device.context, { selector: '[aria-label="Part name"]', text: 'Part 1' })
    const builderTab = { page: device.page, address }
    const bareTab = { page: await device.newPage(), address: bare.url }
    // The first visit installs the worker, the second fills its cache.
    for (let visits = 0; visits < 2; visits++) {
      await visit(bareTab.page, bare.url)
      await waitForWorker(bareTab.page)
    }
    await device.goOffline()
    await server.stop()
    bare.close()
    const last = { selector: `[aria-label="Part name, line ${LINES}"]`, text: `Part ${LINES}` }
    await watchFor(device.context, last)
    const rows: Row[] = []
    for (const slowdown of [1, 4]) {
      for (const state of ['running', 'stopped'] as const) {
        rows.push(...(await measure(device, [builderTab, bareTab], slowdown, state)))
      }
    }
    report('Warm start without signal', rows)
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Creates a kit on the device. @returns its address */
async function buildKit({ page }: Device): Promise<string> {
  await startBuild(page)
  await waitForWorker(page)
  for (let count = 1; count <= LINES; count++)
    await addLine(page, { name: `Part ${count}`, price: '1.00' })
  await page.waitForTimeout(1_500)
  return page.url()
}

/** Tab of one address alone: its process is alive, as for an app that is reopened. */
interface Tab {
  page: Page
  address: string
}

async function measure(
  device: Device,
  tabs: [builder: Tab, bare: Tab],
  slowdown: number,
  state: 'running' | 'stopped',
): Promise<Row[]> {
  const times: number[][] = tabs.map(() => [])
  for (let run = 0; run <= RUNS; run++) {
    for (const [at, { page, address }] of tabs.entries()) {
      await page.bringToFront()
      await page.goto('about:blank')
      if (state === 'stopped') await device.stopWorkers()
      const session = await device.context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const { ms } = await visit(page, address)
      await session.detach()
      // The first run warms the browser up.
      if (run > 0) times[at]?.push(ms)
    }
  }
  const [builder, least] = times.map(summary)
  if (!builder || !least) throw new Error('Nothing was measured.')
  const budget = BUDGETS_MS[state].get(slowdown)
  const what = `worker ${state}, ${slowdown}x CPU`
  return [
    {
      what: `builder with ${LINES} lines, ${what}, median of ${RUNS}`,
      figure: Math.round(builder.median),
      unit: 'ms',
      ...(budget !== undefined && { budget }),
      note: `p95 ${Math.round(builder.p95)} ms`,
    },
    {
      what: `  times a page with React and Dexie alone`,
      figure: Math.round((builder.median / least.median) * 100) / 100,
      unit: 'x',
      ...(state === 'running' && { budget: MOST_TIMES_BARE }),
      note: `that takes ${Math.round(least.median)} ms, p95 ${Math.round(least.p95)} ms`,
    },
  ]
}
