/**
 * Cost of a key in the parts list: the main thread's tasks from one key to the next, with the CPU
 * throttled four times, in kits of 100 and 200 lines, and how smoothly 200 lines scroll.
 */
import type { Page } from '@playwright/test'

import { oneLine, pasteText, startBuild, waitForWorker } from '../../../e2e/builder.ts'
import { tasksOfKeys, trace } from './keyTasks.ts'
import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'

const SLOWDOWN = 4
const KEYS = 300
/** Pace of a quick typist, and long enough for the store to show the key. */
const KEY_EVERY_MS = 100
/** Ratios within one run: this machine's own cost is in both sides. */
const BESIDE_STILL = 1.6
const STILL_BESIDE_BARE = 1.5
/** Keys of 100 that may be slow enough for the browser to report them. */
const SLOW_SHARE = 5
const WORD = 'Sealing ring 14 x 20 mm '

await inLab(async ({ openBrowser, server }) => {
  const rows: Row[] = []
  for (const screen of ['desk', 'phone'] as const) {
    const still = await openBrowser(screen)
    await still.page.setContent('<div data-line="1"><input></div>')
    await still.page.locator('input').focus()
    const bare = await measureKeys(still.page)
    for (const lines of [100, 200]) {
      const what = `${lines} lines (${screen})`
      const device = await openBrowser(screen)
      const { page } = device
      await startBuild(page)
      await waitForWorker(page)
      await fill(page, screen, lines)
      const app = await measureKeys(page)
      if (lines === 100) {
        await openStill(still.page, `${server.url}/still`, await withoutScripts(page))
        const ofStill = await measureKeys(still.page)
        const [p95, other, least] = [app, ofStill, bare].map(({ tasks }) => tasks.p95) as Three
        rows.push(
          { what: `one input alone (${screen}): tasks of a key, p95`, ...ms(least) },
          { what: `${what} without scripts: p95`, ...ms(other) },
          {
            what: `${what} without scripts, beside one input`,
            ...times(other / least, STILL_BESIDE_BARE),
          },
          {
            what: `${what}, beside that page without scripts`,
            ...times(p95 / other, BESIDE_STILL),
          },
        )
      }
      const { tasks, slow, others } = app
      const note = `median ${round(tasks.median)} ms`
      rows.push(
        { what: `${what}: tasks of a key, p95 of ${KEYS}`, ...ms(tasks.p95), note },
        {
          what: `${what}: keys the browser finds slow, of 100`,
          figure: round((slow / KEYS) * 100),
          unit: '',
          budget: SLOW_SHARE,
        },
        { what: `${what}: changes in other lines`, figure: others, unit: '', budget: 0 },
      )
      if (lines === 200) rows.push(await measureScroll(page, what))
      await device.close()
    }
    await still.close()
  }
  report(`Keys in the parts list at ${SLOWDOWN}x CPU`, rows)
})

type Three = [number, number, number]
function ms(figure: number) {
  return { figure: round(figure), unit: 'ms' }
}
function times(figure: number, budget: number) {
  return { figure: round(figure), unit: 'x', budget }
}

/** Snapshot of the document with the values of its fields, without scripts. */
function withoutScripts(page: Page): Promise<string> {
  return page.evaluate(() => {
    for (const field of document.querySelectorAll('input')) field.setAttribute('value', field.value)
    for (const field of document.querySelectorAll('textarea')) field.textContent = field.value
    document.activeElement?.setAttribute('autofocus', '')
    for (const script of document.querySelectorAll('script')) script.remove()
    return `<!doctype html>${document.documentElement.outerHTML}`
  })
}

/** @param url of the server, for the document's styles; the page itself is mocked */
async function openStill(page: Page, url: string, body: string): Promise<void> {
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(url)
  const field = page.locator('[autofocus]')
  await field.focus()
  await field.press('End')
}

async function fill(page: Page, screen: 'desk' | 'phone', lines: number): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await oneLine(page).click()
  const texts = Array.from(
    { length: lines },
    (_, at) => `Part ${at + 1}\tDemo Parts\tDP-${at}\t12.50\t2\thttps://shop.example/${at}`,
  )
  await pasteText(page, texts.join('\n'))
  await page
    .locator('[data-line]')
    .nth(lines - 1)
    .waitFor({ state: 'attached', timeout: 60_000 })
  if (screen === 'phone') {
    await page.locator('[data-line]').nth(49).locator('[aria-expanded]').click()
    await page.getByRole('textbox', { name: 'Part name, line 50' }).click()
  } else await page.getByRole('textbox', { name: 'Part name, line 50' }).click()
  await page.keyboard.press('End')
  // The push after the paste, and its message, are no part of a key's cost.
  await page.waitForTimeout(7_000)
}

/** Cost of keys typed into the focused field. */
async function measureKeys(page: Page) {
  await page.evaluate(() => {
    const counts = { slow: 0, others: 0 }
    Object.assign(window, { counts })
    new PerformanceObserver((list) => {
      counts.slow += list.getEntries().filter(({ name }) => name === 'keydown').length
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const own = document.activeElement?.closest('[data-line]')
    const watch = new MutationObserver((changes) => {
      counts.others += changes.filter(
        ({ target }) =>
          target instanceof Element &&
          target.closest('[data-line]') &&
          target.closest('[data-line]') !== own,
      ).length
    })
    for (const row of document.querySelectorAll('[data-line]'))
      watch.observe(row, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const events = await trace(session, async () => {
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press(key % 48 < WORD.length ? keyAt(key) : 'Backspace')
      await page.waitForTimeout(KEY_EVERY_MS)
    }
  })
  await session.detach()
  const counts = await page.evaluate(
    () => (window as unknown as { counts: { slow: number; others: number } }).counts,
  )
  return { tasks: summary(tasksOfKeys(events)), ...counts }
}

function keyAt(key: number): string {
  const letter = WORD[key % WORD.length] ?? 'x'
  return letter === ' ' ? 'Space' : letter
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10
}

/** Time from frame to frame while the list scrolls from its top to its end. */
async function measureScroll(page: Page, what: string): Promise<Row> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const gaps = await page.evaluate(async () => {
    const times: number[] = []
    scrollTo(0, 0)
    let last = performance.now()
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy(0, 120)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const now = performance.now()
      times.push(now - last)
      last = now
    }
    return times
  })
  await session.detach()
  const { median, p95 } = summary(gaps)
  return {
    what: `${what}: from frame to frame while scrolling, p95`,
    figure: round(p95),
    unit: 'ms',
    note: `median ${round(median)} ms, ${gaps.length} frames`,
  }
}
