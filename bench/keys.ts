/**
 * What a key costs in the parts list: the main thread's tasks from one key to the next, with the
 * processor slowed four times, in kits of 100 and 200 lines, and how smoothly 200 lines scroll.
 */
import type { Page } from '@playwright/test'

import { oneLine, pasteText, startBuild, waitForWorker } from '../e2e/builder.ts'
import { tasksOfKeys, trace } from './keyTasks.ts'
import { inLab, summary } from './lab.ts'
import { report, type Row } from './report.ts'

const SLOWDOWN = 4
const KEYS = 300
/** About as fast as a quick typist, and long enough for the store to show what was typed. */
const KEY_EVERY_MS = 100
const BUDGET_MS = 16
/** Of 100 keys so many may be slow enough for the browser to note them. */
const SLOW_SHARE = 5
const WORD = 'Sealing ring 14 x 20 mm '

await inLab(async ({ openBrowser }) => {
  const rows: Row[] = []
  for (const screen of ['desk', 'phone'] as const) {
    for (const lines of [100, 200]) {
      const device = await openBrowser(screen)
      const { page } = device
      await startBuild(page)
      await waitForWorker(page)
      await fill(page, screen, lines)
      rows.push(...(await measureKeys(page, `${lines} lines (${screen})`)))
      if (lines === 200) rows.push(await measureScroll(page, `${lines} lines (${screen})`))
      await device.close()
    }
  }
  const device = await openBrowser('desk')
  await device.page.goto('about:blank')
  await device.page.setContent('<div data-line="1"><input></div>')
  await device.page.locator('input').focus()
  const [bare] = await measureKeys(device.page, 'a page with one input and nothing else')
  // What this machine and this way of measuring cost by themselves: nobody can be below it.
  if (bare) {
    const { budget: _none, ...control } = bare
    rows.push(control)
  }
  report(`Keys in the parts list at ${SLOWDOWN}x CPU`, rows)
})

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
  // What is sent after the paste, and the message about it, are no part of a key.
  await page.waitForTimeout(7_000)
}

async function measureKeys(page: Page, what: string): Promise<Row[]> {
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
  const { median, p95 } = summary(tasksOfKeys(events))
  return [
    {
      what: `${what}: tasks of a key, p95 of ${KEYS}`,
      figure: round(p95),
      unit: 'ms',
      budget: BUDGET_MS,
      note: `median ${round(median)} ms`,
    },
    {
      what: `${what}: keys the browser finds slow, of 100`,
      figure: round((counts.slow / KEYS) * 100),
      unit: '',
      budget: SLOW_SHARE,
    },
    { what: `${what}: changes in other lines`, figure: counts.others, unit: '', budget: 0 },
  ]
}

function keyAt(key: number): string {
  const letter = WORD[key % WORD.length] ?? 'x'
  return letter === ' ' ? 'Space' : letter
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10
}

/** The longest the screen stood still while the list was scrolled from its top to its end. */
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
