// Attacks on a kit by a page of another site that sends its visitor here, with the worker active.
import type { Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { addLine, chip, lineNames, namesOnServer, startBuild, waitForWorker } from './builder.ts'
import { startForeignSite, type ForeignSite } from './foreignSite.ts'
import { attachPicture, expect, test as base } from './harness.ts'
import { wantLook } from './look.ts'

const test = base.extend<{ readonly site: ForeignSite }>({
  site: async ({ server: _first }, provide) => {
    const site = await startForeignSite()
    await provide(site)
    await site.end()
  },
})

test.use({ hasWorker: true })

const LINK = 'https://www.shop.example/ox188d'
const question = (page: Page) =>
  page.getByRole('heading', { name: 'Add a link from shop.example?' })

/** Shares this device has put aside: paths of cache entries. */
const putAside = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('shared')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })

async function startKit(page: Page, name: string, line: string): Promise<string> {
  const buildId = await startBuild(page)
  await page.getByRole('textbox', { name: 'Kit Name' }).fill(name)
  await addLine(page, { name: line, price: '8' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  return buildId
}

// T67
test('its form, its link and its file are asked about, and change no kit @all', async ({
  openBrowser,
  origin,
  server,
  site,
}) => {
  const { page } = await openBrowser('desk')
  const buildId = await startKit(page, 'S4 brakes', 'Rags')
  await waitForWorker(page)
  const list = { name: 'parts.csv', type: 'text/csv', content: 'Part,Price\nDrain plug,6.25\n' }
  for (const [address, heading] of [
    [site.posting(`${origin}/share`, { title: 'Oil filter', text: LINK }), /Add a link from shop/],
    [site.posting(`${origin}/share?into=${buildId}`, { url: LINK }), /Add a link from shop/],
    [site.posting(`${origin}/share`, {}, list), '1 part, $6.25'],
    [site.posting(`${origin}/share`, { text: 'http://a:b@shop.example/' }), /^Receive/],
    [site.posting(`${origin}/share`, { text: 'javascript:alert(1)' }), /^Receive/],
    [site.leadingTo(`${origin}/k?shared&into=${buildId}&text=${LINK}&url=${LINK}`), /^Receive/],
    [site.leadingTo(`${origin}/share?title=Oil&text=${LINK}&url=${LINK}`), /^Receive/],
    [site.leadingTo(`${origin}/k?into=${buildId}#${LINK}`), /^Receive/],
  ] as const) {
    await page.goto(address)
    await page.waitForURL((url) => url.origin === origin)
    await expect(page.getByRole('heading', { name: heading }), address).toBeVisible()
    await expect(page.getByText('Reading the kit...')).toHaveCount(0)
    // No share is left in the cache, even where nobody answers the question.
    await expect.poll(() => putAside(page)).toEqual([])
  }
  await page.goto(`/builder?build=${buildId}`)
  await expect.poll(() => lineNames(page)).toEqual(['Rags'])
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  expect(await namesOnServer(server, buildId)).toEqual(['Rags'])
  await page.goto('/create-kits')
  await expect(page.getByText('S4 brakes')).toHaveCount(1)
})

test('a press adds it to the kit that was chosen, and can be taken back @all', async ({
  openBrowser,
  origin,
  site,
}) => {
  const { page } = await openBrowser('desk')
  const first = await startKit(page, 'Kit of the first car', 'Rags')
  await startKit(page, `Kit of the second car, ${'with a long name '.repeat(5)}`, 'Funnel')
  await waitForWorker(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const title = 'Oil filter OX 188D '.repeat(12)
  await page.goto(site.posting(`${origin}/share`, { title, text: LINK }))
  await expect(question(page)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Add to Kit of the second car/ })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await wantLook(page, { colorScheme })
    await expectAccessible(page)
    await attachPicture(page, `question-${colorScheme}`)
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)

  // The Undo toast is shown for 5 seconds: nothing comes between it and the press.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('combobox', { name: 'Where to' }).selectOption('Kit of the first car')
  await page.getByRole('button', { name: 'Add to Kit of the first car' }).click()
  await expect(page).toHaveURL(new RegExp(`build=${first}`))
  await expect.poll(() => lineNames(page)).toEqual(['Rags', title.trim().slice(0, 200)])
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => lineNames(page)).toEqual(['Rags'])
})

test('on a device without a kit a press begins one, and “Not now” none @all', async ({
  openBrowser,
  origin,
  site,
}) => {
  const { page } = await openBrowser('desk')
  await page.goto('/about')
  await waitForWorker(page)
  const evil = site.posting(`${origin}/share`, { title: 'Oil filter', text: LINK })
  await page.goto(evil)
  await expect(question(page)).toBeFocused()
  await attachPicture(page, 'question')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL(/\/k$/)
  await page.goto('/create-kits')
  await expect(page.getByRole('link', { name: /Untitled|Oil filter/ })).toHaveCount(0)

  await page.goto(evil)
  await page.getByRole('button', { name: 'Add to a new kit' }).click()
  await expect.poll(() => lineNames(page)).toEqual(['Oil filter'])
})

// T68
test('what waits for the screen is one share, no larger than the server takes @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('desk')
  await page.goto('/about')
  await waitForWorker(page)
  // The worker's redirect is not followed, so no screen takes the share out.
  const put = (content: string) =>
    page.evaluate(async (letters) => {
      const form = new FormData()
      form.append('files', new File([letters], 'list.csv'))
      const answer = await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
      const cache = await caches.open('shared')
      const kept = await Promise.all(
        (await cache.keys()).map(async (key) => (await (await cache.match(key))?.blob())?.size),
      )
      return [answer.type, kept]
    }, content)
  for (const size of [1_000, 200_000]) {
    const [type, kept] = await put('x'.repeat(size))
    expect(type).toBe('opaqueredirect')
    expect(kept).toHaveLength(1)
    expect((kept as number[])[0]).toBeGreaterThan(size)
  }
  expect(await put('x'.repeat(10_000_000))).toEqual(['opaqueredirect', [0]])
  await page.goto('/k?shared')
  await expect(page.getByRole('alert')).toContainText('too large to be shared')

  // A share that no screen took out in time is gone with the next page.
  await put('Part,Price\nDrain plug,6.25\n')
  await page.evaluate(async () => {
    const cache = await caches.open('shared')
    const [key] = await cache.keys()
    const kept = key && (await cache.match(key))
    if (!kept) throw new Error('nothing was put aside')
    const headers = new Headers(kept.headers)
    headers.set('X-At', String(Date.now() - 11 * 60_000))
    await cache.put(key, new Response(await kept.blob(), { headers }))
  })
  await page.goto('/about')
  await expect.poll(() => putAside(page)).toEqual([])
})
