/**
 * A first visit on the slow phone of the budgets: Chromium with an empty profile, the CPU throttled
 * four times, 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. Medians of 5.
 */
import type { Page } from '@playwright/test'
import type { Sign } from './usable.ts'

import { inLab, summary } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { shareKit } from './shareKit.ts'
import { visit, watchFor } from './usable.ts'

const RUNS = Number(process.env['RUNS'] ?? 5)
const SLOWDOWN = 4
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const USABLE_MS = 2_000
const FIRST_PAINT_MS = 1_200
const BLOCKED_MS = 150
/** Layout shift, in thousandths. */
const SHIFT = 20
/** Long enough for background work to end, the worker's installation included. */
const QUIET_MS = 4_000

/** `LIST` and `KIT` stand for the two ids of a kit that another device has shared. */
const ROUTES: { path: string; sign: Sign; budgets: { usable?: number; paint?: number } }[] = [
  { path: '/', sign: { selector: 'h1', text: 'part kits' }, budgets: {} },
  {
    path: '/builder',
    sign: { selector: '[data-cell="adding"]', text: '' },
    budgets: { usable: USABLE_MS },
  },
  {
    path: '/list/LIST',
    sign: { selector: '[aria-label="Copy link"]', text: '' },
    budgets: { paint: FIRST_PAINT_MS },
  },
  {
    path: '/kit/KIT',
    sign: { selector: '[aria-label="Copy link"]', text: '' },
    budgets: { paint: FIRST_PAINT_MS },
  },
]

interface Felt {
  /** First and largest contentful paint, milliseconds from the start of the navigation. */
  paint: number
  largest: number
  /** Total blocking time: long tasks beyond their first 50 ms, after the first paint. */
  blocked: number
  shift: number
}

/** Long tasks are those of more than 50 ms. */
interface Noted {
  largest: number
  tasks: { end: number; ms: number }[]
  shift: number
}

// A string: helpers that a bundler adds to functions do not exist in the page.
const NOTE = `{
  const felt = (window.felt = { largest: 0, tasks: [], shift: 0 })
  const note = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  note('largest-contentful-paint', ({ startTime }) => { felt.largest = startTime })
  note('longtask', ({ startTime, duration }) => {
    felt.tasks.push({ end: startTime + duration, ms: duration })
  })
  note('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) felt.shift += value })
}`

await inLab(async (lab) => {
  const shared = await shareKit(lab)
  const rows: Row[] = []
  for (const { path, sign, budgets } of ROUTES) {
    const address = path.replace('LIST', shared.buildId).replace('KIT', shared.kitId)
    const seen: (Felt & { usable: number })[] = []
    for (let run = 0; run < RUNS; run++) {
      const { page, context, close } = await lab.openBrowser('phone')
      await watchFor(context, sign)
      await context.addInitScript({ content: NOTE })
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', LINE)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      const { ms } = await visit(page, lab.server.url + address)
      await page.waitForTimeout(QUIET_MS)
      seen.push({ usable: ms, ...(await felt(page)) })
      await close()
    }
    const middle = (of: keyof (typeof seen)[number]) => summary(seen.map((each) => each[of])).median
    const timed = (what: string, figure: number, budget?: number): Row => ({
      what: `${path}: ${what}`,
      figure: Math.round(figure),
      unit: 'ms',
      ...(budget !== undefined && { budget }),
    })
    rows.push(
      {
        ...timed('usable', middle('usable'), budgets.usable),
        note: `runs ${seen.map(({ usable }) => Math.round(usable)).join(' ')}`,
      },
      {
        ...timed('first paint', middle('paint'), budgets.paint),
        note: `largest ${Math.round(middle('largest'))} ms`,
      },
      timed('blocked', middle('blocked'), BLOCKED_MS),
      {
        what: `${path}: layout shift, in thousandths`,
        figure: Math.round(middle('shift') * 10_000) / 10,
        unit: '',
        budget: SHIFT,
      },
    )
  }
  report(`First visit on a slow phone, medians of ${RUNS}`, rows)
})

/** Metrics the page has recorded since its start. */
async function felt(page: Page): Promise<Felt> {
  return page.evaluate(() => {
    const { largest, tasks, shift } = (window as unknown as { felt: Noted }).felt
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
    const blocked = tasks
      .filter((task) => task.end > paint)
      .reduce((sum, task) => sum + task.ms - 50, 0)
    return { paint, largest, blocked, shift }
  })
}
