// The walk through every screen again, on the other engines, as wide as a phone.
import { createAccount, PASSWORD } from '../account.ts'
import { ENTRIES, LINES, NOTES, PLAIN, screensOf, type World } from '../walkRoutes.ts'
import { expect, test } from './harness.ts'
import { signIn, waitForWorker } from './builder.ts'
import type { Screen } from './screen.ts'

const KIT_NAME = 'עבודה <i>Spannrolle'

/** Saves the unkind kit into maria's account over the API, as a program would. */
async function saveUnkindKit(url: string): Promise<World> {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([path, answer.ok]).toEqual([path, true])
    return (await answer.json()) as { token: string }
  }
  const { token } = await post('/api/auth/login', { username: 'maria', password: PASSWORD })
  const buildId = 'uNkind'
  const parts = LINES.map((line) => {
    const [name = '', manufacturer = '', partNumber = '', price = '', quantity = '', link = ''] =
      line.split('\t')
    const numbers = { unitPrice: Number(price), quantity: Number(quantity) }
    return { name, manufacturer, partNumber, ...numbers, ...(link && { link }) }
  })
  const vehicle = { vehicleYear: 2008, vehicleMake: 'Audi', vehicleModel: 'S4' }
  const kit = { buildId, kitName: KIT_NAME, notes: NOTES.slice(0, 20_000), parts, ...vehicle }
  await post('/api/kits', kit, token)
  const list = (await (await fetch(`${url}/api/lists/${buildId}`)).json()) as {
    kit: { id: string }
  }
  return { buildId, kitId: list.kit.id }
}

/** Layout fault of the page as rendered; '' when there is none. */
const LOOK = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (clientWidth > 400) return 'the window is ' + clientWidth + ' wide'
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('body *')].find(
      (each) => each.getBoundingClientRect().right > clientWidth + 1)
    return scrollWidth + ' of ' + clientWidth + ': ' + wide?.tagName + '.' + wide?.className
  }
  return ''
})()`

const HEADING = `document.querySelector('h1')?.innerText ?? ''`

async function walk(
  screen: Screen,
  routes: readonly [path: string, heading: RegExp][],
): Promise<void> {
  const faults: string[] = []
  for (const [path, heading] of routes) {
    await test
      .step(path, async () => {
        // A page that changes its own URL at that moment aborts the visit: it is retried.
        await expect(async () => {
          await screen.open(path)
          await expect.poll(() => screen.evaluate(HEADING), { timeout: 15_000 }).toMatch(heading)
        }).toPass({ timeout: 90_000 })
        // The page has rendered down to its footer, which only garage mode lacks.
        if (!path.startsWith('/garage/')) {
          await expect.poll(() => screen.names('link', /^Privacy/)).not.toHaveLength(0)
        }
        await expect.poll(() => screen.evaluate(LOOK), path).toBe('')
        await screen.press('Tab')
        await expect.poll(() => screen.evaluate(FOCUS)).toBe('seen')
      })
      .catch((error: unknown) => faults.push(`${path}: ${String(error)}`))
  }
  expect(faults.join('\n\n')).toBe('')
}

/** Where the focus went. Without a display Firefox and WebKit say that no window has it. */
const FOCUS = `(() => {
  const at = document.activeElement
  if (!at || at === document.body) return 'nothing has the focus'
  if (!document.hasFocus()) return 'seen'
  const { width, height, bottom } = at.getBoundingClientRect()
  if (width < 1 || height < 1 || bottom < 1) return at.outerHTML.slice(0, 120) + ' is not in the window'
  return at.matches(':focus-visible') ? 'seen' : at.tagName + ' is not marked'
})()`

test('every screen holds an unkind kit on a phone of this engine', async ({
  openPerson,
  server,
  allowErrors,
}) => {
  allowErrors(/status of (400|401|403|404)|\b40[0134]\b/)
  await createAccount(server, 'maria')
  const world = await saveUnkindKit(server.url)
  // Errors of a page that was navigated away from while the worker was still answering it.
  allowErrors(/ServiceWorker intercepted the request|Failed to read data from the ReadableStream/)
  const guest = await openPerson({ isNarrow: true })
  await guest.screen.open('/about')
  // The page reloads itself once, when the worker takes control.
  await waitForWorker(guest.screen)
  await walk(guest.screen, ENTRIES)
  await signIn(guest.screen)
  await walk(
    guest.screen,
    // Admin screens are for desks, and do not have to work on every engine.
    [...screensOf(world), ...PLAIN].filter(([path]) => !path.startsWith('/admin')),
  )
})
