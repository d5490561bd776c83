/**
 * From a press on a link to the painted screen behind it, on a visit after the first, without a
 * network, with the processor slowed four times.
 */
import { expect, type Locator, type Page } from '@playwright/test'

import { addLine, chip, startBuild, waitForWorker } from '../../../e2e/builder.ts'
import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'

const SLOWDOWN = 4
const ROUNDS = 9
const BUDGET_MS = 100

/** Each screen is left for the next by the link of that name, and says this in its heading. */
const ROUND: [link: RegExp, heading: RegExp][] = [
  [/^Kits$/, /^Kits$/],
  [/Bench kit/, /Bench kit/],
  [/^Builder$/, /Kit Builder/],
  [/^About$/, /About/],
  [/^Wrenchlist/, /create part kits/i],
]

// As text: what a bundler would add to a function does not exist in the page.
const PRESS = `(target, pattern) => new Promise((resolve) => {
  const wanted = new RegExp(pattern, 'i')
  target.removeAttribute('data-pressed')
  const began = performance.now()
  target.click()
  // The first task after a frame begins when that frame is painted.
  const look = () => {
    if (!wanted.test(document.querySelector('main h1')?.textContent ?? ''))
      return requestAnimationFrame(look)
    setTimeout(() => resolve(performance.now() - began))
  }
  requestAnimationFrame(look)
})`

/** Milliseconds from the press to the first frame with the heading. */
async function press(page: Page, link: Locator, heading: RegExp): Promise<number> {
  await link.evaluate((target) => target.setAttribute('data-pressed', ''))
  const target = "document.querySelector('[data-pressed]')"
  return page.evaluate<number>(`(${PRESS})(${target}, ${JSON.stringify(heading.source)})`)
}

async function prepare(page: Page): Promise<void> {
  await startBuild(page)
  await waitForWorker(page)
  await page.getByRole('textbox', { name: 'Kit Name' }).fill('Bench kit')
  for (const name of ['Oil filter', 'Drain plug', 'Sealing ring']) await addLine(page, { name })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  // A visit after the first: everything is on the device.
  await page.reload()
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await page.getByRole('contentinfo').waitFor()
}

await inLab(async ({ openBrowser }) => {
  const { page, context } = await openBrowser('desk')
  await prepare(page)
  await context.setOffline(true)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, heading] of ROUND) {
      const link = page.getByRole('link', { name }).first()
      await link.waitFor()
      const known = times.get(name.source) ?? []
      times.set(name.source, [...known, await press(page, link, heading)])
      await page.waitForTimeout(600)
    }
  }
  const rows = [...times].map(([name, all]): Row => {
    const { median, p95 } = summary(all)
    const [first = 0] = all
    return {
      what: `press on “${name.replaceAll(/[\^$]/g, '')}” to its screen`,
      figure: Math.round(median),
      unit: 'ms',
      budget: BUDGET_MS,
      note: `first ${Math.round(first)} ms, p95 ${Math.round(p95)} ms`,
    }
  })
  report(`Changing screens offline at ${SLOWDOWN}x CPU, median of ${ROUNDS}`, rows)
})
