// A manual correction by an operator outlives later files until it is reverted.
import type { Page } from '@playwright/test'

import { register } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, networkFailure } from './harness.ts'
import { CHIEF, test, toast } from './office.ts'

const HEAD = 'partNumber,brand,name,price,merchant,shipping,availability,make,model,yearFrom,yearTo'
const lineOf = (name: string, price: string) =>
  `079 103 157,Elring,${name},${price},Harbour Motor Supply,0,In stock,Audi,S4,2004,2008`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The first file makes the source, which later ones are of. */
async function bring(page: Page, name: string, line: string, isFirst = false) {
  await page.goto('/admin')
  const buffer = Buffer.from([HEAD, line, ''].join('\n'))
  const file = { name: `${name}.csv`, mimeType: 'text/csv', buffer }
  if (!isFirst) await button(page, 'Next file of monday').click()
  await page.getByLabel('File of parts', { exact: true }).first().setInputFiles(file)
  if (isFirst) {
    // Its prices name no currency.
    await page.getByLabel('Currency', { exact: true }).fill('USD')
    await button(page, 'Save and read it again').click()
  }
  await button(page, 'Import monday').click()
  await button(page, 'Import the file').click()
  await expect(toast(page, 'File imported')).toBeVisible()
}

test('a correction stands when the file comes again, and is taken back @all', async ({
  openBrowser,
  mail,
  request,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  allowErrors(/status of (401|404|409)/)
  const { page } = await openBrowser('desk')
  const shopper = async () => {
    const answer = await request.get('/api/parts/079103157')
    const { name, prices } = (await answer.json()) as {
      name: string
      prices: { totalPrice: number }[]
    }
    return [name, prices.map(({ totalPrice }) => totalPrice)]
  }
  await register(page, mail, 'chief', CHIEF)
  await bring(page, 'monday', lineOf('Vally pan gasket', '584.00'), true)

  await page.getByRole('searchbox', { name: 'Find a part' }).fill('vally elring')
  // Its preview, above, has the same link.
  await page.getByRole('link', { name: 'Vally pan gasket' }).last().click()
  await button(page, 'Correct it').click()
  await page.getByLabel('Name', { exact: true }).fill('Valley pan gasket')
  await button(page, 'Save corrections').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Valley pan gasket')
  await button(page, 'Correct the offer of Harbour Motor Supply').click()
  await page.getByLabel('Price in US dollars').fill('58.40')
  await button(page, 'Save the offer').click()
  await expect(page.getByText(/Its source says \$584\.00\./)).toBeVisible()
  await button(page, 'Take out Audi S4, 2004 to 2008').click()
  await expect(button(page, 'Put back Audi S4, 2004 to 2008')).toBeVisible()
  await expectAccessible(page)
  expect(await shopper()).toEqual(['Valley pan gasket', [58.4]])

  const address = page.url()
  await bring(page, 'tuesday', lineOf('Vally pan gasket V8', '585.00'))
  expect(await shopper()).toEqual(['Valley pan gasket', [58.4]])
  await page.goto(address)
  await expect(page.getByText(/Its sources say “Vally pan gasket V8”\./)).toBeVisible()
  await expect(page.getByText(/Its source says \$585\.00\./)).toBeVisible()

  await button(page, 'Take back Name').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vally pan gasket V8')
  await button(page, 'Take back the offer of Harbour Motor Supply').click()
  await expect(page.getByText(/Its source says/)).toHaveCount(0)
  await button(page, 'Put back Audi S4, 2004 to 2008').click()
  expect(await shopper()).toEqual(['Vally pan gasket V8', [585]])

  await button(page, 'Hide it from shoppers').click()
  await expect(button(page, 'Show it again')).toBeVisible()
  expect((await request.get('/product/079103157')).status()).toBe(404)
  await button(page, 'Show it again').click()
  await button(page, 'Remove it').click()
  await button(page, 'Remove the part').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  await bring(page, 'wednesday', lineOf('Vally pan gasket', '586.00'))
  expect((await request.get('/api/parts/079103157')).status()).toBe(404)
  await page.getByRole('link', { name: 'Installation', exact: true }).first().click()
  await expect(page.getByText('Removed the part', { exact: true })).toBeVisible()
})
