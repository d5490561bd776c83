import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Job } from '#shared/catalogue/job.ts'
import type { Answer } from '../../testApi.ts'

import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { useSync } from '../../data/device/syncState.ts'
import { Dashboard } from './Dashboard.tsx'
import { DANA, json, stubApi } from '../../testApi.ts'
import { aSource, FRESH, job, part, stats } from './testCatalogue.ts'
import { enter, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  cleanup()
  act(() => useSync.setState({ isOnline: true }))
})

async function openAsAdmin(answers: Record<string, Answer>) {
  await enter({ ...DANA, id: newId(), username: 'boss', isAdmin: true })
  const calls = stubApi(answers)
  open('/admin', <Dashboard>{() => null}</Dashboard>)
  return calls
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const isBlocked = (name: string | RegExp) => button(name).getAttribute('aria-disabled') === 'true'
const bar = () =>
  screen.getByRole('progressbar', { name: /^Progress: (Scraping|Adding 10 more parts)$/ })

describe('opening it', () => {
  test('the figures are those of the server, and made-up data is called that', async () => {
    await openAsAdmin(FRESH)
    expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeTruthy()
    expect(screen.getByText('Manage parts database and scraping operations')).toBeTruthy()
    const card = await screen.findByRole('region', { name: 'Database Statistics' })
    const figures = within(card)
      .getAllByRole('definition')
      .map((figure) => figure.textContent)
    expect(figures).toEqual(['13', '32', '5', '4', '6'])
    const catalogue = screen.getByRole('region', { name: 'Demonstration retailer catalogue' })
    expect(within(catalogue).getByText('Beta')).toBeTruthy()
    expect(within(catalogue).getByText('Demonstration data')).toBeTruthy()
    expect(within(catalogue).getByText(/2004-2008 Audi S4/)).toBeTruthy()
    expect(screen.getByText('No parts yet')).toBeTruthy()
    expect(screen.getByText('There was no operation yet. Start one above.')).toBeTruthy()
    expect(screen.getByText('No runs yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'To do' })).toBeTruthy()
  })

  test('what waits for a decision is counted, with the way there', async () => {
    const file = {
      kind: 'file',
      at: new Date().toISOString(),
      of: { name: 'x', text: '', count: 1 },
    }
    await openAsAdmin({
      ...FRESH,
      'GET /api/admin/todo': () => json(200, { items: [file, { ...file, kind: 'backup' }] }),
    })
    const link = await screen.findByRole('link', { name: 'To do (2)' })
    expect(link.getAttribute('href')).toBe('/admin/accounts')
    expect(screen.getByRole('link', { name: 'Installation' }).getAttribute('href')).toBe(
      '/admin/status',
    )
  })

  test('the demonstration goes once a real source stands', async () => {
    await openAsAdmin({
      ...FRESH,
      'GET /api/admin/sources': () => json(200, { sources: [aSource()] }),
    })
    await screen.findByRole('region', { name: 'Database Statistics' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Start Scraping' })).toBeNull())
    expect(screen.queryByText('Demonstration data')).toBeNull()
  })

  test('figures that do not come can be asked for again', async () => {
    await openAsAdmin({})
    const [failure] = await screen.findAllByText('Failed to load statistics')
    expect(failure).toBeTruthy()
    // Unknown is not shown as empty.
    await waitFor(() => expect(screen.queryByText('Loading the preview...')).toBeNull())
    expect(screen.queryByText('No parts yet')).toBeNull()
    stubApi(FRESH)
    const [again] = screen.getAllByRole('button', { name: 'Try again' })
    if (again) await userEvent.click(again)
    expect(await screen.findByRole('region', { name: 'Database Statistics' })).toBeTruthy()
  })

  test('without signal the last figures stay, with a word', async () => {
    await openAsAdmin(FRESH)
    await screen.findByRole('region', { name: 'Database Statistics' })
    stubApi({})
    act(() => useSync.setState({ isOnline: false }))
    expect(await screen.findByText('No signal.')).toBeTruthy()
    expect(screen.getByText(/This was known today at \d/)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Database Statistics' })).toBeTruthy()
  })

  test('figures that could not be brought up to date stay, with a word and a second try', async () => {
    const run = job({ kind: 'scrape', state: 'done' })
    const answers: Record<string, Answer> = {
      ...FRESH,
      'POST /api/scrape/fcpeuro': () => json(202, { id: run.id }),
      [`GET /api/admin/jobs/${run.id}`]: () => json(200, run),
    }
    await openAsAdmin(answers)
    await screen.findByRole('region', { name: 'Database Statistics' })
    stubApi({ ...answers, 'GET /api/admin/stats': () => json(500, { error: 'x', code: 'bug' }) })
    await userEvent.click(button('Start Scraping'))
    expect(await screen.findByText(/did not answer as it should/)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Database Statistics' })).toBeTruthy()
    stubApi(answers)
    await userEvent.click(button('Try again'))
    await waitFor(() => expect(screen.queryByText(/did not answer as it should/)).toBeNull())
  })

  test('without a source nothing can be started, and it says why', async () => {
    const calls = await openAsAdmin({
      ...FRESH,
      'GET /api/admin/stats': () => json(200, stats({ source: null })),
      'POST /api/scrape/fcpeuro': () => json(501, { error: 'None.', code: 'no_source' }),
    })
    await screen.findByText('No source of parts is set up on this server.')
    await userEvent.click(button('Start Scraping'))
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })
})

describe('a run', () => {
  test('is started, followed to its end by real counts, and shows what it brought', async () => {
    const id = newId()
    const steps = [
      job({ id, state: 'running', done: 11, saved: 10, refused: 1, added: 10 }),
      job({ id, parts: Array.from({ length: 10 }, (_, at) => part(at)) }),
    ]
    let isOver = false
    const calls = await openAsAdmin({
      ...FRESH,
      'POST /api/scrape/fcpeuro': () => json(202, { id }),
      [`GET /api/admin/jobs/${id}`]: () => json(200, steps[isOver ? 1 : 0]),
    })
    await screen.findByRole('region', { name: 'Database Statistics' })
    await userEvent.click(button('Start Scraping'))
    expect(shownToast()).toEqual(['Starting scraping', 'This may take a few minutes...'])
    await waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe('50'))
    expect(screen.getByText('11 of 22 products, 10 stored, 1 refused')).toBeTruthy()
    expect(isBlocked('Scraping...')).toBe(true)
    expect(isBlocked('Add 10 More Parts')).toBe(true)
    isOver = true
    await waitFor(() =>
      expect(shownToast()).toEqual(['Scraping Complete!', 'Successfully scraped 22 parts']),
    )
    expect(bar().getAttribute('aria-valuenow')).toBe('100')
    expect(screen.getByText('Successfully scraped 22 parts.')).toBeTruthy()
    expect(screen.getByText('10 of 22')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Valley pan gasket 0' })).toBeTruthy()
    expect(screen.getAllByText('$1,058.40')).toHaveLength(10)
    expect(calls.find(({ method }) => method === 'POST')?.headers['Prefer']).toBe('respond-async')
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/api/admin/stats').length).toBeGreaterThan(1),
    )
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(isBlocked('Start Scraping')).toBe(false)
  })

  test('is one, when its button is pressed twice before the next screen is drawn', async () => {
    const id = newId()
    const going = job({ id, state: 'running', done: 1 })
    const calls = await openAsAdmin({
      ...FRESH,
      'POST /api/scrape/fcpeuro': () => json(202, { id }),
      [`GET /api/admin/jobs/${id}`]: () => json(200, going),
    })
    await screen.findByRole('region', { name: 'Database Statistics' })
    const pressed = button('Start Scraping')
    act(() => {
      pressed.click()
      pressed.click()
    })
    await screen.findByRole('progressbar')
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('is asked for at most once a second', async () => {
    const going = job({ state: 'running', done: 1 })
    const times: number[] = []
    await openAsAdmin({
      ...FRESH,
      'GET /api/admin/stats': () => json(200, stats({ job: going })),
      [`GET /api/admin/jobs/${going.id}`]: () => {
        times.push(Date.now())
        return json(200, going)
      },
    })
    await waitFor(() => expect(times.length).toBeGreaterThan(2))
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(950)
  })

  test('ten more parts are added, or there are no more', async () => {
    const first = job({ kind: 'additional', saved: 10, added: 10, done: 10, total: 10 })
    const second = { ...first, id: newId(), added: 0, saved: 0 }
    const ids = [first.id, second.id]
    await openAsAdmin({
      ...FRESH,
      'POST /api/parts/additional': () => json(202, { id: ids.shift() }),
      [`GET /api/admin/jobs/${first.id}`]: () => json(200, first),
      [`GET /api/admin/jobs/${second.id}`]: () => json(200, second),
    })
    await screen.findByRole('region', { name: 'Database Statistics' })
    await userEvent.click(button('Add 10 More Parts'))
    await waitFor(() =>
      expect(shownToast()).toEqual(['Parts Added Successfully!', 'Added 10 parts']),
    )
    await userEvent.click(button('Add 10 More Parts'))
    expect(await screen.findByText('The source has no more parts.')).toBeTruthy()
    expect(screen.queryByText('Added 10 parts.')).toBeNull()
  })

  test('that fails says why in its place, until the next one', async () => {
    const failed = job({ state: 'failed', error: 'The shop does not answer.', done: 3, saved: 3 })
    const fine = job({ state: 'running', done: 11 })
    const ids = [failed.id, fine.id]
    await openAsAdmin({
      ...FRESH,
      'POST /api/scrape/fcpeuro': () => json(202, { id: ids.shift() }),
      [`GET /api/admin/jobs/${failed.id}`]: () => json(200, failed),
      [`GET /api/admin/jobs/${fine.id}`]: () => json(200, fine),
    })
    await screen.findByRole('region', { name: 'Database Statistics' })
    await userEvent.click(button('Start Scraping'))
    await waitFor(() =>
      expect(shownToast()).toEqual(['Scraping Failed', 'The shop does not answer.']),
    )
    expect(screen.getByRole('alert').textContent).toBe('The shop does not answer.')
    await userEvent.click(button('Start Scraping'))
    await waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe('50'))
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test('of somebody else is shown in place of a second one', async () => {
    const going = job({ kind: 'additional', state: 'running', total: null, done: 0, saved: 0 })
    let isKnown = false
    await openAsAdmin({
      ...FRESH,
      'GET /api/admin/stats': () => json(200, stats({ job: isKnown ? going : null })),
      'POST /api/scrape/fcpeuro': () => {
        isKnown = true
        const error = 'Parts are being loaded already. Wait for its end, or cancel it.'
        return json(409, { error, code: 'busy', job: going })
      },
      [`GET /api/admin/jobs/${going.id}`]: () => json(200, going),
    })
    await screen.findByRole('region', { name: 'Database Statistics' })
    await userEvent.click(button('Start Scraping'))
    expect(await screen.findByText(/Parts are being loaded already/)).toBeTruthy()
    expect(await screen.findByText('Adding 10 more parts')).toBeTruthy()
    expect(isBlocked('Adding...')).toBe(true)
  })

  test('that nobody heard of because the answer was lost fails with a word', async () => {
    await openAsAdmin(FRESH)
    await screen.findByRole('region', { name: 'Database Statistics' })
    await userEvent.click(button('Add 10 More Parts'))
    await waitFor(() => expect(shownToast()[0]).toBe('Failed to Add Parts'))
    expect(screen.getByRole('alert').textContent).toMatch(/The server did not answer/)
  })

  test('is cancelled with one press', async () => {
    const going = job({ state: 'running', done: 4, saved: 4 })
    let state: Partial<Job> = {}
    const calls = await openAsAdmin({
      ...FRESH,
      'GET /api/admin/stats': () => json(200, stats({ job: { ...going, ...state } })),
      [`GET /api/admin/jobs/${going.id}`]: () => json(200, { ...going, ...state }),
      [`POST /api/admin/jobs/${going.id}/cancel`]: () => {
        state = { state: 'cancelled' }
        return json(200, { ...going, isCancelling: true })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the run' }))
    expect(await screen.findByText('Cancelled after 4 parts.')).toBeTruthy()
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('goes on while the server does not answer, and says so', async () => {
    const going = job({ state: 'running', done: 11 })
    let isThere = true
    await openAsAdmin({
      ...FRESH,
      'GET /api/admin/stats': () => json(200, stats({ job: going })),
      [`GET /api/admin/jobs/${going.id}`]: () => {
        if (!isThere) throw new TypeError('No network in this test')
        return json(200, going)
      },
    })
    await waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe('50'))
    isThere = false
    expect(await screen.findByText(/does not answer just now/)).toBeTruthy()
    expect(bar().getAttribute('aria-valuenow')).toBe('50')
  })
})

test('the history shows how runs ended, why rows were refused, and goes on', async () => {
  const problems = [{ what: '/parts/7', reason: 'The price is in EUR.' }]
  const first = job({ refused: 1, problems })
  const old = job({ kind: 'feed', source: 'winter.csv', state: 'failed', error: 'Out of room.' })
  await openAsAdmin({
    ...FRESH,
    'GET /api/admin/jobs': () => json(200, { jobs: [first], next: first.id }),
    [`GET /api/admin/jobs?after=${first.id}`]: () => json(200, { jobs: [old], next: null }),
  })
  expect(await screen.findByText(/22 parts stored, 22 new, 1 part refused/)).toBeTruthy()
  await userEvent.click(screen.getByText('Why'))
  expect(screen.getByText(/The price is in EUR\./)).toBeTruthy()
  await userEvent.click(button('Show more'))
  expect(await screen.findByText('Out of room.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
