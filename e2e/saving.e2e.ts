// Actions of a signed-in user without signal, all of which arrive later.
import { createAccount, signIn } from './account.ts'
import { addLine, chip, loseSignal, namesOnServer, startSyncedBuild } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'

test.use({ hasOwnServer: true, hasOwnProfile: true, hasWorker: true })

test('without a signal a kit is saved, commented and a message written; with one it all arrives', async ({
  openBrowser,
  server,
  request,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  allowErrors(/status of 404/)
  const desk = await openBrowser('desk')
  const kitName = server.nameOf('Garage')
  await createAccount(server, 'maria')
  await signIn(desk.page, server.nameOf('maria'))
  const buildId = await startSyncedBuild(desk.page, { name: 'Oil filter', price: '11.49' })

  await loseSignal(desk, server)
  await desk.close()
  const page = await desk.reopen()
  await page.goto(`/builder?build=${buildId}`)
  await expect(page.getByRole('link', { name: server.nameOf('maria') })).toBeVisible()
  await page.getByRole('textbox', { name: 'Kit Name' }).fill(kitName)
  await addLine(page, { name: 'Drain plug', price: '6.25' })
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(
    page
      .getByText(
        `Saved 2 parts to kit "${kitName}" on this device. It is sent when there is a signal.`,
        { exact: true },
      )
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/kit/${buildId}$`))
  await expect(page.getByRole('heading', { name: kitName })).toBeVisible()
  await page.getByLabel('Add a comment').fill('Written under the car.')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Waiting to send')).toBeVisible()
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Maria')
  await page.getByLabel('Email').fill('maria@example.com')
  await page.getByLabel('Message').fill('The torque of the S4 is missing.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message saved', { exact: true }).first()).toBeVisible()
  await desk.kill()

  await server.start()
  const later = await desk.reopen()
  await desk.goOnline()
  await later.goto('/')
  await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')
  const list = async () => (await request.get(`/api/lists/${buildId}`)).json()
  await expect.poll(async () => (await list()).version).not.toBeNull()
  const { kit, parts } = await list()
  expect(kit.name).toBe(kitName)
  expect(parts.map((part: { name: string }) => part.name)).toEqual(['Oil filter', 'Drain plug'])
  const comments = await (await request.get(`/api/comments/${kit.id}`)).json()
  expect(comments).toMatchObject([
    { content: 'Written under the car.', user: { username: server.nameOf('maria') } },
  ])
  // The saved kit is found by everybody, and once, however often it was sent.
  const found = await (await request.get(`/api/kits?q=${kitName}`)).json()
  expect(found).toMatchObject([{ buildId, totalPrice: '17.74' }])
})

// T72
test('logging out asks about unsent work, keeps it locked, and the next login sends it @all', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  // A request made just before the logout is answered after it.
  allowErrors(/401 \(Unauthorized\).*\/api\/watches/)
  allowErrors(networkFailure)
  const desk = await openBrowser('desk')
  await createAccount(server, 'maria')
  await signIn(desk.page, server.nameOf('maria'))
  const buildId = await startSyncedBuild(desk.page, { name: 'Oil filter' })
  await loseSignal(desk, server)
  await addLine(desk.page, { name: 'Drain plug' })
  await desk.page.getByRole('button', { name: 'Log Out' }).first().click()
  const question = desk.page.getByRole('alertdialog')
  await question.getByRole('button', { name: /keep them locked/ }).click()
  // The page shows the logout before it reloads.
  await expect(desk.page).toHaveURL(/\/$/)
  await expect(desk.page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await desk.page.evaluate(() => Object.keys(localStorage))).not.toContain('authToken')

  await server.start()
  await desk.goOnline()
  // Another user signs in meanwhile: none of maria's data is sent, shown or lost.
  await createAccount(server, 'bert')
  await signIn(desk.page, server.nameOf('bert'))
  await desk.page.goto('/create-kits')
  await expect(desk.page.getByText('No kits yet')).toBeVisible()
  await chip(desk.page).click()
  await expect(desk.page.getByText(`by ${server.nameOf('maria')} wait`)).toBeVisible()
  await desk.page.keyboard.press('Escape')
  await desk.page.getByRole('button', { name: 'Log Out' }).first().click()
  await expect(desk.page).toHaveURL(/\/$/)
  await expect(desk.page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  const names = () => namesOnServer(server, buildId)
  expect(await names()).toEqual(['Oil filter'])

  await signIn(desk.page, server.nameOf('maria'))
  await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')
  await expect.poll(names).toEqual(['Oil filter', 'Drain plug'])
})
