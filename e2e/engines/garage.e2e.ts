// The main job on every engine: a kit built without signal reaches a friend.
import { expect, noServer, test } from './harness.ts'
import { addLine, chip, startBuild, waitForWorker } from './builder.ts'

const TYPED = [
  { name: 'Engine oil 5W-40', price: '45.99', quantity: '2' },
  { name: 'Brake cleaner', price: '5.79', quantity: '3' },
  { name: 'Seal 14 × 20 mm', price: '1.10' },
]
const TOTAL = '$110.45'

test('a kit built without signal survives a flat battery and reaches a friend @main', async ({
  engine,
  openPerson,
  server,
  request,
  allowErrors,
}) => {
  allowErrors(noServer)
  const garage = await openPerson()
  const { screen } = garage
  await screen.open('/')
  await waitForWorker(screen)

  // No signal, the server gone, the browser closed and opened again.
  await garage.goOffline()
  await server.stop()
  await garage.restart()
  const buildId = await startBuild(screen)
  await screen.fill('textbox', 'Kit Name', 'S4 oil change')
  for (const line of TYPED) await addLine(screen, line)
  await screen.fill('textbox', /^Notes/, '**Drain plug 30 Nm**, new seal every time.')
  await expect.poll(() => chip(screen)).toMatch(/waiting/)
  await expect
    .poll(() => screen.text())
    .toContain(garage.tellsPages ? 'No signal.' : 'No answer from the server.')
  await expect.poll(() => screen.text()).toContain(TOTAL)

  const expectAll = async () => {
    await expect
      .poll(() => screen.values('textbox', /^Part name, line/))
      .toEqual(TYPED.map(({ name }) => name))
    expect(await screen.value('textbox', 'Kit Name')).toBe('S4 oil change')
    // The notes are below the parts, and render after them.
    await expect.poll(async () => (await screen.value('textbox', /^Notes/)) ?? '').toMatch(/30 Nm/)
    await expect.poll(() => screen.text()).toContain(TOTAL)
  }
  await screen.reload()
  await expectAll()
  await garage.crash()
  await screen.open(`/builder?build=${buildId}`)
  await expectAll()

  // The link can be shared already; it says that it does not open for others yet.
  await expect
    .poll(async () => (await screen.text()).replaceAll(/\s/g, ''))
    .toContain(`/list/${buildId}`)
  await expect.poll(() => screen.text()).toContain('Not live yet.')
  expect((await fetch(server.url).catch(() => null))?.status).toBeUndefined()

  // Back home. Only Chromium fires `online`; the queue drains without the event as well.
  await screen.evaluate(`(() => {
    globalThis.heard = 0
    addEventListener('online', () => (globalThis.heard += 1))
  })()`)
  await server.start()
  await garage.goOnline()
  await expect.poll(() => chip(screen), { timeout: 30_000 }).toMatch(/synced/i)
  const heard = await screen.evaluate('globalThis.heard')
  const lacks = await screen.evaluate(`[
    'SyncManager' in window ? '' : 'Background Sync',
    navigator.storage ? '' : 'navigator.storage',
  ].filter(Boolean).join(', ')`)
  test.info().annotations.push({ type: 'lacks', description: String(lacks) })
  if (engine === 'chromium') expect(heard).toBe(1)
  else {
    expect(heard, 'nothing told the page').toBe(0)
    expect(lacks).toContain('Background Sync')
  }
  if (engine === 'webkit') expect(lacks).toContain('navigator.storage')

  await expect.poll(() => screen.text()).toContain('Live.')
  await screen.click('button', 'Copy link')
  // Without access to the clipboard the link is shown, to be copied by hand.
  await expect
    .poll(async () => {
      const byHand = await screen.value('textbox', 'Link, copy it by hand')
      return byHand ?? ((await screen.text()).includes('Link copied!') && 'copied')
    })
    .toMatch(new RegExp(`copied|/list/${buildId}$`))

  const friend = await openPerson()
  await friend.screen.open(`/list/${buildId}`)
  await expect.poll(() => friend.screen.text()).toContain('Parts List (3 items)')
  const shown = await friend.screen.text()
  for (const { name } of TYPED) expect(shown).toContain(name)
  expect(shown).toContain(TOTAL)
  const { parts } = await (await request.get(`/api/lists/${buildId}`)).json()
  expect(parts).toHaveLength(3)
})
