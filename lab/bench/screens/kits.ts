/**
 * The list of kits on a device with 10,000 of them, without signal and with the processor slowed four
 * times: from the press to the first rows, what a key of the search costs, and how many rows the
 * document ever has. `KITS=1000` for fewer, `RUNS=3` for a quick look.
 */
import type { Page } from '@playwright/test'

import { loseSignal, startBuild, waitForWorker } from '../../../e2e/builder.ts'
import { tasksOfKeys, trace } from './keyTasks.ts'
import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { seedKits } from './seededKits.ts'
import { visit, watchFor } from './usable.ts'

const KITS = Number(process.env['KITS'] ?? 10_000)
const RUNS = Number(process.env['RUNS'] ?? 9)
const SLOWDOWN = 4
const SEARCHES = ['audi oil 12', 'weekend brake', 'volvo timing', '2008 spark', 'no match here']
const KEY_EVERY_MS = 150

// As text: what a bundler would add to a function does not exist in the page. Counted by the page.
const PRESS = `new Promise((resolve) => {
  const from = performance.now()
  const look = () => {
    if (!document.querySelector('[data-row] .price')?.textContent) return
    changes.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
  }
  const changes = new MutationObserver(look)
  changes.observe(document, { childList: true, subtree: true, characterData: true })
  document.querySelector('a[href="/create-kits"]').click()
})`

await inLab(async ({ openBrowser, server }) => {
  const rows: Row[] = []
  const device = await openBrowser('phone')
  const { page } = device
  const session = () => device.context.newCDPSession(page)
  const slow = async (rate: number) => {
    await (await session()).send('Emulation.setCPUThrottlingRate', { rate })
  }
  await startBuild(page)
  await waitForWorker(page)
  // From here on nobody says that the seeded kits are not the server's.
  await loseSignal(device, server)
  await seedKits(page, KITS)

  const first: number[] = []
  const again: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    await slow(1)
    await page.goto('/about')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // As long as somebody looks at the page before pressing anything.
    await page.waitForTimeout(1_500)
    await slow(SLOWDOWN)
    const opening = await page.evaluate<number>(PRESS)
    await page.getByText(`${KITS.toLocaleString('en-US')} kits`).waitFor({ timeout: 60_000 })
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /about/i }).waitFor()
    const reopening = await page.evaluate<number>(PRESS)
    // The first one warms the browser up.
    if (run > 0) first.push(opening)
    if (run > 0) again.push(reopening)
  }
  rows.push(timed('press to the first rows with prices, first time on the page', first, 100))
  rows.push(timed('press to the first rows with prices, again', again, 100))

  await slow(1)
  await page.getByText(`${KITS.toLocaleString('en-US')} kits`).waitFor()
  const most = await mostRows(page)
  rows.push({
    what: 'rows in the document, at most while scrolling',
    figure: most,
    unit: '',
    budget: 60,
  })

  await page.evaluate('scrollTo(0, 0)')
  await slow(SLOWDOWN)
  rows.push(...(await keys(page, await session())))

  await watchFor(device.context, { selector: '[data-row] .price', text: '$' })
  const starts: number[] = []
  for (let run = 0; run < RUNS; run++)
    starts.push((await visit(page, `${server.url}/create-kits`)).ms)
  rows.push(timed('from the address to the first rows with prices', starts))
  report(`${KITS.toLocaleString('en-US')} kits on the device, ${SLOWDOWN}x CPU`, rows)
})

async function keys(page: Page, session: Parameters<typeof trace>[0]): Promise<Row[]> {
  const field = page.getByRole('searchbox')
  await field.click()
  await page.waitForTimeout(1_000)
  const sums = tasksOfKeys(
    await trace(session, async () => {
      for (const text of SEARCHES) {
        for (const key of text) {
          await page.keyboard.press(key === ' ' ? 'Space' : key)
          await page.waitForTimeout(KEY_EVERY_MS)
        }
        for (let left = text.length; left > 0; left--) {
          await page.keyboard.press('Backspace')
          await page.waitForTimeout(KEY_EVERY_MS)
        }
      }
    }),
  )
  const { median, p95 } = summary(sums)
  const round = (ms: number) => Math.round(ms * 10) / 10
  return [
    {
      what: `tasks of a key of the search, median of ${sums.length}`,
      figure: round(median),
      unit: 'ms',
      budget: 20,
      note: `p95 ${round(p95)} ms`,
    },
  ]
}

/** Scrolls from the top to the end in leaps. @returns the most rows the document had at once */
function mostRows(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    let most = 0
    const end = () => document.documentElement.scrollHeight - innerHeight
    scrollTo(0, 0)
    for (let leap = 0; scrollY < end() - 1; leap++) {
      scrollBy(0, leap % 2 === 0 ? innerHeight / 2 : end() / 50)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      most = Math.max(most, document.querySelectorAll('[data-row]').length)
    }
    return most
  })()`)
}

function timed(what: string, times: readonly number[], budget?: number): Row {
  const { median, p95 } = summary(times)
  const note = `p95 ${Math.round(p95)} ms, fastest ${Math.round(Math.min(...times))} ms`
  const figure = Math.round(median)
  return { what, figure, unit: 'ms', note, ...(budget !== undefined && { budget }) }
}
