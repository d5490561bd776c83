// Two devices of one account on every engine: online they follow each other, offline they diverge,
// and afterwards they converge and no typed value is lost. No page is opened without a server here,
// so no worker is waited for: garage.e2e.ts does that.
import { PASSWORD } from '../account.ts'
import { expect, noServer, test, type Person } from './harness.ts'
import { addLine, chip, signIn, startBuild } from './builder.ts'

test('two devices of one account diverge without a server and agree with it', async ({
  openPerson,
  server,
  request,
  allowErrors,
}) => {
  allowErrors(noServer)
  const data = { username: 'maria', email: 'maria@example.com', password: PASSWORD }
  expect((await request.post('/api/auth/register', { data })).status()).toBe(201)
  const desk = await openPerson()
  await signIn(desk.screen)
  const buildId = await startBuild(desk.screen)
  await addLine(desk.screen, { name: 'Oil filter', price: '11.49', quantity: '1' })
  await expect.poll(() => chip(desk.screen)).toMatch(/synced/i)
  const phone = await openPerson()
  await signIn(phone.screen)
  await phone.screen.open(`/builder?build=${buildId}`)
  const nameOf = ({ screen }: Person, line: number) =>
    screen.value('textbox', `Part name, line ${line}`)
  await expect.poll(() => nameOf(phone, 1)).toBe('Oil filter')

  // Online: an edit on one device appears on the other.
  await addLine(desk.screen, { name: 'Drain plug', price: '6.25' })
  await expect.poll(() => nameOf(phone, 2)).toBe('Drain plug')
  await expect.poll(() => chip(desk.screen)).toMatch(/synced/i)

  // Offline: different cells of one line, the same cell, and a new line on each.
  await server.stop()
  for (const each of [desk, phone]) await each.goOffline()
  await desk.screen.fill('textbox', 'Unit price in dollars, line 1', '12.99')
  await desk.screen.fill('textbox', 'Quantity, line 2', '2')
  await addLine(desk.screen, { name: 'Funnel' })
  await phone.screen.fill('textbox', 'Part name, line 1', 'Oil filter, long')
  await phone.screen.fill('textbox', 'Quantity, line 2', '4')
  await addLine(phone.screen, { name: 'Crush washer' })
  for (const { screen } of [desk, phone]) {
    await expect.poll(() => chip(screen)).toMatch(/waiting/)
  }

  await server.start()
  for (const each of [desk, phone]) await each.goOnline()
  const shown = async ({ screen }: Person) => ({
    names: await screen.values('textbox', /^Part name, line/),
    prices: await screen.values('textbox', /^Unit price in dollars, line/),
    quantities: await screen.values('textbox', /^Quantity, line/),
  })
  const merged = {
    prices: ['12.99', '6.25', '', ''],
    quantities: ['1', '4', '1', '1'],
  }
  for (const person of [desk, phone]) {
    await expect.poll(() => shown(person), { timeout: 45_000 }).toMatchObject(merged)
    const { names } = await shown(person)
    expect(names?.slice(0, 2)).toEqual(['Oil filter, long', 'Drain plug'])
    expect(names?.slice(2).toSorted()).toEqual(['Crush washer', 'Funnel'])
  }
  expect(await shown(desk)).toEqual(await shown(phone))

  // The 2 that lost to the 4 is offered where it was typed or seen: on both.
  for (const { screen } of [desk, phone]) {
    await expect.poll(() => chip(screen), { timeout: 30_000 }).toMatch(/attention|synced/i)
  }
  await desk.screen.click('button', /^Sync: .*attention/)
  await expect.poll(() => desk.screen.text()).toContain('Quantity of Drain plug: changed elsewhere')
  const { parts } = await (await request.get(`/api/lists/${buildId}`)).json()
  expect(parts.map((part: { quantity: number }) => part.quantity)).toEqual([1, 4, 1, 1])
})
