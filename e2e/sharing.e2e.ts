// One link, several people, several tabs.
import type { Locator } from '@playwright/test'

import {
  addLine,
  chip,
  copiedBy,
  lineNames,
  loseSignal,
  oneLine,
  startBuild,
  startSyncedBuild,
} from './builder.ts'
import { attachPicture, expect, networkFailure, offlineTest, test } from './harness.ts'
import { stillBox } from './still.ts'

interface ListAnswer {
  kit: { name: string; notes: string; kitId: string }
  parts: { name: string; quantity: number }[]
}

test('a stranger’s edit becomes an own copy; the original stays; the API refuses the overwrite', async ({
  openBrowser,
  request,
}) => {
  const owner = await openBrowser('desk')
  const buildId = await startBuild(owner.page)
  await addLine(owner.page, { name: 'Oil filter', price: '11.49' })
  await addLine(owner.page, { name: 'Drain plug', price: '6.25' })
  await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')

  const stranger = await openBrowser('desk')
  await stranger.page.goto(`/list/${buildId}`)
  await stranger.page.getByRole('link', { name: 'Edit this parts list' }).click()
  const name = stranger.page.getByRole('textbox', { name: 'Part name, line 1' })
  await expect(name).toHaveValue('Oil filter')
  await name.click()
  await stranger.page.keyboard.press('End')
  await stranger.page.keyboard.type(' for my own car', { delay: 20 })
  await expect(stranger.page.getByText("You're editing your own copy")).toBeVisible()
  await expect(name).toHaveValue('Oil filter for my own car')
  await expect(name).toBeFocused()
  await expect(stranger.page).not.toHaveURL(new RegExp(buildId))
  const copyId = new URL(stranger.page.url()).searchParams.get('build') ?? ''
  await expect(chip(stranger.page)).toHaveAccessibleName('Sync: synced')

  const read = async (id: string) =>
    (await (await request.get(`/api/lists/${id}`)).json()) as ListAnswer
  expect((await read(buildId)).parts.map((part) => part.name)).toEqual(['Oil filter', 'Drain plug'])
  expect((await read(copyId)).parts.map((part) => part.name)).toEqual([
    'Oil filter for my own car',
    'Drain plug',
  ])

  const overwrite = { data: { buildId, notes: 'stolen' } }
  expect((await request.post('/api/auto-save', overwrite)).status()).toBe(403)
  const otherKey = { ...overwrite, headers: { 'X-Device-Key': 'A'.repeat(43) } }
  expect((await request.post('/api/auto-save', otherKey)).status()).toBe(403)
  expect((await read(buildId)).kit.notes).toBe('')

  // The owner edits in place.
  await owner.page.goto(`/list/${buildId}`)
  await owner.page.getByRole('link', { name: 'Edit this parts list' }).click()
  await owner.page.getByRole('textbox', { name: /^Notes/ }).fill('mine')
  await expect(owner.page).toHaveURL(new RegExp(`build=${buildId}`))
  await expect.poll(async () => (await read(buildId)).kit.notes).toBe('mine')
})

for (const [field, screen, tag] of [
  ['Part name, line 2', 'phone', ''],
  ['Part name, line 2', 'desk', ' @all'],
  ['Kit Name', 'desk', ' @all'],
  ['Notes (Optional)', 'phone', ' @all'],
] as const)
  test(`a first change makes a copy under the finger and moves nothing: ${field}, ${screen}${tag}`, async ({
    openBrowser,
  }) => {
    const owner = await openBrowser('desk')
    const buildId = await startSyncedBuild(owner.page, { name: 'Oil filter' })
    await addLine(owner.page, { name: 'Drain plug' })
    await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')

    const { page } = await openBrowser(screen)
    await page.goto(`/builder?build=${buildId}`)
    const input = page.getByRole('textbox', { name: field })
    const card = page.locator('[data-line] [aria-expanded]').nth(1)
    if (screen === 'phone' && field.startsWith('Part')) await card.click()
    await input.click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    const placeOf = async () => {
      const place = (await input.boundingBox()) ?? { x: NaN, y: NaN }
      return [Math.round(place.x), Math.round(place.y)]
    }
    // The opened card and the phone's scrolling have come to rest.
    const { x, y } = await stillBox(input)
    const before = [Math.round(x), Math.round(y)]
    await expect(input).toBeFocused()
    await page.keyboard.type('x')
    const note = page.getByText("You're editing your own copy. The original stays as it was.")
    await expect(note).toBeInViewport({ ratio: 1 })
    expect(await placeOf()).toEqual(before)
    await expect(input).toBeFocused()
    const [box, noted] = [await input.boundingBox(), await note.boundingBox()]
    const above = (box?.y ?? 0) - ((noted?.y ?? 0) + (noted?.height ?? 0))
    const below = (noted?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0))
    expect(Math.max(above, below)).toBeLessThan(20)
    expect(Math.max(above, below)).toBeGreaterThanOrEqual(0)
    await attachPicture(page, field)
    await expect(chip(page)).toHaveAccessibleName('Sync: synced')
    expect(await placeOf()).toEqual(before)
    await expect(note).toBeHidden()
    await expect(page.getByText(/^Your own copy\. Draft saved and synced/)).toBeAttached()
  })

test('from a vehicle to a shared kit by keyboard alone, each stop in sight and large enough @all', async ({
  page,
  openBrowser,
}) => {
  /** Presses Tab until `wanted` has the focus: an element out of the tab order is not there. */
  async function tabTo(wanted: Locator) {
    await expect(wanted).toBeVisible()
    for (let stop = 0; stop < 80; stop++) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      const box = await focused.boundingBox()
      const name = await focused.evaluate((at) => at.outerHTML.slice(0, 200))
      expect(box?.height, name).toBeGreaterThanOrEqual(24)
      await expect(focused, name).toBeInViewport()
      if (await wanted.evaluate((at) => at === document.activeElement)) return
    }
    throw new Error('it was not reached by Tab')
  }

  const buildId = await startBuild(page)
  await tabTo(page.getByRole('button', { name: 'Choose A Vehicle' }))
  await page.keyboard.press('Enter')
  const vehicle = page.getByRole('dialog', { name: 'Select Year' })
  await expect(vehicle.getByRole('button', { name: '2025', exact: true })).toBeFocused()
  await page.keyboard.type('2008 audi s4')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /2008 Audi S4/ }).first()).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'Choose A Task' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Select a Task' })).toBeVisible()
  await page.keyboard.type('Oil Change')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await tabTo(page.getByRole('textbox', { name: 'Kit Name' }))
  await page.keyboard.type('Winter service')
  await tabTo(oneLine(page))
  await page.keyboard.type('Oil filter HU719/7x 12.98 x2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('$25.96').first()).toBeVisible()
  await tabTo(page.getByRole('link', { name: 'Pass it on without signal, print or export it' }))
  await tabTo(page.getByRole('link', { name: 'Import a list of parts into this kit' }))
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')

  const friend = await openBrowser('desk')
  await friend.page.goto(`/list/${buildId}`)
  await expect(friend.page.getByText('Winter service').first()).toBeVisible()
  await expect(friend.page.getByText('2008 Audi S4').first()).toBeVisible()
})

// T93
test('two tabs on one build lose no letter and no line', async ({ openBrowser, request }) => {
  const { page: first, newPage } = await openBrowser('desk')
  const buildId = await startBuild(first)
  await addLine(first, { name: 'Oil filter', price: '11.49' })
  const second = await newPage()
  await second.goto(first.url())
  await expect(second.getByRole('textbox', { name: 'Part name, line 1' })).toHaveValue('Oil filter')

  const notes = first.getByRole('textbox', { name: /^Notes/ })
  await notes.click()
  await second.getByRole('textbox', { name: 'Kit Name' }).click()
  const long = 'Typed in the first tab while the second one types as well.'
  const other = 'Named in the second tab'
  await Promise.all([
    notes.pressSequentially(long, { delay: 15 }),
    second.getByRole('textbox', { name: 'Kit Name' }).pressSequentially(other, { delay: 25 }),
  ])
  await Promise.all([
    addLine(first, { name: 'From the first tab', price: '1' }),
    addLine(second, { name: 'From the second tab', price: '2' }),
  ])
  for (const page of [first, second]) {
    await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue(long)
    await expect(page.getByRole('textbox', { name: 'Kit Name' })).toHaveValue(other)
    await expect
      .poll(async () => (await lineNames(page)).toSorted())
      .toEqual(['From the first tab', 'From the second tab', 'Oil filter'])
  }
  await expect(chip(first)).toHaveAccessibleName('Sync: synced')
  await expect
    .poll(async () => {
      const body = (await (await request.get(`/api/lists/${buildId}`)).json()) as ListAnswer
      return [body.kit.name, body.kit.notes, body.parts.length]
    })
    .toEqual([other, long, 3])
})

test('an unknown link says so in the specified words, and opens once it is there @all', async ({
  openBrowser,
  request,
  allowErrors,
}) => {
  allowErrors(/404/)
  const friend = await openBrowser('phone')
  await friend.page.goto('/list/zzzzzz')
  await expect(friend.page.getByRole('heading', { name: 'Parts List Not Found' })).toBeVisible()
  // In other languages the heading has the same text.
  await expect(
    friend.page.locator('b').getByText('Parts list not found', { exact: true }),
  ).toBeVisible()
  await expect(
    friend.page.getByText("The parts list you're looking for doesn't exist or has been removed."),
  ).toBeVisible()
  await expect(friend.page.getByText(/the sender may still be without signal/)).toBeVisible()
  expect((await request.get('/api/lists/zzzzzz')).status()).toBe(404)
  await friend.page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(friend.page).toHaveURL(/\/$/)
})

offlineTest(
  'a list seen once opens again without signal; one never seen says that it is not here yet @all',
  async ({ server, openBrowser, allowErrors }) => {
    allowErrors(networkFailure)
    const owner = await openBrowser('desk')
    const buildId = await startSyncedBuild(owner.page, { name: 'Oil filter', price: '11.49' })
    const friend = await openBrowser('phone')
    await friend.page.goto(`/link/${buildId}`)
    await expect(friend.page.getByText('Oil filter')).toBeVisible()
    await loseSignal(friend, server)
    await friend.page.reload()
    await expect(friend.page.getByText('Oil filter')).toBeVisible()
    await friend.page.goto('/list/neverS')
    await expect(friend.page.getByText(/Not on this device yet/)).toBeVisible()
    await friend.page.goto('/builder?build=neverS')
    await expect(friend.page.getByText(/Not on this device yet/)).toBeVisible()
    await friend.page
      .getByRole('button', { name: 'Start a new build' })
      .or(friend.page.getByRole('link', { name: 'Start a new build' }))
      .click()
    await expect(friend.page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  },
)

test('a build id nobody has becomes a blank build that uses it @all', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(/404/)
  const { page } = await openBrowser('desk')
  await page.goto('/BUILDER/?build=Abc123')
  await expect(page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect(page.getByText(/\/list\/Abc123/).first()).toBeVisible()
})

offlineTest(
  // T69
  'who holds a link that is not live yet cannot put a kit of theirs behind it @all',
  async ({ server, openBrowser, request, allowErrors }) => {
    allowErrors(new RegExp(`${networkFailure.source}|404`))
    const sender = await openBrowser('desk')
    await sender.page.goto('/about')
    await loseSignal(sender, server)
    const buildId = await startBuild(sender.page)
    await sender.page.getByRole('textbox', { name: 'Kit Name' }).fill('Brakes of the sender')
    await addLine(sender.page, { name: 'Oil filter', price: '11.49' })
    await expect(sender.page.getByText(/\/list\/\w{6}\?k=/).first()).toBeVisible()
    const copy = sender.page.getByRole('button', { name: 'Copy link', exact: true }).first()
    const link = await copy.evaluate(copiedBy)
    expect(link).toMatch(new RegExp(`/list/${buildId}\\?k=[\\w-]{12}$`))

    await server.start()
    const scam = {
      buildId,
      kitName: 'Scam of the thief',
      parts: [{ name: 'Gift card', quantity: 1 }],
    }
    expect((await request.post('/api/auto-save', { data: scam })).status()).toBe(200)
    const friend = await openBrowser('phone')
    await friend.page.goto(link)
    await expect(friend.page.getByText(/the sender may still be without signal/)).toBeVisible()
    await expect(friend.page.getByText('Scam of the thief')).toHaveCount(0)

    await sender.goOnline()
    await expect(sender.page.getByRole('button', { name: /^Sync: / })).toHaveAccessibleName(
      /attention|problem/i,
    )
    await friend.page.goto(link)
    await expect(friend.page.getByText('Brakes of the sender')).toBeVisible()
    // The URL is the kit's own by now.
    await expect(friend.page).toHaveURL(/\/list\/\w{6}$/)
    expect(friend.page.url()).not.toContain(buildId)
    await friend.page.reload()
    await expect(friend.page.getByText('Brakes of the sender')).toBeVisible()

    await sender.page.getByRole('button', { name: /^Sync: / }).click()
    await expect(
      sender.page.getByRole('region', { name: 'The link of Brakes of the sender changed' }),
    ).toContainText('A link you copied before still finds your kit')
  },
)
