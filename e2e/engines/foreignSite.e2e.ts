// A page of another site sends its visitor here with a link, on every engine and with the worker
// active: none of its text reaches a kit before a press on a button that names kit and shop.
import { startForeignSite } from '../foreignSite.ts'
import { expect, noServer, test } from './harness.ts'
import { addLine, chip, startBuild, waitForWorker } from './builder.ts'

// T67
test('a form of another site puts nothing into a kit before a press that names kit and shop', async ({
  openPerson,
  origin,
  server,
  allowErrors,
}) => {
  allowErrors(noServer)
  const site = await startForeignSite()
  const { screen } = await openPerson()
  const buildId = await startBuild(screen)
  await screen.fill('textbox', 'Kit Name', 'S4 brakes')
  await addLine(screen, { name: 'Rags', price: '8' })
  await waitForWorker(screen)
  await expect.poll(() => chip(screen)).toMatch(/synced/i)

  const link = 'https://www.shop.example/ox188d'
  const evil = site.posting(`${origin}/share`, { title: 'Oil filter', text: link })
  // A page that navigates by itself breaks off an evaluation made just then.
  const beSent = async () => {
    await screen.open(evil)
    await expect(async () => expect(await screen.address()).toContain(`${origin}/k`)).toPass()
  }
  await beSent()
  await expect.poll(() => screen.text()).toContain('Add a link from shop.example?')
  await expect.poll(() => screen.names('button', /^Add to/)).toEqual(['Add to S4 brakes'])
  expect(await screen.text()).toContain('Oil filter')
  // A key still down from the previous page presses nothing.
  await expect
    .poll(() => screen.evaluate('document.activeElement.textContent'))
    .toBe('Add a link from shop.example?')
  await screen.press('Enter')

  await screen.open(`/builder?build=${buildId}`)
  const names = () => screen.values('textbox', /^Part name, line/)
  await expect.poll(names).toEqual(['Rags'])
  const atServer = async () => {
    const answer = await fetch(`${server.url}/api/lists/${buildId}`)
    return ((await answer.json()) as { parts: { name: string }[] }).parts.map(({ name }) => name)
  }
  expect(await atServer()).toEqual(['Rags'])

  // The same again, accepted by the visitor this time.
  await beSent()
  await screen.click('button', 'Add to S4 brakes')
  await expect.poll(() => screen.address()).toContain(`/builder?build=${buildId}`)
  await expect.poll(names).toEqual(['Rags', 'Oil filter'])
  await expect.poll(atServer).toEqual(['Rags', 'Oil filter'])
  await site.end()
})
