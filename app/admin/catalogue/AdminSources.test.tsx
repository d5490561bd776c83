import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Answer } from '../../testApi.ts'

import type { Feed } from '#shared/catalogue/feed.ts'

import { UPLOADED } from '#shared/catalogue/source.ts'
import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { DANA, json, stubApi } from '../../testApi.ts'
import { enter, leave, open, shownToast } from '../../forms/testScreen.tsx'
import { Dashboard } from './Dashboard.tsx'
import { aSource, feed, FRESH, job } from './testCatalogue.ts'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

const effect = {
  newParts: 2,
  newOffers: 3,
  changedOffers: 4,
  sameOffers: 5,
  outOfStock: 1,
  foreignOffers: 6,
  jumpedOffers: 0,
  disputedOffers: 0,
}

async function openAsAdmin(answers: Record<string, Answer>) {
  await enter({ ...DANA, id: newId(), username: 'boss', isAdmin: true })
  const calls = stubApi({ ...FRESH, ...answers })
  open('/admin', <Dashboard>{() => null}</Dashboard>)
  await screen.findByRole('heading', { name: 'Sources' })
  return calls
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a source is made with how long its prices stand and whether they are kept', async () => {
  const calls = await openAsAdmin({
    'POST /api/admin/sources': () => json(201, { id: newId() }),
  })
  await press('Make a source of an address')
  const form = within(screen.getByRole('form', { name: 'New source' }))
  await press('Make the source')
  expect(form.getByText('Give it a name')).toBeTruthy()
  await userEvent.type(form.getByLabelText('Name'), 'Winter prices')
  await userEvent.type(form.getByLabelText('Address'), 'https://shop.example/feed.csv')
  expect(form.getByText(/^Next: .* 4:00 AM UTC/)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Hours a price stands').value).toBe('168')
  await userEvent.click(form.getByLabelText(/allow prices to be kept/))
  await press('Make the source')
  await screen.findByRole('button', { name: 'Make a source of an address' })
  expect(shownToast()).toEqual(['Source made', 'Winter prices'])
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toMatchObject({
    address: 'https://shop.example/feed.csv',
    schedule: '0 4 * * *',
    priceHours: 168,
    historyAllowed: true,
    rate: null,
  })
})

test('a rate is read and shown as its operator writes it', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  const source = aSource({ currency: 'EUR', rate: 1.08, rateAt: null })
  const calls = await openAsAdmin({
    'GET /api/admin/sources': () => json(200, { sources: [source] }),
    [`POST /api/admin/sources/${source.id}`]: () => json(200, { id: source.id }),
  })
  await press('Change Winter prices')
  await userEvent.click(screen.getByText('How its file is read'))
  const rate = screen.getByLabelText<HTMLInputElement>(/^US dollars for one/)
  expect(rate.value).toBe('1,08')
  await userEvent.clear(rate)
  await userEvent.type(rate, '1.234')
  await press('Save the source')
  expect(screen.getByText(/^“1\.234” can be read in two ways/)).toBeTruthy()
  await userEvent.clear(rate)
  await userEvent.type(rate, '1,09')
  await press('Save the source')
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ rate: 1.09 }),
  )
})

test('a source that fails says why and when it is tried again', async () => {
  const error = 'The certificate of the address has expired. Its owner has to renew it.'
  const sources = [aSource({ failures: 3, error })]
  await openAsAdmin({ 'GET /api/admin/sources': () => json(200, { sources }) })
  expect(await screen.findByText('Failed 3 times')).toBeTruthy()
  expect(screen.getByText(error)).toBeTruthy()
  expect(screen.getByText(/Tried again Nov 27, 2026, 4:00 AM UTC/)).toBeTruthy()
  expect(screen.getByText('Prices stand for a week, not kept over time.')).toBeTruthy()
})

test('a file that waits shows parts and offers apart, why it waits and why rows were refused', async () => {
  const waiting = feed({
    held: 'It is the first since the source was made or changed.',
    effect,
    reasons: [{ reason: 'price: “…” is below 0.', count: 2 }],
  })
  const sources = [aSource({ runs: [waiting] })]
  const done = job({ kind: 'feed', saved: 1_198 })
  const calls = await openAsAdmin({
    'GET /api/admin/sources': () => json(200, { sources }),
    [`POST /api/admin/feeds/${waiting.id}/import`]: () => json(202, { id: done.id }),
    [`GET /api/admin/jobs/${done.id}`]: () => json(200, done),
    [`GET /api/admin/feeds/${waiting.id}/refused`]: () => new Response('reason,row\r\n'),
  })
  expect(
    await screen.findByText('2 parts new. Offers: 3 new, 4 changed, 5 the same, 1 out of stock.'),
  ).toBeTruthy()
  expect(screen.getByText(/^6 offers in a currency without a rate/)).toBeTruthy()
  expect(screen.getByText('It is the first since the source was made or changed.')).toBeTruthy()
  const [why] = screen.getAllByText('Why 2 rows were refused')
  if (why) await userEvent.click(why)
  const [download] = screen.getAllByRole('button', { name: 'Download as a file' })
  if (download) await userEvent.click(download)
  await vi.waitFor(() => expect(calls.some(({ path }) => path.endsWith('/refused'))).toBe(true))
  await press('Import Winter prices')
  await press('Import the file')
  await vi.waitFor(() => expect(shownToast()).toEqual(['File imported', '1,198 offers stored']))
})

test('columns are chosen beside what stands in them, and remembered by the source', async () => {
  const read = feed({
    state: 'refused',
    error: 'The first row has to name the columns; missing: price.',
  })
  const headings = [
    { heading: 'Artikel', column: null, samples: ['06E 115 562', 'WK-4711'] },
    { heading: 'name', column: 'name', samples: ['Filter'] },
    { heading: 'Preis', column: null, samples: ['12,50'] },
  ]
  const source = aSource({ runs: [{ ...read, headings }] })
  const calls = await openAsAdmin({
    'GET /api/admin/sources': () => json(200, { sources: [source] }),
    [`POST /api/admin/sources/${source.id}`]: () => json(200, { id: source.id }),
  })
  await press('Change Winter prices')
  await userEvent.click(screen.getByText('How its file is read'))
  const number = await screen.findByLabelText('Artikel')
  expect(screen.getByText('06E 115 562 · WK-4711')).toBeTruthy()
  await userEvent.selectOptions(number, 'Part number (MPN)')
  await userEvent.selectOptions(screen.getByLabelText('Preis'), 'Price')
  await userEvent.selectOptions(screen.getByLabelText('name'), 'Left out')
  await press('Save the source')
  await vi.waitFor(() => expect(shownToast()[0]).toBe('Source changed'))
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    mapping: { partNumber: 'Artikel', price: 'Preis', name: '' },
  })
})

test('the last import is taken back after a question', async () => {
  const imported = feed({ state: 'imported', mayUndo: true, effect })
  const source = aSource({ runs: [imported] })
  const done = job({ kind: 'undo', saved: 13 })
  await openAsAdmin({
    'GET /api/admin/sources': () => json(200, { sources: [source] }),
    [`POST /api/admin/feeds/${imported.id}/undo`]: () => json(202, { id: done.id }),
    [`GET /api/admin/jobs/${done.id}`]: () => json(200, done),
  })
  await press('Take back the last import of Winter prices')
  expect(await screen.findByText(/as they were before it/)).toBeTruthy()
  await press('Take it back')
  await vi.waitFor(() =>
    expect(shownToast()).toEqual(['Import taken back', '13 offers as they were']),
  )
})

test('an uploaded file is looked at with its columns, currency and decimals, and read again', async () => {
  const headings = [{ heading: 'Preis', column: 'price', samples: ['1.234', '12,50'] }]
  const parts = [{ ...feed().parts[0], unitPrice: '12.50', currency: 'EUR' }]
  const read = feed({ headings, parts: parts as Feed['parts'] })
  const source = aSource({ ...UPLOADED, name: 'winter', runs: [read] })
  const calls = await openAsAdmin({
    'GET /api/admin/sources': () => json(200, { sources: [source] }),
    [`POST /api/admin/sources/${source.id}`]: () => json(200, { id: source.id, isRead: true }),
  })
  await screen.findByText('1.234 · 12,50')
  expect(screen.getByText('€12.50')).toBeTruthy()
  await press('Save and read it again')
  expect(screen.getByText('Three letters, such as EUR')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Currency/), 'eur')
  await userEvent.type(screen.getByLabelText(/^Merchant/), 'Teileland')
  await userEvent.selectOptions(screen.getByLabelText('Decimals stand behind'), 'a comma: 1.234,50')
  await userEvent.selectOptions(screen.getByLabelText('Encoding'), 'windows-1252')
  await press('Save and read it again')
  await vi.waitFor(() =>
    expect(shownToast()).toEqual(['Source changed', 'Its file was read again.']),
  )
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'upload',
    currency: 'EUR',
    decimal: ',',
    encoding: 'windows-1252',
    merchant: 'Teileland',
    mapping: {},
  })
})
