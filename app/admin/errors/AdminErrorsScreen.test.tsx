import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Answer } from '../../testApi.ts'

import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { AdminErrorsScreen } from './AdminErrorsScreen.tsx'
import { DANA, json, stubApi } from '../../testApi.ts'
import { address, enter, leave, open, shownToast } from '../../forms/testScreen.tsx'

const HOUR_MS = 3_600_000
const now = Date.now()

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(cleanup)

const entry = (changes: object = {}) => ({
  id: newId(),
  class: 'account',
  level: 'error',
  message: '500: upstream retailer timed out',
  timestamp: new Date(now - 120_000).toISOString(),
  url: 'https://w.example/builder?build=hT4kQ9',
  userId: 'u1',
  username: 'dana_k',
  claimedUserId: null,
  stack: 'ApiError: 500\n    at request (https://w.example/assets/api-ByFIQeg.js:1:2)',
  componentStack: null,
  userAgent: 'Mozilla/5.0 Chrome/131',
  device: 'Chrome on Android',
  build: 'abc123def456',
  context: { method: 'POST', endpoint: '/api/amazon/product', status: 500 },
  count: 3,
  firstAt: new Date(now - HOUR_MS).toISOString(),
  resolvedAt: null,
  isTest: false,
  ...changes,
})

const stats = {
  totalErrors: 1208,
  last24Hours: 37,
  errorsByLevel: { error: 21, warning: 12, info: 4 },
  hours: Array.from({ length: 24 }, (_, at) => ({
    hour: new Date(Math.floor(now / HOUR_MS) * HOUR_MS - (23 - at) * HOUR_MS).toISOString(),
    error: at === 23 ? 21 : 0,
    warning: at === 20 ? 12 : 0,
    info: at === 2 ? 4 : 0,
  })),
}

const list = (logs: object[], next: string | null = null) => json(200, { logs, next, stats })

async function openAsAdmin(answers: Record<string, Answer>, at = '/admin/errors') {
  await enter({ ...DANA, id: newId(), username: 'boss', isAdmin: true })
  const calls = stubApi(answers)
  open(at, <AdminErrorsScreen />)
  return calls
}

describe('without the right', () => {
  test('nobody and everybody else are refused', async () => {
    open('/admin/errors', <AdminErrorsScreen />)
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
    cleanup()
    await enter()
    open('/admin/errors', <AdminErrorsScreen />)
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
  })
})

describe('what is shown', () => {
  test('figures, the hours, the list, and the first error with its stack in the sources', async () => {
    const first = entry()
    await openAsAdmin({
      [`GET /api/errors/logs/${first.id}`]: () =>
        json(200, {
          ...first,
          sourceStack: 'ApiError: 500\n    at request (app/data/api/api.ts:58:11)',
          sourceComponentStack: null,
        }),
      'GET /api/errors/logs?*': () =>
        list([first, entry({ level: 'warning', message: 'Second', context: null, count: 1 })]),
    })
    await screen.findByRole('heading', { name: 'Error monitoring' })
    await screen.findByRole('heading', { name: 'Recent errors' })
    const figures = screen.getAllByRole('definition').slice(0, 5)
    expect(figures.map((figure) => figure.textContent)).toEqual(['1,208', '37', '21', '12', '4'])
    const terms = screen.getAllByRole('term').slice(0, 5)
    expect(terms.map((term) => term.textContent?.replace(' in the last 24 hours', ''))).toEqual([
      'Total errors',
      'Last 24 hours',
      'Errors',
      'Warnings',
      'Info',
    ])
    expect(screen.getByText(/^37 in the last 24 hours, most from \d\d:00 on: 21\.$/)).toBeTruthy()
    expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(25)

    const rows = screen.getAllByRole('button', { name: /^(Error|Warning|Info): / })
    expect(rows.map((row) => row.textContent)).toEqual([
      'Error: 500: upstream retailer timed out/api/amazon/product2 min ago, 3 times',
      'Warning: Second/builder?build=hT4kQ92 min ago',
    ])
    expect(rows[0]?.getAttribute('aria-pressed')).toBe('true')
    const pane = within(screen.getByRole('region', { name: 'Chosen error' }))
    expect(pane.getByText('dana_k')).toBeTruthy()
    expect(pane.getByText(/POST \/api\/amazon\/product/)).toBeTruthy()
    expect(await pane.findByText(/at request \(app\/data\/api\/api\.ts:58:11\)/)).toBeTruthy()
    await userEvent.click(pane.getByRole('radio', { name: 'As sent' }))
    expect(pane.getByText(/api-ByFIQeg\.js:1:2/)).toBeTruthy()
  })

  // T57
  test('another error by a press; a claimed name is told as one, markup as text', async () => {
    const bomb = '<img src=x onerror=alert(1)>'
    const second = entry({
      class: 'stranger',
      message: bomb,
      userId: null,
      username: null,
      claimedUserId: 'u2',
      url: 'javascript:alert(1)',
      build: '',
    })
    await openAsAdmin({ 'GET /api/errors/logs?*': () => list([entry(), second]) })
    await userEvent.click(
      await screen.findByRole('button', { name: (name) => name.includes(bomb) }),
    )
    const pane = within(screen.getByRole('region', { name: 'Chosen error' }))
    expect(pane.getByRole('heading', { name: bomb })).toBeTruthy()
    expect(pane.getByText('nobody (claimed: u2)')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
    expect(pane.queryByRole('link')).toBeNull()
  })

  test('nothing', async () => {
    await openAsAdmin({ 'GET /api/errors/logs?*': () => list([]) })
    expect(await screen.findByText('No errors')).toBeTruthy()
  })

  test('that it failed, with another try', async () => {
    await openAsAdmin({})
    expect(await screen.findByText('Failed to fetch error logs')).toBeTruthy()
    await waitFor(() => expect(shownToast()).toEqual(['Error', 'Failed to fetch error logs']))
    stubApi({ 'GET /api/errors/logs?*': () => list([entry()]) })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Recent errors' })).toBeTruthy()
  })
})

describe('what can be done', () => {
  test('filter and search, in one question each', async () => {
    const calls = await openAsAdmin({ 'GET /api/errors/logs?*': () => list([entry()]) })
    const asked = () =>
      calls.filter(({ path }) => path.includes('?')).map(({ path }) => path.split('?')[1])
    await screen.findByRole('heading', { name: 'Recent errors' })
    await userEvent.click(screen.getByRole('radio', { name: 'Warnings' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Both' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'With tests' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Only of the server itself' }))
    // At once: what is typed slowly is asked for letter by letter.
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), {
      target: { value: 'time out' },
    })
    await waitFor(() =>
      expect(asked().at(-1)).toBe('state=all&test=0&level=warning&by=server&q=time+out'),
    )
    expect(asked()).toEqual([
      'state=open&test=1',
      'state=open&test=1&level=warning',
      'state=all&test=1&level=warning',
      'state=all&test=0&level=warning',
      'state=all&test=0&level=warning&by=server',
      'state=all&test=0&level=warning&by=server&q=time+out',
    ])
  })

  test('narrow by user, time, build and page, and the address has it', async () => {
    const calls = await openAsAdmin({ 'GET /api/errors/logs?*': () => list([entry()]) })
    const asked = () =>
      calls
        .filter(({ path }) => path.includes('?'))
        .at(-1)
        ?.path.split('?')[1]
    await screen.findByRole('heading', { name: 'Recent errors' })
    const form = within(screen.getByRole('form', { name: 'Narrow', hidden: true }))
    await userEvent.type(form.getByLabelText('User'), 'dana_k')
    await userEvent.type(form.getByLabelText('From'), '2026-11-01T10:00')
    await userEvent.type(form.getByLabelText('Build'), 'abc')
    await userEvent.type(form.getByLabelText('Address of the page'), '/kit/')
    await userEvent.click(form.getByRole('button', { name: 'Narrow', hidden: true }))
    const from = encodeURIComponent(new Date('2026-11-01T10:00').toISOString())
    await waitFor(() =>
      expect(asked()).toBe(`state=open&test=1&user=dana_k&from=${from}&build=abc&page=%2Fkit%2F`),
    )
    expect(address()).toBe(
      '/admin/errors?state=open&user=dana_k&from=2026-11-01T10%3A00&build=abc&page=%2Fkit%2F',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Show all again' }))
    await waitFor(() => expect(asked()).toBe('state=open&test=1'))
  })

  test('a link to the errors of an account shows all of them, and leads back to it', async () => {
    const calls = await openAsAdmin(
      { 'GET /api/errors/logs?*': () => list([entry()]) },
      '/admin/errors?user=dana_k',
    )
    await screen.findByRole('heading', { name: 'Recent errors' })
    expect(calls[0]?.path).toBe('/api/errors/logs?state=all&test=1&user=dana_k')
    const pane = within(screen.getByRole('region', { name: 'Chosen error' }))
    const leadsTo = (name: string) => pane.getByRole('link', { name }).getAttribute('href')
    expect(leadsTo('dana_k')).toBe('/admin/accounts?q=dana_k')
    expect(leadsTo('all errors of this account')).toBe('/admin/errors?user=dana_k')
    expect(leadsTo('hT4kQ9')).toBe('/kit/hT4kQ9')
    expect(leadsTo('abc123def456')).toBe('/admin/errors?build=abc123def456&state=all')
  })

  test('older errors are added below', async () => {
    await openAsAdmin({
      'GET /api/errors/logs?state=open&test=1': () => list([entry({ message: 'New' })], '17.x'),
      'GET /api/errors/logs?state=open&test=1&after=17.x': () => list([entry({ message: 'Old' })]),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }))
    expect(await screen.findByRole('button', { name: /Error: Old/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Error: New/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  test('an error is marked as resolved, and leaves the open ones', async () => {
    const only = entry()
    let isOpen = true
    const calls = await openAsAdmin({
      'GET /api/errors/logs?*': () => list(isOpen ? [only] : []),
      [`POST /api/errors/logs/${only.id}`]: () => {
        isOpen = false
        return json(200, { id: only.id, resolvedAt: new Date().toISOString() })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as resolved' }))
    expect(await screen.findByText('No errors')).toBeTruthy()
    expect(shownToast()[0]).toBe('Marked as resolved')
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ resolved: true })
  })

  test('a resolved one is opened again', async () => {
    const only = entry({ resolvedAt: new Date(now).toISOString() })
    const calls = await openAsAdmin({
      'GET /api/errors/logs?*': () => list([only]),
      [`POST /api/errors/logs/${only.id}`]: () => json(200, { id: only.id, resolvedAt: null }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Open again' }))
    await waitFor(() => expect(shownToast()[0]).toBe('Opened again'))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ resolved: false })
  })
})
