// Every screen in the two pseudo-languages (docs/languages.md), on the narrowest phone and on a
// desk: unmarked text is in no catalogue, a box that overflows is too narrow for German, and what
// is not mirrored is not ready for Arabic. PSEUDO_PICTURES=folder keeps a picture of each.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { createAdministrator, signIn } from './account.ts'
import { chip, oneLine, pasteText, startBuild } from './builder.ts'
import { expect, test } from './harness.ts'
import { ENTRIES, otherAddressesOf, PLAIN, screensOf, type World } from './walkRoutes.ts'

test.use({ hasOwnServer: true })

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

const KIT = 'Zeta kit'
const LINES = [
  'Quill filter\tOmega\tQF-1\t12.50\t2\thttps://shop.example/1',
  'Quill hose\tOmega\tQH-2\t1.00\t4',
]

async function makeWorld(page: Page): Promise<World> {
  await signIn(page, 'chief')
  const buildId = await startBuild(page)
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try 2008 Audi S4' }).click()
  await oneLine(page).click()
  await pasteText(page, LINES.join('\n'))
  await expect(page.locator('[data-line]:not([data-ghost])')).toHaveCount(LINES.length)
  await page.getByRole('textbox', { name: 'Kit Name' }).fill(KIT)
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(page).toHaveURL(/\/kit\//)
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  const { kit } = (await (await page.request.get(`/api/lists/${buildId}`)).json()) as {
    kit: { id: string }
  }
  return { buildId, kitId: kit.id }
}

const TWO_FRAMES =
  'new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then())))'

/** Opens each path once, and checks it in both widths. */
async function walk(
  page: Page,
  language: string,
  routes: readonly (readonly [path: string, heading: RegExp])[],
  world: World,
  look: (page: Page, world: World) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [path] of routes) {
    await test.step(path, async () => {
      for (const [at, size] of SIZES.entries()) {
        await page.setViewportSize(size)
        if (at === 0) {
          await page.goto(path, { waitUntil: 'domcontentloaded' })
          // The served page is in another language, until the app replaces it.
          await expect(page.locator('[class*="_frame_"]').first()).toBeAttached()
          await expect(page.locator('h1').first()).toBeVisible()
          if (!path.startsWith('/garage/'))
            await expect(page.locator('footer').last()).toBeVisible()
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expect(page.locator('main [class*="_line_"] > [class*="_bar_"]')).toHaveCount(0)
        }
        // A new width is drawn with a frame, which may be late on a busy machine.
        await page.evaluate(TWO_FRAMES)
        await takePicture(page, `${language}-${size.width}-${path}`)
        const found = [...(await look(page, world)), ...(await tooWide(page))]
        faults.push(...found.map((fault) => `${path} at ${size.width}: ${fault}`))
      }
    })
  }
  return faults
}

const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isOut = (each: Element) => {
      const { left, right } = each.getBoundingClientRect()
      return left < -1 || right > clientWidth + 1
    }
    const wide = [...document.querySelectorAll('main *, header *, footer *')].find(isOut)
    return [`${scrollWidth} wide: ${wide?.tagName}.${wide?.className} ${wide?.textContent}`]
  })

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PSEUDO_PICTURES']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-zA-Z0-9-]+/g, '_')}.png`) })
}

/** Text that stays as it is: names, input, codes, URLs, units, days, and words of merchants. */
const OTHERS = [
  // The subject of a mail, in the language of its recipient.
  /^A new device is signed in$/,
  /^Wrenchlist <|^(?:Wrenchlist|English|Deutsch|Español|Français|USD|Node|PostgreSQL|warn)$/,
  /chief|zeta kit|quill|omega|Q[FH]-\d|audi|S4|example/i,
  /^(?:https?:\/\/|\/|www\.|127\.0\.0\.1)/,
  /^[\d.,]+ [kM]?B$/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d/,
  // The demonstration's catalogue.
  /Demowerk|Samplefilter|Exemplar|Fictiva|Demo Parts|Placeholder|Fictional|Sample Auto/,
  /^(?:Engine oil|Oil filter|Oil drain|Engine air|Cabin air|Spark plug|Filters$|Ships in|In stock, \d)/,
  /^(?:Breather hose|Rubber valve|Ignition coil|All-season|Oil cooler|Valley pan|PCV valve|Testbrand)/,
  /^, (?:Ignition|Filters|Fluids|Engine|Breather|Wheels|Gaskets)$/,
]

/** Texts and names on the screen without the pseudo-language's marks, and texts cut off. */
const plainTexts = (page: Page, { buildId }: World): Promise<string[]> =>
  page.evaluate(
    ([others]) => {
      const MARKS = /[⟦⟧·ÅåÇçÐðÉéĜĝÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž]/
      const isOurs = (text: string) =>
        /[a-z]{2}/i.test(text) &&
        !MARKS.test(text) &&
        !others.some((each) => new RegExp(each.source, each.flags).test(text.trim()))
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
      const found = new Set<string>()
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = node.parentElement
        const text = node.textContent ?? ''
        if (!at || text.trim() === '' || !isSeen(at)) continue
        if (at.closest('script, style, code, kbd, bdi, time, .mono, [lang]:not(html), textarea')) {
          continue
        }
        if (isOurs(text)) found.add(`plain: ${text.trim()}`)
        const style = getComputedStyle(at)
        const isHidden = at.clientWidth <= 1 || at.clientHeight <= 1
        const isCut =
          style.overflowX !== 'visible' &&
          style.overflowX !== 'auto' &&
          style.textOverflow !== 'ellipsis' &&
          at.scrollWidth > at.clientWidth + 1
        if (isCut && !isHidden && !at.title) found.add(`cut: ${text.trim()}`)
      }
      for (const element of document.querySelectorAll(
        '[aria-label], [title], [placeholder], [alt], [aria-description]',
      )) {
        if (!isSeen(element)) continue
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
          const text = element.getAttribute(name) ?? ''
          if (isOurs(text)) found.add(`plain ${name}: ${text}`)
        }
      }
      return [...found]
    },
    [[...OTHERS, new RegExp(buildId)].map(({ source, flags }) => ({ source, flags }))] as const,
  )

const notMirrored = (page: Page): Promise<string[]> =>
  page.evaluate(() => (document.documentElement.dir === 'rtl' ? [] : ['is not mirrored']))

test.describe.configure({ timeout: 600_000 })

for (const [language, says, look] of [
  ['en-XA', 'says nothing plain and breaks no box in words four tenths longer', plainTexts],
  ['ar-XB', 'goes from right to left and fits', notMirrored],
] as const) {
  test(`every screen ${says} @all`, async ({ openBrowser, server, allowErrors }) => {
    allowErrors(/status of (400|401|403|404)/)
    await createAdministrator(server, 'chief')
    const { page } = await openBrowser('desk')
    const world = await makeWorld(page)
    await page.goto(`/about?lang=${language}`)
    const screens = [...screensOf(world), ...PLAIN, ...otherAddressesOf(world)]
    const faults = await walk(page, language, screens, world, look)
    const { page: guest } = await openBrowser('desk')
    await guest.goto(`/about?lang=${language}`)
    faults.push(...(await walk(guest, language, ENTRIES, world, look)))
    // All faults at once: one walk reports everything.
    expect(faults.join('\n')).toBe('')
  })
}
