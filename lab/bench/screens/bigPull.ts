/**
 * A fresh browser signs in to an account with 10,000 kits of 10 lines: time until the first of them
 * are shown, until all are stored, and whether the screen responds to input meanwhile.
 */
import type { Page } from '@playwright/test'
import type { Op } from '#shared/sync/protocol.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { newBuildId, newId } from '#shared/ids.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { Lots } from '#shared/testSeeded.ts'
import { inLab } from '../lab.ts'
import { report, type Row } from '../report.ts'

const KITS = Number(process.env['KITS'] ?? 10_000)
const LINES = 10
/** Kits of a request, which holds 4,000 values. */
const KITS_AT_ONCE = 50
const NODE = 'benchbenc'
const LOGIN = { username: 'garage', password: 'Torque-30-Nm!' }
const TYPED = 'Timing belt with tensioner'

const { chance, random } = new Lots(11)
const number = (below: number) => Math.floor(chance() * below)

/** The ops of one filled kit, each value a millisecond after the one before. */
function kitOps(at: number): Op[] {
  let ms = Date.now() - 86_400_000 + at * 1_000
  const stamped = (values: Record<string, string | number | object>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        [value as never, packStamp(ms++, 0, NODE)] as const,
      ]),
    )
  const kit = newId(random)
  const vehicle = { year: 1990 + number(35), make: 'Audi', model: 'S4' }
  const about = { name: `Job ${at}`, notes: 'New seal every time. '.repeat(4), vehicle }
  const lines = Array.from({ length: LINES }, (_, index): Op => {
    const cells = stamped({
      ord: `a${index}`,
      name: `Part ${number(900)}`,
      manufacturer: 'Corvane',
      partNumber: `06E${number(1e6)}`,
      price: number(20_000),
      qty: 1 + number(4),
    })
    return { kind: 'line', id: newId(random), kit, cells }
  })
  const cells = stamped({ buildId: newBuildId(random), ...about })
  return [{ kind: 'kit', id: kit, kit: null, cells }, ...lines]
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`)
  return JSON.parse(text)
}

async function fillAccount(url: string): Promise<void> {
  const email = 'garage@workshop.example'
  await post(`${url}/api/auth/register`, { ...LOGIN, email })
  const answer = await post(`${url}/api/auth/login`, LOGIN)
  const { token, user } = answer as { token: string; user: { id: string } }
  const principal = `u:${user.id}`
  for (let at = 0; at < KITS; at += KITS_AT_ONCE) {
    const count = Math.min(KITS_AT_ONCE, KITS - at)
    const ops = Array.from({ length: count }, (_, index) => kitOps(at + index)).flat()
    const request = encodeRequest({ principal, node: NODE, ops, cursors: {} })
    const { results } = decodeAnswer(await post(`${url}/api/sync`, request, token))
    const refused = results.find((result) => result.ok !== 1)
    if (refused) throw new Error(`not stored: ${JSON.stringify(refused)}`)
  }
}

interface Watched {
  tasks: number[]
  inputs: number[]
}

/** Page script that records long tasks, and the delay of answers to keys. */
const WATCH_TASKS = `
  window.watched = { tasks: [], inputs: [] }
  new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) watched.tasks.push(duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver((entries) => {
    for (const { name, duration } of entries.getEntries())
      if (name === 'keydown') watched.inputs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`

const countRows = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('wrenchlist')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('rows').objectStore('rows').count()
          count.addEventListener('success', () => {
            opening.result.close()
            resolve(count.result)
          })
        })
      }),
  )

async function pullInto(page: Page, url: string, slowdown: number): Promise<Row[]> {
  let requests = 0
  let bytes = 0
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/sync')) return
    requests++
    void response
      .request()
      .sizes()
      .then(({ responseBodySize }) => (bytes += responseBodySize))
      .catch(() => undefined)
  })
  await page.addInitScript(WATCH_TASKS)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`${url}/login?next=%2Fcreate-kits`)
  await page.getByLabel('Username').fill(LOGIN.username)
  await page.getByLabel('Password', { exact: true }).fill(LOGIN.password)
  const began = Date.now()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page
    .getByRole('link', { name: /Job \d+/ })
    .first()
    .waitFor({ timeout: 120_000 })
  const firstMs = Date.now() - began
  const hasProgress = await page
    .getByText('Getting your kits.')
    .isVisible()
    .catch(() => false)

  // Meanwhile the user begins a kit.
  await page.getByRole('link', { name: 'Builder' }).first().click()
  const field = page.locator('[data-ghost] input').first()
  await field.click()
  await field.pressSequentially(TYPED, { delay: 60 })
  const typed = await page.locator('[data-line] input').first().inputValue()
  if (typed !== TYPED) throw new Error(`typed “${TYPED}”, the field has “${typed}”`)

  const all = KITS * (LINES + 1)
  // Polled once a second: counting reads every row in the measured browser.
  while ((await countRows(page)) < all) await page.waitForTimeout(1_000)
  const allMs = Date.now() - began
  await page.getByText('Getting your kits.').waitFor({ state: 'hidden' })
  const { tasks, inputs } = await page.evaluate(
    () => (window as unknown as { watched: Watched }).watched,
  )
  const what = (text: string) => `${text}, ${slowdown}x CPU`
  const most = (list: number[]) => Math.round(Math.max(0, ...list))
  const slow = slowdown > 1
  return [
    { what: what('first kits on the screen'), figure: firstMs, unit: 'ms' },
    { what: what('all here'), figure: allMs, unit: 'ms' },
    { what: what('requests'), figure: requests, unit: '', budget: 50 },
    { what: what('bytes of the answers'), figure: bytes, unit: 'B' },
    {
      what: what('longest task'),
      figure: most(tasks),
      unit: 'ms',
      budget: slow ? 400 : 150,
      note: `${tasks.length} over 50 ms`,
    },
    {
      what: what('longest answer to a key, while it is typed'),
      figure: most(inputs),
      unit: 'ms',
      budget: slow ? 400 : 200,
      note: `${TYPED.length} keys, progress ${hasProgress ? 'shown' : 'not shown'}`,
    },
  ]
}

await inLab(async ({ openBrowser, server }) => {
  console.log(`Filling an account with ${KITS.toLocaleString('en-US')} kits ...`)
  await fillAccount(server.url)
  const rows: Row[] = []
  for (const slowdown of [1, 4]) {
    const { page, close } = await openBrowser('desk')
    rows.push(...(await pullInto(page, server.url, slowdown)))
    await close()
  }
  report(`A fresh browser reads ${KITS.toLocaleString('en-US')} kits of ${LINES} lines`, rows)
})
