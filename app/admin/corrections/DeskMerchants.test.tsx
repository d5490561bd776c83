import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDevice } from '../../data/device/device.ts'
import { DeskMerchants } from './DeskMerchants.tsx'
import { json, stubApi } from '../../testApi.ts'
import { enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
  await enter()
})
afterEach(cleanup)

const merchant = {
  id: '3',
  name: 'Demo Parts East',
  isDemo: true,
  historyAllowed: true,
  maxAgeMs: 24 * 3_600_000,
  shippingCents: 599,
  freeShippingFromCents: null,
}

/** Opens the merchant's form in the list. */
async function openForm() {
  const calls = stubApi({
    'GET /api/admin/catalogue/merchants*': () =>
      json(200, { merchants: [{ ...merchant, said: null, isHidden: false }], next: null }),
    'POST /api/admin/merchants/3': () => json(200, merchant),
  })
  open('/admin', <DeskMerchants onRemoved={() => undefined} onParts={() => undefined} />)
  const name = 'Change the terms of Demo Parts East'
  await userEvent.click(await screen.findByRole('button', { name }))
  return calls
}

async function retype(label: string, text: string) {
  await userEvent.clear(field(label))
  if (text) await userEvent.type(field(label), text)
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save the terms' }))
const posts = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('terms are shown in words and changed in whole cents', async () => {
  const calls = await openForm()
  const words = 'Prices stand for 24 h, kept over time. Shipping $5.99.'
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('Demonstration data')).toBeTruthy()
  await retype('Hours a price stands', '48')
  await retype('Shipping of a parcel', '')
  await retype('Free shipping from', '$1,049')
  await save()
  await waitFor(() => expect(shownToast()).toEqual(['Terms changed', 'Demo Parts East']))
  expect(posts(calls)).toEqual([
    {
      historyAllowed: true,
      maxAgeHours: 48,
      shippingCents: null,
      freeShippingFromCents: 104_900,
    },
  ])
  expect(screen.queryByRole('form')).toBeNull()
})

test('what is no amount and no hours is told at its field, and nothing is sent', async () => {
  const calls = await openForm()
  await retype('Hours a price stands', '8761')
  await retype('Free shipping from', 'much')
  await save()
  expect(field('Hours a price stands').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Whole hours, from 1 to 8,760')).toBeTruthy()
  expect(screen.getByText('This is not a number.')).toBeTruthy()
  expect(posts(calls)).toEqual([])
})

test('kept prices are erased after a question only', async () => {
  const calls = await openForm()
  await userEvent.click(screen.getByRole('checkbox'))
  await save()
  const question = await screen.findByRole('alertdialog', { name: 'Erase the kept prices?' })
  expect(posts(calls)).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Erase and save' }))
  await waitFor(() => expect(posts(calls)).toMatchObject([{ historyAllowed: false }]))
})
