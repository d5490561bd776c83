import type { DeskPart } from '#shared/catalogue/correction.ts'

import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { DANA, json, stubApi } from '../../testApi.ts'
import { address, enter, leave, open, shownToast } from '../../forms/testScreen.tsx'
import { CatalogueScreen } from './CatalogueScreen.tsx'
import { AdminPartScreen } from './AdminPartScreen.tsx'

const ROOT = '/api/admin/catalogue'
const at = Date.now()

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Answers = Parameters<typeof stubApi>[0]

const listed = (id: string, changes = {}) => ({
  id,
  partNumber: `LX ${id}`,
  brand: 'Corvane',
  name: `Oil filter ${id}`,
  category: 'Filters',
  isHidden: false,
  corrections: 0,
  ...changes,
})

const part = (changes: Partial<DeskPart> = {}): DeskPart => ({
  id: '7',
  fields: [
    { field: 'name', value: 'Oil filter', corrected: { said: 'Oil fliter', by: 'boss', at } },
    { field: 'partNumber', value: 'LX 7', corrected: null },
    { field: 'brand', value: 'Corvane', corrected: null },
    { field: 'category', value: '', corrected: null },
    { field: 'image', value: '', corrected: null },
    { field: 'retailerNumber', value: '', corrected: null },
  ],
  isHidden: false,
  isDemo: false,
  origin: 'feed',
  addedAt: at,
  offers: [
    {
      merchantId: '3',
      merchant: 'Shop East',
      isMerchantHidden: false,
      currency: '',
      asOf: at,
      source: 'Winter prices',
      price: '9.90',
      shipping: '',
      availability: 'In stock',
      link: '',
      state: 'corrected',
      said: { price: '99.00' },
      hand: { by: 'boss', at },
    },
  ],
  references: [
    {
      key: '["EX1","EXEMPLAR"]',
      fact: { partNumber: 'EX 1', brand: 'Exemplar' },
      state: 'removed',
      hand: { by: 'boss', at },
    },
  ],
  fits: [
    {
      key: 'f',
      fact: { make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 },
      state: 'said',
      hand: null,
    },
  ],
  aliases: [],
  ...changes,
})

const merchant = (id: string, name: string, changes = {}) => ({
  id,
  name,
  isDemo: false,
  historyAllowed: false,
  maxAgeMs: 86_400_000,
  shippingCents: null,
  freeShippingFromCents: null,
  said: null,
  isHidden: false,
  ...changes,
})

const LISTS: Answers = {
  [`GET ${ROOT}/parts*`]: () => json(200, { parts: [listed('1')], next: null }),
  [`GET ${ROOT}/merchants*`]: () =>
    json(200, {
      merchants: [
        merchant('3', 'Shop East'),
        merchant('4', 'Shop West', { said: 'SHOP W', isHidden: true }),
      ],
      next: null,
    }),
  [`GET ${ROOT}/removed*`]: () => json(200, { parts: [], merchants: [], next: null }),
}

async function asAdmin(answers: Answers) {
  await enter({ ...DANA, id: newId(), username: 'boss', isAdmin: true })
  return stubApi(answers)
}

async function openCatalogue(answers: Answers = {}) {
  const calls = await asAdmin({ ...answers, ...LISTS })
  open('/admin/catalogue', <CatalogueScreen />)
  return calls
}

/** Routes by address, like the app. */
function PartOfAddress() {
  return <AdminPartScreen id={useLocation().pathname.split('/').at(-1) ?? ''} />
}

async function openPart(answers: Answers = {}, shown = part()) {
  const calls = await asAdmin({
    [`POST ${ROOT}/parts/7`]: () => json(200, { part: shown }),
    [`GET ${ROOT}/parts/7`]: () => json(200, shown),
    ...answers,
  })
  open('/admin/catalogue/7', <PartOfAddress />)
  await screen.findByRole('heading', { level: 1, name: 'Oil filter' })
  return calls
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sent = (calls: Awaited<ReturnType<typeof asAdmin>>) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('the catalogue is refused to nobody and to everybody else', async () => {
  open('/admin/catalogue', <CatalogueScreen />)
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
  cleanup()
  await enter()
  open('/admin/catalogue', <CatalogueScreen />)
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
})

test('parts are found by words, narrowed, and lead to a page each', async () => {
  const calls = await openCatalogue()
  const link = await screen.findByRole('link', { name: 'Oil filter 1' })
  expect(link.getAttribute('href')).toBe('/admin/catalogue/1')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a part' }), 'filter')
  await userEvent.click(screen.getByRole('radio', { name: 'Hidden' }))
  await vi.waitFor(() =>
    expect(calls.map(({ path }) => path)).toContain(`${ROOT}/parts?q=filter&state=hidden`),
  )
})

test('more parts come when they are asked for', async () => {
  await openCatalogue({
    [`GET ${ROOT}/parts?q=&state=all`]: () => json(200, { parts: [listed('1')], next: '1' }),
    [`GET ${ROOT}/parts?q=&state=all&after=1`]: () =>
      json(200, { parts: [listed('2', { corrections: 2 })], next: null }),
  })
  await press('Show more')
  expect(await screen.findByRole('link', { name: 'Oil filter 2' })).toBeTruthy()
  expect(screen.getByText('2 corrections')).toBeTruthy()
})

test('a merchant is renamed, and merged or removed after a question only', async () => {
  const calls = await openCatalogue({
    [`POST ${ROOT}/merchants/3`]: () => new Response(null, { status: 204 }),
  })
  await press('Rename Shop East')
  const form = screen.getByRole('form', { name: 'Name of Shop East' })
  await userEvent.clear(within(form).getByLabelText('Name'))
  await userEvent.click(within(form).getByRole('button', { name: 'Save the name' }))
  expect(within(form).getByText('Name is required')).toBeTruthy()
  await userEvent.type(within(form).getByLabelText('Name'), 'East')
  await userEvent.click(within(form).getByRole('button', { name: 'Save the name' }))
  await vi.waitFor(() => expect(shownToast()[0]).toBe('Merchant renamed'))
  await press('Merge Shop East')
  await press('Shop West: merge into it')
  expect(await screen.findByRole('alertdialog', { name: 'Merge into Shop West?' })).toBeTruthy()
  await press('Merge them')
  await press('Remove Shop East')
  await press('Remove the merchant')
  await vi.waitFor(() =>
    expect(sent(calls)).toEqual([
      { action: 'rename', name: 'East' },
      { action: 'merge', into: '4' },
      { action: 'remove' },
    ]),
  )
})

test('the parts of one merchant are shown, and all again', async () => {
  const calls = await openCatalogue()
  await press('Parts of Shop West')
  expect(await screen.findByText('Parts of Shop West')).toBeTruthy()
  await press('Of all merchants')
  expect(screen.queryByText('Parts of Shop West')).toBeNull()
  expect(calls.map(({ path }) => path)).toContain(`${ROOT}/parts?q=&state=all&merchant=4`)
})

test('what was removed is let in again', async () => {
  const removed = { partNumber: 'R 1', brand: 'Corvane', name: 'Rotor', by: 'boss', at }
  const calls = await asAdmin({
    [`POST ${ROOT}/removed`]: () => new Response(null, { status: 204 }),
    [`GET ${ROOT}/removed`]: () => json(200, { parts: [removed], merchants: [], next: null }),
    ...LISTS,
  })
  open('/admin/catalogue', <CatalogueScreen />)
  await press('Let in Rotor')
  await vi.waitFor(() => expect(sent(calls)).toEqual([{ partNumber: 'R 1', brand: 'Corvane' }]))
})

test('a part shows what stands and what its sources say, and a correction is taken back', async () => {
  const calls = await openPart()
  expect(screen.getByText(/Its sources say “Oil fliter”/)).toBeTruthy()
  expect(screen.getByText(/Its source says \$99.00/)).toBeTruthy()
  await press('Take back Name')
  await press('Take back the offer of Shop East')
  await press('Put back Exemplar EX 1')
  await vi.waitFor(() =>
    expect(sent(calls)).toEqual([
      { action: 'takeBackField', field: 'name' },
      { action: 'takeBack', kind: 'offer', key: '3' },
      { action: 'takeBack', kind: 'reference', key: '["EX1","EXEMPLAR"]' },
    ]),
  )
})

test('only what was changed of a part is sent, and nothing that is missing', async () => {
  const calls = await openPart()
  await press('Correct it')
  const form = screen.getByRole('form', { name: 'Correct the part' })
  const brand = within(form).getByLabelText('Brand')
  await userEvent.clear(brand)
  await userEvent.click(within(form).getByRole('button', { name: 'Save corrections' }))
  expect(within(form).getByText('Brand is required')).toBeTruthy()
  await userEvent.type(brand, 'Mann')
  await userEvent.click(within(form).getByRole('button', { name: 'Save corrections' }))
  await vi.waitFor(() =>
    expect(sent(calls)).toEqual([{ action: 'correct', values: { brand: 'Mann' } }]),
  )
})

test('what the server refuses is said, and the form stays', async () => {
  await openPart({
    [`POST ${ROOT}/parts/7`]: () =>
      json(409, { error: 'partNumber: another part has it.', code: 'taken', field: 'partNumber' }),
  })
  await press('Correct it')
  await userEvent.type(screen.getByLabelText('Part number'), '1')
  await press('Save corrections')
  expect(await screen.findByText('partNumber: another part has it.')).toBeTruthy()
  expect(screen.getByRole('form', { name: 'Correct the part' })).toBeTruthy()
})

test('a price is corrected, and an amount that is none is refused at once', async () => {
  const calls = await openPart()
  await press('Correct the offer of Shop East')
  const price = screen.getByLabelText('Price in US dollars')
  await userEvent.clear(price)
  await userEvent.type(price, '0')
  await press('Save the offer')
  expect(screen.getByText('0 is no price')).toBeTruthy()
  await userEvent.clear(price)
  await userEvent.type(price, '8.50')
  await press('Save the offer')
  await vi.waitFor(() =>
    expect(sent(calls)).toEqual([{ action: 'correctOffer', merchantId: '3', price: '8.50' }]),
  )
})

test('cars and numbers are changed, added and taken out', async () => {
  const calls = await openPart()
  const fit = { make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 }
  await press('Change Audi S4, 2004 to 2008')
  await userEvent.clear(screen.getByLabelText('To year'))
  await userEvent.type(screen.getByLabelText('To year'), '2006')
  await press('Save')
  await press('Take out Audi S4, 2004 to 2008')
  await press('Add a number')
  await userEvent.type(screen.getByLabelText('Number'), 'EX 2')
  await press('Save')
  await vi.waitFor(() =>
    expect(sent(calls)).toEqual([
      { action: 'changeFit', fit, to: { ...fit, yearTo: 2006 } },
      { action: 'removeFit', fit },
      { action: 'addReference', reference: { partNumber: 'EX 2', brand: '' } },
    ]),
  )
})

test('a part is merged into one that was looked for, after a question, and the other is shown', async () => {
  const fields = part().fields.map((one) =>
    one.field === 'name' ? { ...one, value: 'Oil filter, remaining' } : one,
  )
  const remains = part({ id: '9', fields })
  const calls = await openPart({
    [`POST ${ROOT}/parts/7`]: () => json(200, { part: null }),
    [`GET ${ROOT}/parts/9`]: () => json(200, remains),
    [`GET ${ROOT}/parts?*`]: () => json(200, { parts: [listed('7'), listed('9')], next: null }),
  })
  await press('Merge into another')
  expect(screen.queryByRole('button', { name: 'Merge into this: Corvane LX 7' })).toBeNull()
  await press('Merge into this: Corvane LX 9')
  await press('Merge them')
  expect(await screen.findByRole('heading', { name: 'Oil filter, remaining' })).toBeTruthy()
  expect(address()).toBe('/admin/catalogue/9')
  expect(sent(calls)).toEqual([{ action: 'merge', into: '9' }])
})

test('a part is hidden at a press, and removed after a question', async () => {
  const calls = await openPart({ [`POST ${ROOT}/parts/7`]: () => json(200, { part: null }) })
  await press('Remove it')
  await press('Remove the part')
  await vi.waitFor(() => expect(address()).toBe('/admin/catalogue'))
  expect(sent(calls)).toEqual([{ action: 'remove' }])
})

test('what is asked while another act goes on stays asked once that is done', async () => {
  let answer: (response: Response) => void = () => undefined
  await openPart({
    [`POST ${ROOT}/parts/7`]: () => new Promise<Response>((resolve) => (answer = resolve)),
  })
  await press('Hide it from shoppers')
  await press('Remove it')
  answer(json(200, { part: { ...part(), isHidden: true } }))
  await screen.findByText('Show it again')
  expect(screen.getByRole('button', { name: 'Remove the part' })).toBeTruthy()
})

test('a part that is not there says why', async () => {
  await asAdmin({ [`GET ${ROOT}/parts/7`]: () => json(404, { error: 'x', code: 'not_found' }) })
  open('/admin/catalogue/7', <AdminPartScreen id="7" />)
  expect(await screen.findByText('It was merged into another, or removed.')).toBeTruthy()
})
