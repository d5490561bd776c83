import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Answer } from '../../testApi.ts'
import type { ListedBackup, ListedMail, Overview, Reading } from '#shared/admin/status.ts'

import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { recorded } from '../../testRecorded.ts'
import { DANA, json, stubApi } from '../../testApi.ts'
import { enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'
import { ExportScreen } from '../desk/ExportScreen.tsx'
import { AdminStatusScreen } from './AdminStatusScreen.tsx'

const now = Date.now()
const at = (ms = now) => new Date(ms).toISOString()

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(cleanup)

const overview = (changes: Partial<Overview> = {}): Overview => ({
  ...recorded<Overview>('GET /api/admin/status'),
  defaults: [],
  settings: [
    { name: 'PORT', value: '3000', isSet: true },
    { name: 'SMTP_URL', value: null, isSet: true },
    { name: 'VPIC_URL', value: null, isSet: false },
  ],
  database: {
    bytes: 12_300_000,
    tables: [{ name: 'kits', bytes: 4_000_000, rows: 1_234 }],
    connections: 8,
    maxConnections: 100,
    migrations: { done: 25, missing: [], unknown: [] },
  },
  disk: { path: '/data', free: 5e9, total: 100e9 },
  rounds: [
    {
      name: 'housekeeping',
      beganAt: at(now - 60_000),
      took: 1_500,
      runs: 12,
      failures: 1,
      failedAt: at(now - 50_000),
      failedStep: 'clearing letters',
    },
  ],
  backups: [],
  ...changes,
})

const mail: ListedMail = {
  ...recorded<{ mails: [ListedMail] }>('GET /api/admin/mails').mails[0],
  id: '7',
  subject: 'Hello',
  state: 'waiting',
  canRetry: true,
}

const reading = (changes: Partial<Reading> = {}): Reading => ({
  at: at(),
  people: 5,
  kits: 9,
  saves: 2,
  pushes: 40,
  late: 1,
  median: 0,
  p95: 3_600,
  ...changes,
})

async function openAsAdmin(answers: Record<string, Answer> = {}) {
  await enter({ ...DANA, id: newId(), username: 'boss', isAdmin: true })
  const calls = stubApi({
    'GET /api/admin/status': () => json(200, overview()),
    'GET /api/admin/readings*': () =>
      json(200, {
        readings: [
          reading({ at: at(now - 86_400_000), people: null, kits: null, saves: null }),
          reading(),
        ],
      }),
    'GET /api/admin/mails*': () => json(200, { mails: [mail], next: null }),
    ...answers,
  })
  open('/admin/status', <AdminStatusScreen />)
  await screen.findByRole('heading', { name: 'Maintenance' })
  return calls
}

const region = (name: string) => within(screen.getByRole('region', { name }))

test('nobody without the right sees it', () => {
  open('/admin/status', <AdminStatusScreen />)
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
})

test('a status that does not come is said, and asked for again', async () => {
  await enter({ ...DANA, id: newId(), isAdmin: true })
  stubApi({})
  open('/admin/status', <AdminStatusScreen />)
  expect(await screen.findByText('Failed to load the status')).toBeTruthy()
  stubApi({
    'GET /api/admin/status': () => json(200, overview()),
    'GET /api/admin/readings*': () => json(200, { readings: [] }),
    'GET /api/admin/mails*': () => json(200, { mails: [], next: null }),
  })
  const [again] = screen.getAllByRole('button', { name: 'Try again' })
  if (again) await userEvent.click(again)
  expect(await screen.findByRole('heading', { name: 'Maintenance' })).toBeTruthy()
})

describe('what is shown', () => {
  test('versions, database, disk, settings without secrets', async () => {
    await openAsAdmin()
    const facts = region('Versions, database and disk')
    expect(facts.getByText('12 MB')).toBeTruthy()
    expect(facts.getByText('Nearly full')).toBeTruthy()
    expect(facts.getByRole('row', { name: 'kits 1,234 4.0 MB' })).toBeTruthy()
    const rows = region('Settings').getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      'PORT3000',
      'SMTP_URLset',
      'VPIC_URLnot set',
    ])
  })

  test('settings that nobody gave a value are folded', async () => {
    const defaults = ['PORT', 'VPIC_URL']
    await openAsAdmin({ 'GET /api/admin/status': () => json(200, overview({ defaults })) })
    const settings = region('Settings')
    expect(settings.getByText('SMTP_URL').closest('details')).toBeNull()
    const folded = settings.getByText('As they are by themselves').closest('details')
    for (const name of defaults) expect(settings.getByText(name).closest('details')).toBe(folded)
    expect(folded?.open).toBe(false)
  })

  test('the way to errors, and what administrators did', async () => {
    await openAsAdmin()
    const link = screen.getByRole('link', { name: 'Error monitoring' })
    expect(link.getAttribute('href')).toBe('/admin/errors')
    expect(screen.getByRole('heading', { name: 'What administrators did' })).toBeTruthy()
  })

  test('a PostgreSQL that is behind, and that is the one of Wrenchlist', async () => {
    const versions = { ...overview().versions, newerPostgres: '18.6', isOwnPostgres: true }
    await openAsAdmin({ 'GET /api/admin/status': () => json(200, overview({ versions })) })
    const facts = region('Versions, database and disk')
    expect(facts.getByText('Out of date')).toBeTruthy()
    expect(facts.getByText('Update to 18.6: minor releases fix security holes.')).toBeTruthy()
    expect(facts.getByText(/A public installation sets DATABASE_URL\./)).toBeTruthy()
  })

  test('charts in words and as a table; an hour nobody looked at is no zero', async () => {
    await openAsAdmin()
    const charts = region('Over time')
    const [people] = await charts.findAllByRole('figure')
    expect(people?.textContent).toMatch(/^People5 accounts/)
    const [, first, second] = charts.getAllByRole('row', { hidden: true })
    expect(first?.textContent).toContain('–––401under 10 sup to 1 h')
    expect(second?.textContent).toContain('592401under 10 sup to 1 h')
  })

  test('rounds with what failed', async () => {
    await openAsAdmin()
    const jobs = region('Jobs')
    expect(
      jobs.getByText(/12 times so far, 1 of them failed, last today.*clearing letters/),
    ).toBeTruthy()
  })
})

describe('what can be done', () => {
  test('a maintenance is begun with a sentence, after a question, and ended', async () => {
    let rest: Overview['word']['rest'] = null
    const calls = await openAsAdmin({
      'GET /api/admin/status': () => json(200, overview({ word: { announcement: null, rest } })),
      'POST /api/admin/maintenance': ({ body }) => {
        const { on, text } = body as { on: boolean; text: string }
        rest = on ? { since: now, text } : null
        return json(200, recorded('POST /api/admin/maintenance', { rest }))
      },
    })
    await userEvent.type(field('What devices show (Optional)'), 'Back at noon.')
    await userEvent.click(screen.getByRole('button', { name: 'Begin a maintenance' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Begin' }))
    await userEvent.click(await screen.findByRole('button', { name: 'End the maintenance' }))
    await screen.findByRole('button', { name: 'Begin a maintenance' })
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { on: true, text: 'Back at noon.' },
      { on: false, text: 'Back at noon.' },
    ])
  })

  test('something is announced from one time to another, which has to be later', async () => {
    const calls = await openAsAdmin({
      'POST /api/admin/announcement': () => json(200, recorded('POST /api/admin/announcement')),
    })
    const form = within(screen.getByRole('form', { name: 'Announcement' }))
    const press = () => userEvent.click(form.getByRole('button', { name: 'Announce' }))
    await press()
    expect(form.getByText('Text is required')).toBeTruthy()
    await userEvent.type(form.getByLabelText('Text'), 'New on Friday')
    await userEvent.type(form.getByLabelText(/^From/), '2030-01-02T10:00')
    await userEvent.type(form.getByLabelText(/^Until/), '2030-01-01T10:00')
    await press()
    expect(form.getByText('This has to be later than its beginning')).toBeTruthy()
    await userEvent.clear(form.getByLabelText(/^Until/))
    await press()
    await waitFor(() => expect(shownToast()[0]).toBe('Announced'))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      text: 'New on Friday',
      from: new Date('2030-01-02T10:00').toISOString(),
      until: null,
    })
  })

  test('a letter that waits is tried again or dropped; a test says what came of it', async () => {
    const calls = await openAsAdmin({
      'POST /api/admin/mails/7': () => json(200, { status: 'waiting' }),
      'POST /api/admin/mail-test': () =>
        json(200, { to: 'b@example.com', state: 'later', reason: 'ECONNREFUSED', isFile: false }),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Try again: Hello/ }))
    await waitFor(() => expect(shownToast()[0]).toBe('Tried again within a minute'))
    await userEvent.click(screen.getByRole('button', { name: /^Drop: Hello/ }))
    await waitFor(() => expect(shownToast()[0]).toBe('Mail dropped'))
    const posts = calls.filter(({ method }) => method === 'POST')
    expect(posts.map(({ body }) => body)).toEqual([{ action: 'retry' }, { action: 'drop' }])
    await userEvent.click(screen.getByRole('button', { name: 'Send a test to myself' }))
    expect(await screen.findByText(/did not take it \(ECONNREFUSED\)/)).toBeTruthy()
  })

  test('a backup is made, removed after a question, and restored by a command', async () => {
    const backup = {
      ...recorded<{ backups: [ListedBackup] }>('GET /api/admin/status').backups[0],
      bytes: 2_000_000,
      path: '/data/backups/w.backup',
    }
    const calls = await openAsAdmin({
      'GET /api/admin/status': () => json(200, overview({ backups: [backup] })),
      'POST /api/admin/backups': () => json(202, { id: newId() }),
      [`POST /api/admin/backups/${backup.id}`]: () => json(200, { status: 'removed' }),
    })
    const backups = region('Backups')
    expect(backups.getByText('2.0 MB')).toBeTruthy()
    expect(
      backups.getByText('DATA_DIR=./data-restored npm run restore -- /data/backups/w.backup'),
    ).toBeTruthy()
    await userEvent.click(backups.getByRole('button', { name: 'Make a backup' }))
    await userEvent.click(backups.getByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(shownToast()[0]).toBe('Backup removed'))
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/admin/backups',
      `/api/admin/backups/${backup.id}`,
    ])
  })

  test('a round is begun by hand', async () => {
    const calls = await openAsAdmin({
      'POST /api/admin/rounds/housekeeping': () => json(202, { status: 'begun' }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Run now: Housekeeping' }))
    await waitFor(() => expect(shownToast()).toEqual(['Begun', 'Housekeeping']))
    expect(calls.some(({ path }) => path === '/api/admin/rounds/housekeeping')).toBe(true)
  })

  test('letters that wait are exported as a file, beside all other lists', async () => {
    const calls = await openAsAdmin()
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    cleanup()
    open('/admin/export', <ExportScreen />)
    const name = 'Export as CSV: Letters that wait'
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(calls.at(-1)?.path).toBe('/api/admin/mails?state=waiting&format=csv')
    saved.mockRestore()
  })
})
