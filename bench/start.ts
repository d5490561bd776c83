/**
 * Warm start without signal: from the navigation to the usable builder, with a kit of 12 lines on
 * the device, at full speed and with the processor slowed four times. Medians of 9.
 */
import { addLine, startBuild, waitForWorker } from '../e2e/builder.ts'
import { inLab, summary } from './lab.ts'
import { report, type Row } from './report.ts'
import { visit, watchFor } from './usable.ts'

const RUNS = 9

await inLab(async ({ openBrowser, server }) => {
  const device = await openBrowser('desk')
  await startBuild(device.page)
  await waitForWorker(device.page)
  for (let count = 1; count <= 12; count++)
    await addLine(device.page, { name: `Part ${count}`, price: '1.00' })
  await device.page.waitForTimeout(1_500)
  const address = device.page.url()
  await device.goOffline()
  await server.stop()
  const sign = { selector: '[aria-label="Part name, line 12"]', text: 'Part 12' }
  await watchFor(device.context, sign)
  const rows: Row[] = []
  const budgets = new Map([
    [1, 120],
    [4, 300],
  ])
  for (const [slowdown, budget] of budgets) {
    for (const state of ['running', 'stopped'] as const) {
      const times: number[] = []
      for (let run = 0; run <= RUNS; run++) {
        await device.page.goto('about:blank')
        if (state === 'stopped') await device.stopWorkers()
        const session = await device.context.newCDPSession(device.page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        const { ms } = await visit(device.page, address)
        await session.detach()
        // The first one warms the browser up.
        if (run > 0) times.push(ms)
      }
      const { median, p95 } = summary(times)
      rows.push({
        what: `builder with 12 lines, worker ${state}, ${slowdown}x CPU, median of ${RUNS}`,
        figure: Math.round(median),
        unit: 'ms',
        ...(state === 'running' ? { budget } : slowdown === 4 ? { budget: 750 } : {}),
        note: `p95 ${Math.round(p95)} ms`,
      })
    }
  }
  report('Warm start without signal', rows)
})
