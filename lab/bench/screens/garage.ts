/**
 * Cost of a tap on a part in garage mode until the frame with its tick is drawn, on a phone's
 * screen, offline, with the CPU throttled four times, in kits of 12 and 200 lines. The main
 * thread's own time counts, as in keys.ts, so that the page is judged and not what else runs on the
 * machine; the wall clock time stands beside it.
 */
import type { Page } from '@playwright/test'
import type { TraceEvent } from './keyTasks.ts'

import { oneLine, pasteText, startBuild, waitForWorker } from '../../../e2e/builder.ts'
import { trace } from './keyTasks.ts'
import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'

const SLOWDOWN = 4
const TAPS = 30
const BUDGET_MS = 50
/** Long enough for a tap to be stored and read back before the next. */
const TAP_EVERY_MS = 400
const WORDS = ['Have', 'Ordered', 'Fitted']

// Baseline: the cost of this machine and method alone, which no page can be below.
const BARE = `<ul aria-label="Parts"><li><span><input type="checkbox" style="width:52px;height:52px"
  onchange="this.parentElement.toggleAttribute('data-marked', true)"></span></li></ul>`

await inLab(async ({ openBrowser }) => {
  const rows: Row[] = []
  const bare = await openBrowser('phone')
  await bare.page.goto('about:blank')
  await bare.page.setContent(BARE)
  rows.push(await measure(bare.page, 'a page with one box and nothing else', 1))
  await bare.close()
  for (const lines of [12, 200]) {
    const { page, context, close } = await openBrowser('phone')
    await openGarage(page, lines)
    await context.setOffline(true)
    rows.push({ ...(await measure(page, `${lines} lines`, lines)), budget: BUDGET_MS })
    await close()
  }
  report(`Garage mode offline at ${SLOWDOWN}x CPU`, rows)
})

async function openGarage(page: Page, lines: number): Promise<void> {
  await startBuild(page)
  await waitForWorker(page)
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
  // The push after the paste, and its message, are no part of a tap's cost.
  await page.waitForTimeout(7_000)
  await page.getByRole('link', { name: 'Garage mode' }).click()
  await page.getByText(`0 of ${lines}`).waitFor()
}

/** Taps parts through have, ordered and fitted. */
async function measure(page: Page, what: string, lines: number): Promise<Row> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const boxes = page.getByRole('list', { name: /^Parts/ }).getByRole('checkbox')
  const events = await trace(session, async () => {
    for (let tap = 0; tap < TAPS; tap++) {
      const box = boxes.nth(Math.floor(tap / WORDS.length) % Math.min(lines, 10))
      await box.scrollIntoViewIfNeeded()
      const word = WORDS[tap % WORDS.length] ?? ''
      const radios = await page.getByRole('radio', { name: word }).all()
      for (const radio of radios) await radio.dispatchEvent('click')
      await page.waitForTimeout(TAP_EVERY_MS)
      await box.tap()
      await page.waitForTimeout(TAP_EVERY_MS)
    }
  })
  const taps = framesOfTaps(events)
  if (taps.length !== TAPS) throw new Error(`${taps.length} of ${TAPS} taps were seen.`)
  const own = summary(taps.map(({ tasks }) => tasks))
  const wall = summary(taps.map(({ passed }) => passed))
  return {
    what: `${what}: tasks of a tap up to its frame, p95 of ${TAPS}`,
    figure: round(own.p95),
    unit: 'ms',
    note: `median ${round(own.median)} ms; on the wall median ${round(wall.median)} ms, p95 ${round(wall.p95)} ms`,
  }
}

/** Each tap's sum of main thread tasks until the next frame is committed, and its wall time, ms. */
function framesOfTaps(events: readonly TraceEvent[]): { tasks: number; passed: number }[] {
  const touches = events
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'pointerup')
    .toSorted((a, b) => a.ts - b.ts)
  return touches.flatMap(({ ts, pid, tid }) => {
    const own = events.filter((event) => event.pid === pid && event.tid === tid)
    const click = own
      .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'click')
      .filter((event) => event.ts >= ts)
      .toSorted((a, b) => a.ts - b.ts)[0]
    const frame = own
      .filter((event) => event.name === 'Commit' && click && event.ts > click.ts)
      .toSorted((a, b) => a.ts - b.ts)[0]
    if (!frame) return []
    const end = frame.ts + (frame.dur ?? 0)
    const tasks = own.filter(
      (task) => task.name === 'RunTask' && task.ts + (task.dur ?? 0) >= ts && task.ts < end,
    )
    const sum = tasks.reduce((total, { dur = 0, tdur }) => total + (tdur ?? dur) / 1_000, 0)
    return [{ tasks: sum, passed: (end - ts) / 1_000 }]
  })
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10
}
