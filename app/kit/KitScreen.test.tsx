import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { newBuildId, newId } from '#shared/ids.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { readBuild } from '../data/kits/open/builds.ts'
import { settled } from '../data/sync/write/writeQueue.ts'
import { useToasts } from '../ui/browser/toast.ts'
import { KitScreen } from './KitScreen.tsx'
import { openAs, putKit, putRow } from './testKit.ts'
import { json, stubFetch } from '../testApi.ts'

beforeEach(() => openAs(null))

afterEach(async () => {
  cleanup()
  await settled()
  useToasts.setState({ shown: null, next: null })
})

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

const address = () => screen.getByLabelText('Address').textContent ?? ''

function open(id: string) {
  return render(
    <MemoryRouter initialEntries={[`/kit/${id}`]}>
      <KitScreen id={id} />
      <Address />
    </MemoryRouter>,
  )
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('what it shows', () => {
  test('name, vehicle, task and formatted notes', async () => {
    const { buildId } = await putKit(false, {
      task: 'Oil Change',
      vehicle: { year: 2008, make: 'Audi', model: 'S4' },
      notes: '**Drain plug 30 Nm**, new seal',
    })
    open(buildId)
    await heading('S4 B7 oil change')
    expect(screen.getByText('2008 Audi S4')).toBeTruthy()
    expect(screen.getByText('Oil Change')).toBeTruthy()
    const notes = screen.getByRole('region', { name: 'Notes' })
    expect((await within(notes).findByText('Drain plug 30 Nm')).tagName).toBe('STRONG')
  })

  test('opens by its kit id too, and calls a kit without a name by what is in it', async () => {
    const about = { name: 'Build hT4kQ9', vehicle: null, task: '' }
    const { kitId } = await putKit(false, about, [{ name: 'Brake disc' }, { name: 'Brake pad' }])
    open(kitId)
    await heading('Brake disc and 1 more')
  })

  test('the parts with their sums, a way to the shop where there is one, and the notice', async () => {
    const { buildId } = await putKit(false, {}, [
      {
        name: 'Engine oil',
        manufacturer: 'Demo Lubricants',
        partNumber: '2332',
        price: 4599,
        qty: 2,
        link: 'https://shop.demo.example/oil',
      },
      { name: 'Sealing ring', price: 110, qty: 1 },
      {},
    ])
    open(buildId)
    const table = await screen.findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual([
      'Part Name',
      'Manufacturer',
      'Part Number',
      'Unit Price',
      'Qty',
      'Total Price',
      'Links',
    ])
    const [, oil, ring, total, ...others] = within(table).getAllByRole('row')
    expect(others).toEqual([])
    const cells = within(oil!).getAllByRole('cell')
    expect(cells.slice(0, 6).map((cell) => cell.textContent)).toEqual([
      'Engine oil',
      'Demo Lubricants',
      '2332',
      '$45.99',
      '2',
      '$91.98',
    ])
    const buy = within(oil!).getByRole('link', {
      name: 'Buy Engine oil at shop.demo.example, opens in a new tab',
    })
    expect(buy.getAttribute('href')).toBe('https://shop.demo.example/oil')
    expect(buy.getAttribute('target')).toBe('_blank')
    expect(buy.getAttribute('rel')).toBe('sponsored noopener noreferrer ugc nofollow')
    expect(within(ring!).queryByRole('link', { name: /^Buy/ })).toBeNull()
    const find = within(ring!).getByRole('link', { name: 'Find it: Sealing ring' })
    expect(find.getAttribute('href')).toMatch(/^\/parts\?q=Sealing\+ring/)
    expect(total!.textContent).toContain('Grand total$93.08')
    expect(screen.getByText(/does not affect products, prices or order/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'How this works' }).getAttribute('href')).toBe(
      '/affiliate-disclosure',
    )
  })

  test('its link to copy, with an honest word once it is copied', async () => {
    const { buildId } = await putKit(false)
    const user = userEvent.setup()
    open(buildId)
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    await waitFor(() =>
      expect(useToasts.getState().shown).toMatchObject({
        title: 'Link copied!',
        text: 'Build link copied to clipboard',
      }),
    )
    expect(await navigator.clipboard.readText()).toContain(`/list/${buildId}`)
  })
})

describe('what can be done with it', () => {
  test('everybody may customize it into a build with an id of its own', async () => {
    const { buildId } = await putKit(false)
    open(buildId)
    const customize = await screen.findByRole('link', { name: 'Customize This Kit' })
    expect(customize.getAttribute('href')).toMatch(
      new RegExp(`^/builder\\?build=[A-Za-z0-9]{6}&load=${buildId}$`),
    )
    expect(screen.queryByRole('link', { name: 'Edit Kit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete kit' })).toBeNull()
  })

  test.each([null, 'dana_k'])(
    'its owner may edit it in place, account or not: %s',
    async (name) => {
      await openAs(name)
      const { kitId, buildId } = await putKit(true)
      open(buildId)
      const edit = await screen.findByRole('link', { name: 'Edit Kit' })
      expect(edit.getAttribute('href')).toBe(`/builder?kit=${kitId}`)
    },
  )

  test('deleting leads to the kits, and Undo back', async () => {
    await openAs('dana_k')
    const { kitId, buildId } = await putKit(true)
    open(buildId)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete kit' }))
    await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Kit deleted'))
    expect(address()).toBe('/create-kits')
    expect((await readBuild(kitId, buildId)).isGone).toBe(true)
    useToasts.getState().shown?.action?.onPress()
    await waitFor(() => expect(address()).toBe(`/kit/${buildId}`))
    expect((await readBuild(kitId, buildId)).isGone).toBe(false)
  })
})

test('shows what was saved, and tells its owner that later changes are not shared', async () => {
  await openAs('dana_k')
  const { kitId, buildId } = await putKit(true, { name: 'As it was saved' })
  const { kit } = await readBuild(kitId, buildId)
  const at = Date.now() + 1_000
  await putRow('version', { id: newId(), kit: kitId, isMine: true, at }, versionCells(kit, at))
  const first = open(buildId)
  await heading('As it was saved')
  expect(screen.getByText(/^Saved \d\d:\d\d today$/)).toBeTruthy()
  expect(screen.queryByText(/not shared yet/)).toBeNull()
  first.unmount()

  await putRow(
    'kit',
    { id: kitId, kit: kitId, isMine: true, at: at + 1_000, buildId },
    { buildId, name: 'Changed since' },
  )
  open(buildId)
  await heading('As it was saved')
  expect(screen.getByText(/Changes since your last save are not shared yet/)).toBeTruthy()
})

describe('what nobody else can open is not said to be live', () => {
  const panel = async () => {
    await heading('S4 B7 oil change')
    return screen.getByRole('complementary', { name: 'Total and sharing' }).textContent
  }

  test('a kit that an administrator has hidden', async () => {
    await openAs('dana_k')
    const { buildId } = await putKit(true, { hidden: true })
    open(buildId)
    expect(await panel()).toContain('Hidden. An administrator has hidden this kit')
    expect(await panel()).not.toMatch(/Live|Anyone/)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copy link' }))
    await waitFor(() =>
      expect(useToasts.getState().shown?.text).toBe(
        'Build link copied to clipboard. It opens for nobody else as long as the kit is hidden.',
      ),
    )
  })

  test('a kit of an account that was deleted', async () => {
    await openAs('dana_k', { ended: 'deleted' })
    const { buildId } = await putKit(true)
    open(buildId)
    expect(await panel()).toContain('Not shared. Your account was deleted.')
    expect(await panel()).not.toMatch(/Live|Anyone/)
  })
})

describe('when there is nothing to show', () => {
  test('says that it loads', () => {
    open(newBuildId())
    expect(screen.getByText('Loading kit...')).toBeTruthy()
  })

  test('a kit nobody has is not found', async () => {
    stubFetch(() => json(404, { error: 'Not found', code: 'not_found' }))
    open(newBuildId())
    await heading('Kit not found')
  })

  test('offline it opens later, and Retry looks again', async () => {
    open(newBuildId())
    await heading('Not on this device yet')
    expect(screen.getByText("It will open when you're back online")).toBeTruthy()
    stubFetch(() => json(404, { error: 'Not found', code: 'not_found' }))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await heading('Kit not found')
  })

  test('an answer that is none of ours can be tried again', async () => {
    stubFetch(() => new Response('<html>', { status: 502 }))
    open(newBuildId())
    await heading('Failed to load kit')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a kit that was deleted is not found', async () => {
    const { buildId } = await putKit(true, { del: true })
    open(buildId)
    await heading('Kit not found')
  })
})

describe('the car from above', () => {
  const BRAKES = ['Rotor FL', 'Rear pads', 'Front pads', 'Brake fluid'].map((name) => ({
    name,
    price: 1000,
  }))
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const logRear = () =>
    putRow(
      'log',
      { id: newId(), kit: '', isMine: true },
      { task: 'Rear left shock', day: '2024-03-02', vehicle, kit: null },
    )

  test('lists the parts of the place that is pressed, until it is pressed again', async () => {
    const { buildId } = await putKit(false, {}, BRAKES)
    open(buildId)
    const place = await screen.findByRole('button', { name: 'Front left 1 part' })
    await userEvent.click(place)
    expect(screen.getByText('Front left: 1 of 4 parts.')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Parts, front left' }).textContent).toContain(
      'Rotor FL',
    )
    await userEvent.click(place)
    expect(screen.queryByRole('list', { name: 'Parts, front left' })).toBeNull()
  })

  test('has the places of one’s own log too, and says where no part of the kit sits', async () => {
    const { buildId } = await putKit(true, { vehicle }, BRAKES)
    await logRear()
    open(buildId)
    await userEvent.click(await screen.findByRole('button', { name: 'Rear left 1 job' }))
    expect(screen.getByText('Rear left: no part of this kit.')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Done before, rear left' }).textContent).toBe(
      'Rear left shock Mar 2, 2024',
    )
  })

  test('of somebody else’s kit keeps one’s own log out', async () => {
    const { buildId } = await putKit(false, { vehicle }, BRAKES)
    await logRear()
    open(buildId)
    await screen.findByRole('button', { name: 'Rear axle 1 part' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(screen.queryByRole('button', { name: /^Rear left/ })).toBeNull()
  })

  test('is not there for a single part that names a place', async () => {
    const { buildId } = await putKit(false, {}, BRAKES.slice(0, 1))
    open(buildId)
    await screen.findByRole('heading', { name: /^Comments/ })
    expect(screen.queryByRole('heading', { name: 'Where on the car' })).toBeNull()
  })
})

test('a kit without a VIN tells what is due on every car of its model, and on which', async () => {
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const { buildId } = await putKit(true, { vehicle })
  for (const [vin, task] of [
    ['WAUGL78E88A123456', 'Oil change'],
    ['WAUGL78E88A654321', 'Brake pads'],
  ] as const) {
    const values = { task, day: '2020-03-01', vehicle, vin, everyMonths: 12 }
    await putRow('log', { id: newId(), kit: '', isMine: true }, values)
  }
  open(buildId)
  const due = await screen.findByRole('list', { name: 'Due on this vehicle' })
  within(due).getByRole('link', { name: 'Oil change overdue, VIN ends 3456' })
  within(due).getByRole('link', { name: 'Brake pads overdue, VIN ends 4321' })
})
