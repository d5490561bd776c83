import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Answer } from '../../testApi.ts'

import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { Dashboard } from './Dashboard.tsx'
import { DANA, json, stubApi } from '../../testApi.ts'
import { aSource, feed, FRESH, job, wholeFeed } from './testCatalogue.ts'
import { enter, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

async function openAsAdmin(answers: Record<string, Answer>) {
  await enter({ ...DANA, id: newId(), username: 'boss', isAdmin: true })
  const calls = stubApi({ ...FRESH, ...answers })
  open('/admin', <Dashboard>{() => null}</Dashboard>)
  await screen.findByRole('region', { name: 'Database Statistics' })
  return calls
}

const csv = (text: string) => new File([text], 'winter.csv', { type: 'application/octet-stream' })
const choose = (file: File) => userEvent.upload(screen.getByLabelText(/File of parts/), file)
const offer = (file: File) =>
  fireEvent.change(screen.getByLabelText(/File of parts/), { target: { files: [file] } })
const posts = (calls: ReturnType<typeof stubApi>) => calls.filter(({ method }) => method === 'POST')

test('a file is sent as a new source as soon as it is chosen, and shown with what is wrong in it', async () => {
  const checked = feed()
  let sources: object[] = []
  const calls = await openAsAdmin({
    'GET /api/admin/sources': () => json(200, { sources }),
    'POST /api/admin/feeds*': () => {
      sources = [aSource({ kind: 'upload', name: 'winter', runs: [checked] })]
      return json(200, wholeFeed(checked))
    },
  })
  await screen.findByText(/^A source keeps itself current/)
  await choose(csv('partNumber,brand,name,price\n1,a,b,3'))
  expect(await screen.findByText('1,200 rows: 1,198 fit, 2 refused')).toBeTruthy()
  expect(shownToast()).toEqual(['File checked', '1,198 rows fit, 2 do not.'])
  const [sent] = posts(calls)
  expect(sent?.path).toBe('/api/admin/feeds?name=winter.csv&source=new')
  expect(sent?.headers).toMatchObject({
    'Content-Type': 'application/octet-stream',
    Authorization: 'Bearer secret-token',
  })
  expect(screen.getByText('Waits for a decision')).toBeTruthy()
  expect(screen.getByText('Columns nothing is known about: colour')).toBeTruthy()
  await userEvent.click(screen.getByText('Refused rows'))
  expect(screen.getByText('Row 1,011')).toBeTruthy()
  expect(screen.getByText(/price: not a number/)).toBeTruthy()
  expect(screen.getByText('Valley pan gasket 1')).toBeTruthy()
})

test('an empty file is not sent', async () => {
  const calls = await openAsAdmin({ 'POST /api/admin/feeds*': () => json(200, wholeFeed()) })
  await choose(csv(''))
  expect(screen.getByText('This file is empty')).toBeTruthy()
  expect(posts(calls)).toEqual([])
})

test('a refusal of the server stands in the form, in its words', async () => {
  await openAsAdmin({
    'POST /api/admin/feeds*': () =>
      json(409, { error: '5 files wait already: import or discard one first.', code: 'x' }),
  })
  await choose(csv('a'))
  expect(await screen.findByText('5 files wait already: import or discard one first.')).toBeTruthy()
})

test('a file that is no feed is not ready to import, with the reason', async () => {
  const refused = feed({ state: 'refused', error: 'The column price is missing.', accepted: 0 })
  await openAsAdmin({
    'GET /api/admin/feeds': () => json(200, { feeds: [refused] }),
    'POST /api/admin/feeds*': () => json(200, wholeFeed(refused)),
  })
  await choose(csv('a'))
  await waitFor(() => expect(shownToast()).toEqual(['Not ready to import', refused.error]))
  expect(await screen.findByText(refused.error)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import winter.csv' })).toBeNull()
})

test('an upload can be cancelled', async () => {
  let isAborted = false
  await openAsAdmin({
    'POST /api/admin/feeds*': ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          isAborted = true
          reject(new DOMException('aborted', 'AbortError'))
        })
      }),
  })
  await choose(csv('a'))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the upload' }))
  await waitFor(() => expect(shownToast()[0]).toBe('Upload cancelled'))
  expect(isAborted).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>(/File of parts/).disabled).toBe(false)
})

test('an upload that takes too long is ended, with a word', async () => {
  await openAsAdmin({
    'POST /api/admin/feeds*': ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  offer(csv('a'))
  await act(() => vi.advanceTimersByTimeAsync(74_000))
  expect(screen.queryByText(/did not arrive within a minute/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  vi.useRealTimers()
  expect(await screen.findByText(/did not arrive within a minute/)).toBeTruthy()
})

test('a long file is followed until it is read', async () => {
  const long = feed({ state: 'reading', accepted: 0, refused: 0, rows: 500, problems: [] })
  const read = { ...long, state: 'waiting' as const, rows: 9_000, accepted: 9_000 }
  let asked = 0
  await openAsAdmin({
    'GET /api/admin/feeds': () => json(200, { feeds: [asked++ > 1 ? read : long] }),
  })
  expect(await screen.findByText('Being read')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import winter.csv' })).toBeNull()
  expect(await screen.findByText('9,000 rows: 9,000 fit, 0 refused')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Import winter.csv' })).toBeTruthy()
})

test('a file is imported after a question, and the run is followed', async () => {
  const effect = { newParts: 2, newOffers: 1_190, changedOffers: 8, sameOffers: 0, outOfStock: 0 }
  const others = { kept: 0, touchedParts: 0, foreignOffers: 0, jumpedOffers: 0, disputedOffers: 0 }
  const waiting = feed({ effect: { ...effect, ...others } })
  const run = job({ kind: 'feed', source: waiting.name, saved: 1_198 })
  const going = { ...run, state: 'running' as const, total: 1_198, done: 599, saved: 599 }
  let isImported = false
  let isOver = false
  const calls = await openAsAdmin({
    'GET /api/admin/feeds': () =>
      json(200, { feeds: [{ ...waiting, ...(isImported && { state: 'imported' }) }] }),
    [`POST /api/admin/feeds/${waiting.id}/import`]: () => {
      isImported = true
      return json(202, { id: run.id })
    },
    [`GET /api/admin/jobs/${run.id}`]: () => json(200, isOver ? run : going),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import winter.csv' }))
  const question = await screen.findByRole('alertdialog', { name: 'Import this file?' })
  expect(within(question).getByText('2 parts new. Offers: 1,190 new, 8 changed.')).toBeTruthy()
  expect(posts(calls)).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Import the file' }))
  const bar = await screen.findByRole('progressbar', { name: 'Progress: Importing a file' })
  expect(bar.getAttribute('aria-valuetext')).toBe('50%, 599 of 1,198 parts, 599 stored')
  expect(screen.getByText('It cannot be cancelled: a file is imported whole.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel the run' })).toBeNull()
  isOver = true
  await waitFor(() => expect(shownToast()).toEqual(['File imported', '1,198 offers stored']))
  expect(await screen.findByText('Imported')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import winter.csv' })).toBeNull()
})

test('an imported file is taken back after a question, as was said before it', async () => {
  const imported = feed({ state: 'imported', mayUndo: true })
  const older = feed({ name: 'autumn.csv', state: 'imported', mayUndo: false })
  const done = job({ kind: 'undo', saved: 13 })
  const calls = await openAsAdmin({
    'GET /api/admin/feeds': () => json(200, { feeds: [imported, older] }),
    [`POST /api/admin/feeds/${imported.id}/undo`]: () => json(202, { id: done.id }),
    [`GET /api/admin/jobs/${done.id}`]: () => json(200, done),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Take back winter.csv' }))
  expect(screen.queryByRole('button', { name: 'Take back autumn.csv' })).toBeNull()
  const question = await screen.findByRole('alertdialog', { name: 'Take the import back?' })
  expect(posts(calls)).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Take it back' }))
  await waitFor(() => expect(shownToast()).toEqual(['Import taken back', '13 offers as they were']))
})

test('a file is discarded after a question only', async () => {
  const waiting = feed()
  let isThere = true
  const calls = await openAsAdmin({
    'GET /api/admin/feeds': () => json(200, { feeds: isThere ? [waiting] : [] }),
    [`POST /api/admin/feeds/${waiting.id}/discard`]: () => {
      isThere = false
      return json(200, wholeFeed(waiting))
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard winter.csv' }))
  const question = await screen.findByRole('alertdialog', { name: 'Discard this file?' })
  expect(posts(calls)).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Discard the file' }))
  expect(await screen.findByText(/^A source keeps itself current/)).toBeTruthy()
  expect(shownToast()).toEqual(['File discarded', 'winter.csv'])
})
