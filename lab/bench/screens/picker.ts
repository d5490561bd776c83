/**
 * Choosing a vehicle on a slow phone: from the press to the first year, and from Enter behind a VIN to
 * the car, with the processor slowed four times; and the bytes that installing the models takes.
 */
import type { Page } from '@playwright/test'

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { startBuild, waitForWorker } from '../../../e2e/builder.ts'
import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'

const RUNS = 15
const SLOWDOWN = 4
const VIN = '1HGCM82633A004352'
const ASSETS = 'dist/app/assets'

/** Sizes of the models by make and year as they travel; the worker has to name their file. */
function indexRow(): Row {
  const file = readdirSync(ASSETS).find((name) => /^vehicleModels-.*\.js\.br$/.test(name))
  if (!file) throw new Error('the build has no vehicleModels')
  const isKept = readFileSync('dist/app/sw.js', 'utf8').includes(file.replace(/\.br$/, ''))
  return {
    what: 'models by make and year, precached',
    figure: statSync(join(ASSETS, file)).size,
    unit: 'B',
    budget: 12_000,
    note: isKept ? '' : 'NOT PRECACHED',
  }
}

// As text: what a bundler would add to a function does not exist in the page. Counted by the page.
const WATCH = `
  window.timeUntil = (event, selector, text) => new Promise((resolve) => {
    addEventListener(event, () => {
      const from = performance.now()
      const look = () => {
        const isThere = [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text))
        if (!isThere) return
        changes.disconnect()
        requestAnimationFrame(() => resolve(performance.now() - from))
      }
      const changes = new MutationObserver(look)
      changes.observe(document, { childList: true, subtree: true, characterData: true })
    }, { capture: true, once: true })
  })
`

async function timed(
  page: Page,
  [event, selector, text]: [string, string, string],
  act: () => Promise<void>,
): Promise<number> {
  const args = [event, selector, text].map((value) => JSON.stringify(value)).join()
  await page.evaluate(`window.timed = window.timeUntil(${args}); undefined`)
  await act()
  return page.evaluate<number>('window.timed')
}

await inLab(async ({ openBrowser }) => {
  const device = await openBrowser('phone')
  const { page } = device
  await device.context.addInitScript({ content: WATCH })
  await startBuild(page)
  await waitForWorker(page)
  const session = await device.context.newCDPSession(page)
  const first: number[] = []
  const later: number[] = []
  const decoding: number[] = []
  const vins: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.reload()
    const button = page.getByRole('button', { name: 'Choose A Vehicle' })
    await button.waitFor()
    // As long as somebody looks at the page before pressing anything.
    await page.waitForTimeout(1_500)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const sign: [string, string, string] = ['click', '[role=dialog] button', '2025']
    const opening = await timed(page, sign, () => button.click())
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const again = await timed(page, sign, () => button.click())
    await page.getByRole('textbox', { name: 'VIN' }).fill(VIN)
    const car: [string, string, string] = ['keydown', '[role=dialog] h3', '2003 Honda Accord']
    const reading = await timed(page, car, () => page.keyboard.press('Enter'))
    await page.getByRole('button', { name: 'Back' }).click()
    const field = page.getByRole('textbox', { name: 'VIN' })
    await field.waitFor()
    await field.focus()
    const readingAgain = await timed(page, car, () => page.keyboard.press('Enter'))
    // The first one warms the browser up, and fetches what is then kept.
    if (run === 0) continue
    first.push(opening)
    later.push(again)
    vins.push(readingAgain)
    decoding.push(reading)
  }
  report(`Choosing a vehicle, ${SLOWDOWN}x CPU, medians of ${RUNS}`, [
    indexRow(),
    row('press to the first year, first time on the page', first, 100),
    row('press to the first year, again', later, 100),
    row('Enter to the car of a VIN, first of its make', decoding),
    row('Enter to the car of a VIN, its make is there', vins, 50),
  ])
})

function row(what: string, times: readonly number[], budget?: number): Row {
  const { median, p95 } = summary(times)
  const figure = Math.round(median)
  const note = `p95 ${Math.round(p95)} ms, fastest ${Math.round(Math.min(...times))} ms`
  return { what, figure, unit: 'ms', note, ...(budget !== undefined && { budget }) }
}
