import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { ProblemRow } from '../../data/device/db.ts'
import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'

import { newId } from '#shared/ids.ts'
import { db } from '../../data/device/db.ts'
import { openDevice, shownPrincipal } from '../../data/device/device.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { drawKit, storeProblem } from '../../data/kits/open/testBuild.ts'
import { parkedId } from '../../data/sync/receive/applyResult.ts'
import { collectUnsent, writeBackupFile } from '../../data/backup/backupFile.ts'
import { preloadModal } from '../../ui/layers/LazyModal.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { SyncDrawer } from './SyncDrawer.tsx'

const line = newId()
let kit = ''
let buildId = ''
const onClose = vi.fn()

const sync: SyncSummary = {
  status: 'attention',
  waiting: 2,
  locked: 0,
  problems: 1,
  lastOk: 0,
  isOffline: true,
  ended: null,
  isStorageFailing: false,
  isUnused: false,
}

beforeAll(preloadModal)
beforeEach(async () => {
  await openDevice()
  await Promise.all([db.pending, db.problems, db.drafts, db.calls].map((table) => table.clear()))
  ;({ buildId, kitId: kit } = await drawKit())
  setCells('kit', kit, kit, { name: 'Oil change' })
  setCells('line', line, kit, { ord: 'a0', name: 'Oil filter', qty: 4 })
  await settled()
})
afterEach(cleanup)

async function open(...problems: Partial<ProblemRow>[]) {
  for (const problem of problems) await storeProblem(line, kit, problem)
  return show(sync)
}
async function show(shown: SyncSummary, address = '/') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <SyncDrawer sync={shown} isOpen onClose={onClose} />
    </MemoryRouter>,
  )
  return screen.findByRole('dialog', { name: 'Sync' })
}
/** Fake builder fields for the drawer to find. */
function standBuilder(...fields: [name: string, line?: string][]) {
  const { unmount } = render(
    <>
      {fields.map(([name, of]) => (
        <div key={name + of} {...(of && { 'data-line': of })}>
          <input data-cell={name} />
        </div>
      ))}
    </>,
  )
  return unmount
}
const focusedCell = () => document.activeElement?.getAttribute('data-cell')
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('signing in', () => {
  test('is offered once the session has ended, and leads back to where one is', async () => {
    const dialog = await show({ ...sync, ended: 'expired' }, '/builder?build=hT4kQ9')
    const link = within(dialog).getByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/login?next=%2Fbuilder%3Fbuild%3DhT4kQ9')
    await userEvent.click(link)
    expect(onClose).toHaveBeenCalled()
  })

  test('is not offered to who is signed in', async () => {
    const dialog = await open()
    expect(within(dialog).queryByRole('link', { name: 'Sign in' })).toBeNull()
  })
})

describe('a row the server put off again and again', () => {
  const held = { id: '', cell: '', value: null, code: 'held' } as const

  test('is named with what is in it, and Retry puts it back into the line', async () => {
    await db.pending.update([shownPrincipal(), 'line', line], {
      tries: 8,
      next: Date.now() + 86_400_000,
    })
    await open({ ...held, id: parkedId({ kind: 'line', id: line }) })
    await screen.findByRole('region', { name: 'Oil filter: not uploaded yet' })
    await screen.findByText('4 × Oil filter')
    await press('Retry')
    await waitFor(async () => expect(await db.problems.count()).toBe(0))
    expect(await db.pending.get([shownPrincipal(), 'line', line])).toMatchObject({
      tries: 0,
      next: 0,
    })
  })

  test('is discarded after a second question, and a kit that is only here is not', async () => {
    await open(
      { ...held, id: parkedId({ kind: 'line', id: line }) },
      { ...held, id: parkedId({ kind: 'kit', id: kit }), kind: 'kit', row: kit },
    )
    const region = await screen.findByRole('region', { name: 'Kit: not uploaded yet' })
    expect(within(region).queryByRole('button', { name: 'Discard' })).toBeNull()
    await press('Discard')
    await press('Discard')
    await waitFor(async () =>
      expect(await db.pending.get([shownPrincipal(), 'line', line])).toBeUndefined(),
    )
  })
})

describe('what waits for a limit', () => {
  const inAnHour = () => new Date().setSeconds(0, 0) + 3_600_000
  const limit = (why: string, next: number) =>
    db.pending.toCollection().modify((row) => void Object.assign(row, { why, next }))

  test('is told once for all of it, with why and when it goes on', async () => {
    const next = inAnHour()
    await limit('address_bytes', next + 1)
    await open()
    const note = await screen.findByRole('region', { name: '2 changes wait' })
    const when = dayAndTime(next + 60_000, Date.now())
    expect(note.textContent).toContain(
      `Your network has stored as much as it may in a day. They are safe here and go on ${when}.`,
    )
    // It is listed as well, like everything pending.
    expect(screen.getByRole('list', { name: 'Waiting to be sent' })).toBeTruthy()
  })

  test('is no case for a person, also where it has to wait for long', async () => {
    await limit('kits_full', Date.now() + 86_400_000)
    await open()
    const note = await screen.findByRole('region', { name: '2 changes wait' })
    expect(note.textContent).toMatch(/kits as the server keeps.*are tried again tomorrow at/)
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('is put off by a limit of a newer server as well', async () => {
    await limit('moonlight', inAnHour())
    await open()
    await screen.findByText(/^The server takes no more for now\. They are safe here and go on/)
  })

  test('is tried by Try now: the network may be another one', async () => {
    await limit('address_bytes', inAnHour())
    await open()
    await press('Try now')
    await waitFor(async () => {
      const rows = await db.pending.toArray()
      expect(rows.map((row) => row.next)).toEqual([0, 0])
    })
    await waitFor(() => expect(screen.queryByRole('region', { name: '2 changes wait' })).toBeNull())
  })
})

test('a link that changed is told with the new one, and goes with a word', async () => {
  const told = { kind: 'kit', row: kit, cell: 'buildId', value: 'Zk29Qa', code: 'renamed' } as const
  await open({ ...told, id: `renamed:${kit}` })
  await screen.findByRole('region', { name: 'The link of Oil change changed' })
  await screen.findByText(/\/list\/Zk29Qa$/)
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await press('Got it')
  await waitFor(async () => expect(await db.problems.count()).toBe(0))
})

test('a kit that was deleted elsewhere comes back with what was typed here since', async () => {
  await db.pending.update([shownPrincipal(), 'kit', kit], {
    cells: {
      ...(await db.pending.get([shownPrincipal(), 'kit', kit]))?.cells,
      del: [true, 'zzzzzzzzz0000000000'],
    },
  })
  const told = { kind: 'kit', row: kit, cell: 'del', value: false, code: 'deleted' } as const
  await open({ ...told, id: `deleted:${kit}` })
  await screen.findByRole('region', { name: 'Oil change was deleted elsewhere' })
  await press('Restore')
  await waitFor(async () => expect(await db.problems.count()).toBe(0))
  const row = await db.pending.get([shownPrincipal(), 'kit', kit])
  expect(row?.cells['del']?.[0]).toBe(false)
})

test.each([
  ['name', 'kitName'],
  ['notes', 'notes'],
  ['vehicle', 'vehicle'],
])('the %s of a kit is edited in its own field', async (cell, field) => {
  await open({ id: `${kit}:${cell}`, kind: 'kit', row: kit, cell, value: 'x', code: 'too_long' })
  const link = await screen.findByRole('link', { name: 'Edit' })
  await userEvent.click(link)
  cleanup()
  standBuilder(['name', line], ['notes', line], ['vehicle', line], [field])
  await waitFor(() => expect(focusedCell()).toBe(field))
  expect(document.activeElement?.closest('[data-line]')).toBeNull()
})

describe('a value that lost', () => {
  test('is named with both values, and a press brings it back', async () => {
    await open({})
    await screen.findByRole('region', { name: 'Quantity of Oil filter: changed elsewhere' })
    await press('Keep Other device 2')
    await waitFor(async () => expect(await db.problems.count()).toBe(0))
    const row = await db.pending.get([shownPrincipal(), 'line', line])
    expect(row?.cells['qty']?.[0]).toBe(2)
  })

  test('can be edited in its kit, with the focus in its field once the drawer is gone', async () => {
    await open({})
    const link = await screen.findByRole('link', { name: 'Edit' })
    expect(link.getAttribute('href')).toBe(`/builder?build=${buildId}`)
    await userEvent.click(link)
    expect(onClose).toHaveBeenCalled()
    expect(await db.problems.count()).toBe(1)
    cleanup()
    render(
      <div data-line={line}>
        <input data-cell="name" />
        <input data-cell="qty" />
      </div>,
    )
    await waitFor(() => expect(document.activeElement?.getAttribute('data-cell')).toBe('qty'))
  })

  test('is gone for good where the other one is kept', async () => {
    await open({})
    await press(/^Keep This device/)
    await waitFor(async () => expect(await db.problems.count()).toBe(0))
  })
})

test('a refused value is discarded after a second press only, and can be kept at the first', async () => {
  await open({ cell: 'price', value: -1, code: 'invalid_price' })
  await press('Discard')
  expect(document.activeElement?.textContent).toBe('Keep')
  await press('Keep')
  expect(await db.problems.count()).toBe(1)
  await press('Discard')
  await press('Discard')
  await waitFor(async () => expect(await db.problems.count()).toBe(0))
})

test('a value the rules refuse is offered for editing, not for sending again', async () => {
  await open({ cell: 'price', value: -1, code: 'invalid_price' })
  await screen.findByRole('link', { name: 'Edit' })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('a comment on a deleted kit can be copied or discarded', async () => {
  const comment = { kind: 'comment', row: newId(), cell: 'text', code: 'parent_gone' } as const
  await open({ ...comment, value: 'Use OEM' })
  const card = await screen.findByRole('region', { name: 'Comment could not be posted' })
  const names = within(card)
    .getAllByRole('button')
    .map((button) => button.textContent)
  expect(names).toEqual(['Copy text', 'Discard'])
  expect(within(card).queryByRole('link')).toBeNull()
})

test('what waits is listed by what it is and of which kit', async () => {
  setCells('comment', newId(), kit, { text: 'Nice' })
  await settled()
  await open()
  const list = await screen.findByRole('list', { name: 'Waiting to be sent' })
  const items = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(items.toSorted()).toEqual(['2 changesOil changejust now', 'Commenton Oil changejust now'])
  expect(screen.getByRole('heading', { name: 'Waiting for signal' })).toBeTruthy()
})

describe('a file of unsent work', () => {
  const choose = (text: string) =>
    userEvent.upload(
      screen.getByLabelText('File of unsent work'),
      new File([text], 'wrenchlist-unsent.json', { type: 'application/json' }),
    )

  test('is saved under a name with the day', async () => {
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    await open()
    await press('Save as a file')
    await screen.findByText(/^Saved among your downloads/)
    const link = clicked.mock.contexts[0]
    expect(link instanceof HTMLAnchorElement && link.download).toMatch(
      /^wrenchlist-unsent-\d{4}-\d\d-\d\d\.json$/,
    )
  })

  test('is restored after it was said what is in it', async () => {
    const text = (await writeBackupFile(await collectUnsent())).join('')
    await db.pending.clear()
    await open()
    await choose(text)
    await screen.findByText(/2 changes of 1 kit\./)
    expect(await db.pending.count()).toBe(0)
    await press('Restore')
    await screen.findByText('Restored: 2 changes of 1 kit.')
    expect(await db.pending.count()).toBe(2)
  })

  test('that is none is refused in words', async () => {
    await open()
    await choose('{}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This is no backup and no file of unsent work from Wrenchlist.',
    )
  })
})
