import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { newId } from '#shared/ids.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { db } from '../../data/device/db.ts'
import { shownPrincipal } from '../../data/device/device.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { useSync } from '../../data/device/syncState.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { KitScreen } from '../KitScreen.tsx'
import { openAs, putKit, putRow, type StoredKit } from '../testKit.ts'
import { json, stubApi, stubFetch } from '../../testApi.ts'

beforeEach(() => openAs('dana_k'))

afterEach(async () => {
  cleanup()
  await settled()
  useToasts.setState({ shown: null, next: null })
  useSync.setState({ isOnline: true })
})

function open(id: string) {
  return render(
    <MemoryRouter initialEntries={[`/kit/${id}`]}>
      <KitScreen id={id} />
    </MemoryRouter>,
  )
}

/** An hour ago plus so many minutes: edits made now are later. */
const past = (minutes: number) => Date.now() + (minutes - 60) * 60_000

/** Saves a version of the kit, optionally without content. */
async function save({ kitId }: StoredKit, minutes: number, { isBare = false } = {}) {
  const { kit } = await readBuild(kitId, '')
  const at = past(minutes)
  const { body, ...values } = versionCells(kit, at)
  const id = newId()
  await putRow(
    'version',
    { id, kit: kitId, isMine: true, at },
    { ...values, ...(!isBare && { body }) },
  )
  return { id, body }
}

/** Changes the kit's row, before a later save. */
async function change(
  { kitId, buildId }: StoredKit,
  minutes: number,
  values: Record<string, Json>,
) {
  const row = await db.rows.get([shownPrincipal(), 'kit', kitId])
  const cells = Object.fromEntries(
    Object.entries(row?.cells ?? {}).map(([name, [value]]) => [name, value]),
  )
  const at = past(minutes)
  await putRow('kit', { id: kitId, kit: kitId, isMine: true, at, buildId }, { ...cells, ...values })
}

const history = () => screen.findByRole('region', { name: /^History/ })
const items = async () =>
  within(await history())
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('time') ?? item.textContent?.startsWith('Since'))

async function keptKit() {
  const kit = await putKit(true, { notes: 'Mind the washer' }, undefined, past(0))
  await save(kit, 1)
  await change(kit, 2, { notes: 'Mind the washer\nWarm engine', task: 'Oil Change' })
  await save(kit, 3)
  return kit
}

describe('what was saved', () => {
  test('is listed, the newest first, with what changed in words', async () => {
    const { buildId } = await keptKit()
    open(buildId)
    await history()
    await waitFor(async () => expect(await items()).toHaveLength(2))
    const [newest, oldest] = await items()
    expect(newest?.textContent).toContain('What your link shows')
    expect(newest?.textContent).toContain('1 part, $22.98')
    expect(newest?.textContent).toContain('Task now Oil Change, notes changed')
    expect(oldest?.textContent).toContain('The first version that is kept')
    expect(within(newest!).queryByRole('button', { name: /^Restore/ })).toBeNull()
  })

  test('in full when asked for, each piece with a word for what became of it', async () => {
    const { buildId } = await keptKit()
    open(buildId)
    const show = await screen.findByRole('button', { name: 'Show changes' })
    expect(show.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(show)
    const task = screen.getByText('Task').closest('div')
    expect(task?.textContent).toBe('Taskfrom none → to Oil Change')
    expect(screen.getByText('Warm engine').closest('li')?.textContent).toBe('+added:Warm engine')
    await userEvent.click(screen.getByRole('button', { name: 'Hide changes' }))
    expect(screen.queryByText('added:')).toBeNull()
  })

  test('what was typed since the last save stands on top', async () => {
    const kit = await keptKit()
    await change(kit, 4, { name: 'S4 B7, 9 quarts' })
    open(kit.buildId)
    const [since] = await items()
    expect(since?.textContent).toContain('Since the last save')
    expect(since?.textContent).toContain('Kit name now S4 B7, 9 quarts')
  })

  test('is its owner’s alone: others see no history, and nothing of it is asked for', async () => {
    const asked = vi.fn(() => json(200, { original: null }))
    stubFetch(asked)
    const { kitId, buildId } = await putKit(false)
    const { kit } = await readBuild(kitId, buildId)
    const at = Date.now()
    await putRow('version', { id: newId(), kit: kitId, isMine: false, at }, versionCells(kit, at))
    open(buildId)
    await screen.findByRole('heading', { name: /^Comments/ })
    expect(screen.queryByRole('heading', { name: /^History/ })).toBeNull()
    expect(JSON.stringify(asked.mock.calls)).not.toContain('versions')
  })
})

describe('restoring', () => {
  test('brings back what was saved, as something to save again, and Undo takes that back', async () => {
    const { kitId, buildId } = await keptKit()
    open(buildId)
    await userEvent.click(await screen.findByRole('button', { name: /^Restore/ }))
    await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Version restored'))
    const live = async () => (await readBuild(kitId, buildId)).kit
    expect(await live()).toMatchObject({ notes: 'Mind the washer', task: '' })
    // Others still see the last save.
    expect((await readBuild(kitId, buildId)).shared.task).toBe('Oil Change')
    await screen.findByText('No task any more, notes changed')
    useToasts.getState().shown?.action?.onPress()
    await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Restore undone'))
    expect(await live()).toMatchObject({ task: 'Oil Change' })
    // Restored to the save: nothing is unshared.
    await waitFor(() => expect(screen.queryByText('Since the last save')).toBeNull())
    expect(screen.queryByText(/not shared yet/)).toBeNull()
  })

  test('the newest version gives up what was typed since', async () => {
    const { kitId, buildId } = await keptKit()
    setCells('kit', kitId, kitId, { name: 'A slip of the finger' })
    await settled()
    open(buildId)
    const restore = await screen.findAllByRole('button', { name: /^Restore/ })
    expect(restore).toHaveLength(2)
    await userEvent.click(restore[0]!)
    await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Version restored'))
    expect((await readBuild(kitId, buildId)).kit.name).toBe('S4 B7 oil change')
  })
})

test('a restore can be taken back after its message is gone', async () => {
  const { kitId, buildId } = await keptKit()
  const first = open(buildId)
  await userEvent.click(await screen.findByRole('button', { name: /^Restore/ }))
  await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Version restored'))
  useToasts.setState({ shown: null })
  first.unmount()
  open(buildId)
  await userEvent.click(await screen.findByRole('button', { name: 'Undo restore' }))
  await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Restore undone'))
  expect((await readBuild(kitId, buildId)).kit.task).toBe('Oil Change')
  expect(screen.queryByRole('button', { name: 'Undo restore' })).toBeNull()
})

describe('what this device does not have', () => {
  async function bareKit() {
    const kit = await putKit(true, {}, undefined, past(0))
    const old = await save(kit, 1, { isBare: true })
    await change(kit, 2, { task: 'Oil Change' })
    await save(kit, 3)
    return { ...kit, old }
  }

  test('is read from the server once, and stays for when there is no signal', async () => {
    const { kitId, buildId, old } = await bareKit()
    const stamp = '0'.repeat(19)
    const asked: string[] = []
    stubFetch(({ path }) => {
      asked.push(path)
      const versions = [{ id: old.id, body: [old.body, stamp] }]
      return json(200, path.includes('/versions') ? { versions } : { original: null })
    })
    const first = open(buildId)
    await screen.findByText('Task now Oil Change')
    expect(asked).toContain(`/api/kits/${kitId}/versions?ids=${old.id}`)
    first.unmount()
    const stored = await db.rows.get([shownPrincipal(), 'version', old.id])
    expect(stored?.cells['body']).toEqual([old.body, stamp])
    useSync.setState({ isOnline: false })
    stubApi({})
    open(buildId)
    await screen.findByText('Task now Oil Change')
    expect(await screen.findByRole('button', { name: /^Restore/ })).toBeTruthy()
  })

  test('without a signal is said, and cannot be restored', async () => {
    const { buildId } = await bareKit()
    useSync.setState({ isOnline: false })
    open(buildId)
    const words = 'Not on this device yet. It is read when there is signal.'
    expect(await screen.findAllByText(words)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull()
  })

  test('after the session ended nothing is asked, and a new login is named', async () => {
    await openAs('dana_k', { isExpired: true })
    const asked = vi.fn(() => Promise.reject(new Error('no signal')))
    stubFetch(asked)
    const { buildId } = await bareKit()
    open(buildId)
    const words = /^Not on this device yet\. It is read once you have signed in again\.$/
    expect(await screen.findAllByText(words)).toHaveLength(2)
    expect(JSON.stringify(asked.mock.calls)).not.toContain('/versions')
  })

  test('what the server does not keep any more is said too', async () => {
    const { buildId } = await bareKit()
    stubApi({ 'GET /api/kits/*': () => json(200, { versions: [] }) })
    open(buildId)
    expect(await screen.findAllByText('Not kept any more.')).toHaveLength(2)
  })
})
