// Every kind of bad line: all work reaches the server exactly once, and until then the screen never
// says that it has.
import type { Page } from '@playwright/test'

import type { TestServer } from './server.ts'

import { GRACE_MS } from '#shared/cells/stamp.ts'
import { createAccount, signIn } from './account.ts'
import { addLine, chip, pasteText, startBuild, waitForWorker, waitUntilStored } from './builder.ts'
import type { Fault, FaultProxy } from './faultProxy.ts'
import { expect, networkFailure, test } from './badLine.ts'
import { watchWords } from './watchWords.ts'

test.use({ hasWorker: true })

/** Stamps of a clock this far ahead are refused, but would be accepted half a minute later. */
const AHEAD_MS = 90_000
/** Lines in view once 60 are pasted below one. */
const LAST_LINES = [57, 58, 59, 60, 61]

/** Parts added during the fault, as the server has them afterwards. */
const NAMES = ['Oil filter', 'Drain plug', 'Crush washer', 'Funnel']

/** Faults that let work through in some way; those of `staysOn` are never lifted. */
const passesOn = new Set<Fault>(['small', 'twice', 'drip'])
const staysOn = new Set<Fault>(['small', 'twice'])

interface Told {
  page: Page
  proxy: FaultProxy
  server: TestServer
  /** Number of pushes the fault has to meet before it is lifted. */
  enough: number
}

/** Works over a bad line, and returns the kit's build id once the chip says synced. */
async function workThrough(fault: Fault, { page, proxy, server, enough }: Told): Promise<string> {
  await createAccount(server, 'maria')
  await signIn(page, server.nameOf('maria'))
  const buildId = await startBuild(page)
  await addLine(page, { name: 'Oil filter', price: '11.49' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await waitForWorker(page)
  const words = watchWords(page, server, buildId)

  proxy.setFault(fault)
  for (const name of NAMES.slice(1)) {
    await addLine(page, { name, price: '6.25' })
    words.expectOnServer(name)
  }
  await page.getByRole('textbox', { name: 'Quantity, line 1' }).fill('3')
  await page.getByRole('textbox', { name: /^Notes/ }).fill('Drain plug 30 Nm')
  await page.getByRole('textbox', { name: 'Kit Name' }).fill(server.nameOf('Garage kit'))
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(page.getByRole('heading', { name: 'Garage kit' })).toBeVisible()
  await page.getByLabel('Add a comment').fill('Written on a bad line.')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  // The list item, not the field, which holds the text before it is posted.
  const comment = page.getByRole('listitem').filter({ hasText: 'Written on a bad line.' })
  await expect(comment).toBeVisible()
  words.expectOnServer('Written on a bad line.')
  await expect.poll(proxy.hits, { timeout: 45_000 }).toBeGreaterThanOrEqual(enough)
  // The device is online: only the server is missing.
  if (!passesOn.has(fault)) {
    await expect(page.getByText('No answer from the server.')).toBeVisible()
    await expect(chip(page)).toHaveAccessibleName(/waiting/)
  }

  if (!staysOn.has(fault)) proxy.setFault('none')
  await expect(chip(page)).toHaveAccessibleName('Sync: synced', { timeout: 45_000 })
  await proxy.replay()
  expect(await words.end(), 'what the screen said, and what the server had').toEqual([])
  return buildId
}

/** Everything exists once and nothing else, including rows only an insert can duplicate. */
async function expectAllOnce(server: TestServer, buildId: string): Promise<void> {
  const get = async (path: string) => (await fetch(`${server.url}${path}`)).json()
  const { kit, parts } = await get(`/api/lists/${buildId}`)
  expect(kit).toMatchObject({ name: server.nameOf('Garage kit'), notes: 'Drain plug 30 Nm' })
  expect(parts.map((part: { name: string }) => part.name)).toEqual(NAMES)
  expect(parts[0]).toMatchObject({ quantity: 3, unitPrice: '11.49' })
  expect(await get(`/api/comments/${kit.id}`)).toMatchObject([
    { content: 'Written on a bad line.', user: { username: server.nameOf('maria') } },
  ])
  const found = await get(`/api/kits?q=${encodeURIComponent(server.nameOf('Garage kit'))}`)
  expect(found).toMatchObject([{ buildId, totalPrice: '53.22' }])
}

const faults: { fault: Fault; says: string; enough: number }[] = [
  { fault: 'cut', says: 'answers are lost after the server did the work @all', enough: 4 },
  { fault: 'portal', says: 'a portal answers 200 with its own page @all', enough: 3 },
  { fault: 'busy', says: 'the server is busy and names a time @all', enough: 3 },
  { fault: 'small', says: 'a proxy takes small bodies only @all', enough: 2 },
  { fault: 'nothing', says: 'a proxy finds every body too large @all', enough: 6 },
  { fault: 'dead', says: 'the connection stands and nothing comes back @all', enough: 2 },
  { fault: 'twice', says: 'every request arrives twice, and later again @all', enough: 2 },
  { fault: 'drip', says: 'answers take longer than the patience for silence @all', enough: 1 },
]

for (const { fault, says, enough } of faults) {
  // T98, T103
  test(`all work arrives once and no word is false while ${says}`, async ({
    openBrowser,
    server,
    faultProxy: proxy,
    allowErrors,
  }) => {
    allowErrors(networkFailure)
    allowErrors(/status of (404|413|503)|unsupported MIME type|bad HTTP response/)
    const { page } = await openBrowser('desk')
    const buildId = await workThrough(fault, { page, proxy, server, enough })
    await expectAllOnce(server, buildId)
    // A later visit shows the same.
    await page.goto(`/builder?build=${buildId}`)
    await expect(page.getByRole('textbox', { name: 'Part name, line 4' })).toHaveValue('Funnel')
    await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  })
}

test('60 lines pasted by a clock that is ahead keep what is typed since, though every request comes again @all', async ({
  openBrowser,
  server,
  faultProxy: proxy,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  await createAccount(server, 'maria')
  const [{ page }, { page: other }] = [await openBrowser('desk'), await openBrowser('desk')]
  await signIn(page, server.nameOf('maria'))
  const buildId = await startBuild(page)
  await addLine(page, { name: 'Oil filter' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  // An answer before the first of these lines would correct the clock.
  proxy.setFault('gone')
  await page.evaluate((ms) => {
    const { now } = Date
    Date.now = () => now() + ms
  }, AHEAD_MS)
  const rows = Array.from({ length: 60 }, (_, at) => `Part ${at + 2}\tMann\tP ${at}\t$5.00\t1`)
  await page.getByRole('textbox', { name: 'Part name, new line' }).focus()
  await pasteText(page, rows.join('\n'))
  await waitUntilStored(page, 'Part 61')
  proxy.setFault('twice')
  // The browser's event: on a slow machine the page's own next retry is minutes away.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => proxy.answers().join(), { timeout: 45_000 }).toContain('"clock"')
  const refusedAt = Date.now()
  const quantity = (on: Page, line: number) =>
    on.getByRole('textbox', { name: `Quantity, line ${line}`, exact: true })
  await page.getByRole('textbox', { name: 'Part name, new line' }).focus()
  for (const line of LAST_LINES) await quantity(page, line).fill('4')
  // Refused lines back off longer each time, and each of their requests comes twice.
  await expect(chip(page)).toHaveAccessibleName('Sync: synced', { timeout: 120_000 })
  // By now the server would accept the stamps it has refused.
  const isOld = () => Date.now() - refusedAt > AHEAD_MS - GRACE_MS
  await expect.poll(isOld, { timeout: 0 }).toBe(true)
  await proxy.replay()
  await signIn(other, server.nameOf('maria'))
  await other.goto(`/builder?build=${buildId}`)
  await other.getByRole('textbox', { name: 'Part name, new line' }).focus()
  for (const each of [page, other]) {
    for (const line of LAST_LINES) await expect(quantity(each, line)).toHaveValue('4')
    await expect(chip(each)).toHaveAccessibleName('Sync: synced')
  }
  const answer = await fetch(`${server.url}/api/lists/${buildId}`)
  const { parts } = (await answer.json()) as { parts: { name: string; quantity: number }[] }
  expect(parts.map(({ name }) => name)).toEqual([
    'Oil filter',
    ...rows.map((row) => row.split('\t')[0]),
  ])
  expect(parts.map((part) => part.quantity)).toEqual(
    ['Oil filter', ...rows].map((_, at) => (at < 56 ? 1 : 4)),
  )
})

test('the watch over words notices a false one @all', async ({ openBrowser, server }) => {
  const { page } = await openBrowser('desk')
  const buildId = await startBuild(page)
  await addLine(page, { name: 'Oil filter' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  const words = watchWords(page, server, buildId)
  words.expectOnServer('Oil filter')
  expect(await words.end()).toEqual([])
  const suspicious = watchWords(page, server, buildId)
  suspicious.expectOnServer('Never typed')
  expect(await suspicious.end()).not.toEqual([])
})
