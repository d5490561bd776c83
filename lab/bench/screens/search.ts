/**
 * The search of everything on a device with 10,000 kits of ten parts, without signal and with the
 * processor slowed four times: from Ctrl+K to its first row, and from a key to the first kit and the
 * first part. `KITS=1000` for fewer, `RUNS=3` for a quick look.
 */
import type { Page } from '@playwright/test'

import { loseSignal, startBuild, waitForWorker } from '../../../e2e/builder.ts'
import { expect } from '../../../e2e/expect.ts'
import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { seedKits } from './seededKits.ts'

const KITS = Number(process.env['KITS'] ?? 10_000)
const RUNS = Number(process.env['RUNS'] ?? 9)
const SLOWDOWN = 4
/** A key is pressed when what the one before has found is drawn. */
const REST_MS = 500

await inLab(async ({ openBrowser, server }) => {
  const device = await openBrowser('desk')
  const { page, context } = device
  const session = await context.newCDPSession(page)
  await startBuild(page)
  // Longer than a story waits: nothing here is about that time.
  await expect(() => waitForWorker(page)).toPass({ timeout: 120_000 })
  await loseSignal(device, server)
  await seedKits(page, KITS)
  await page.goto('/about')
  await page.getByRole('contentinfo').waitFor()
  // As long as somebody looks at the page before pressing anything.
  await page.waitForTimeout(1_500)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })

  const first = await untilFound(page, 'New build', 'Control+K')
  const began = performance.now()
  await page.getByRole('combobox').fill('part 9')
  await page.getByText('Reading this device').waitFor({ state: 'detached', timeout: 300_000 })
  const reading = performance.now() - began

  const times: Record<'opened' | 'kits' | 'parts' | 'nothing', number[]> = {
    opened: [],
    kits: [],
    parts: [],
    nothing: [],
  }
  for (let run = 0; run < RUNS; run++) {
    const kit = Math.floor((KITS * (run + 1)) / (RUNS + 1))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(REST_MS)
    times.opened.push(await untilFound(page, 'New build', 'Control+K'))
    times.kits.push(await typed(page, 'weekend', `no ${kit}`))
    times.parts.push(await typed(page, 'part 7', `06E${kit}`))
    // Every kit and every part is looked at.
    times.nothing.push(
      await typed(page, 'zebra', 'crossing', 'Search all kits for “zebra crossing”'),
    )
  }
  const rows: Row[] = [
    timed('Ctrl+K to its first row, the first time', [first]),
    timed('Ctrl+K to its first row', times.opened, 100),
    timed('a key to the first kit', times.kits, 50),
    timed('a key to the first part', times.parts, 100),
    timed('a key to the word that there is nothing', times.nothing, 50),
    {
      what: 'until all parts are searched, the first time',
      figure: Math.round(reading),
      unit: 'ms',
    },
  ]
  report(
    `The search with ${KITS.toLocaleString('en-US')} kits on the device, ${SLOWDOWN}x CPU`,
    rows,
  )
})

/** From the last key of a search to the row it is for. */
async function typed(page: Page, before: string, last: string, wanted = last): Promise<number> {
  await page.getByRole('combobox').fill(`${before} ${last.slice(0, -1)}`)
  await page.waitForTimeout(REST_MS)
  return untilFound(page, wanted, last.slice(-1))
}

/** From the press of a key to the frame that shows an option with this text, counted by the page. */
async function untilFound(page: Page, text: string, key: string): Promise<number> {
  // As text: what a bundler would add to a function does not exist in the page.
  await page.evaluate(`window.found = new Promise((resolve) => {
    let from = 0
    const isThere = () => {
      for (const option of document.querySelectorAll('[role=option]'))
        if (option.textContent.includes(${JSON.stringify(text)})) return true
      return false
    }
    const look = () => {
      if (from === 0 || !isThere()) return
      changes.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    }
    const changes = new MutationObserver(look)
    changes.observe(document, { childList: true, subtree: true, characterData: true })
    addEventListener('keydown', () => { from ||= performance.now() }, { capture: true })
  }); undefined`)
  await page.keyboard.press(key)
  return page.evaluate<number>('window.found')
}

function timed(what: string, times: readonly number[], budget?: number): Row {
  const { median, p95 } = summary(times)
  const note = `p95 ${Math.round(p95)} ms, fastest ${Math.round(Math.min(...times))} ms`
  const figure = Math.round(median)
  return { what, figure, unit: 'ms', note, ...(budget !== undefined && { budget }) }
}
