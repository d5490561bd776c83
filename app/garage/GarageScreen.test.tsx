import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { readBuild } from '../data/kits/open/builds.ts'
import { db } from '../data/device/db.ts'
import { openDevice, shownPrincipal } from '../data/device/device.ts'
import { setCells, settled } from '../data/sync/write/writeQueue.ts'
import { storeBuild } from '../data/kits/open/testBuild.ts'
import { afterPaint } from '../ui/browser/afterPaint.ts'
import { DockSlot } from '../ui/layers/DockAction.tsx'
import { HeadSlot } from '../ui/blocks/ScreenHead.tsx'
import { GarageScreen } from './GarageScreen.tsx'
import { setGarage } from './settings.ts'
import { stubFetch } from '../testApi.ts'

beforeEach(async () => {
  await openDevice()
  setGarage({ isDark: true, isLeftHanded: false, mark: 'fitted', isCarOpen: null })
})

afterEach(async () => {
  cleanup()
  await settled()
  localStorage.clear()
})

const PARTS: Record<string, Json>[] = [
  { name: 'Engine oil', manufacturer: 'Corvane', partNumber: 'CV-540', qty: 2 },
  { name: 'Oil filter', qty: 1 },
  { name: 'Drain plug', status: 'ordered' },
]

function show(id: string) {
  return render(
    <MemoryRouter initialEntries={[`/garage/${id}`]}>
      <HeadSlot />
      <GarageScreen id={id} />
      <DockSlot />
    </MemoryRouter>,
  )
}

async function open(...lines: Record<string, Json>[]) {
  const kit = await storeBuild(...(lines.length > 0 ? lines : PARTS))
  show(kit.kitId)
  await screen.findByRole('button', { name: /^Undo/ })
  return kit
}

test('leads to where the kit is changed in place', async () => {
  const { kitId } = await open()
  const edit = screen.getByRole('link', { name: 'Edit Kit' })
  expect(edit.getAttribute('href')).toBe(`/builder?kit=${kitId}`)
})

test('says of a kit without a name once what it is about', async () => {
  const { kitId } = await storeBuild(...PARTS)
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  setCells('kit', kitId, kitId, { vehicle, task: 'Brakes' })
  show(kitId)
  await screen.findByRole('heading', { level: 1, name: '2008 Audi S4, Brakes' })
  expect(screen.getAllByText('2008 Audi S4, Brakes')).toHaveLength(1)
  act(() => setCells('kit', kitId, kitId, { name: 'Track day' }))
  await screen.findByRole('heading', { level: 1, name: 'Track day' })
  expect(screen.getAllByText('2008 Audi S4, Brakes')).toHaveLength(1)
})

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
/** A tap, and the frame that shows it. */
async function tap(name: RegExp): Promise<void> {
  await userEvent.click(await box(name))
  await act(afterPaint)
}
const markAs = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const names = () =>
  within(screen.getByRole('list', { name: /^Parts/ }))
    .getAllByRole('checkbox')
    .map((one) => one.closest('label')?.textContent)

async function storedStatus(kitId: string, lineId: string) {
  await settled()
  return (await readBuild(kitId, '')).statuses.get(lineId)
}

describe('a part', () => {
  test('goes from need to have, ordered and fitted, each tap stored and said', async () => {
    const { kitId, lineIds } = await open()
    const [, filter = ''] = lineIds
    expect(await box(/^Oil filter/)).toHaveProperty('checked', false)
    for (const [radio, word, status] of [
      ['Have', 'Have', 'have'],
      ['Ordered', 'Ordered', 'ordered'],
      ['Fitted', 'Fitted', 'fitted'],
    ] as const) {
      await markAs(radio)
      await tap(/^Oil filter/)
      expect(await box(new RegExp(`^Oil filter ?${word}`))).toHaveProperty('checked', true)
      expect(said()).toContainEqual(expect.stringContaining(`Oil filter: ${word}.`))
      expect(await storedStatus(kitId, filter)).toBe(status)
    }
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 3')
    expect(screen.getByText('1 to buy, 1 ordered')).toBeTruthy()
  })

  test('is felt and drawn as it is fitted, and stands undrawn where it was so before', async () => {
    const felt: unknown[] = []
    Object.assign(navigator, { vibrate: (ms: number) => felt.push(ms) })
    const drawn = () => document.querySelectorAll('[data-drawn]').length
    await open()
    await markAs('Have')
    await tap(/^Oil filter/)
    expect([felt, drawn()]).toEqual([[], 0])
    await markAs('Fitted')
    await tap(/^Oil filter/)
    expect([felt.length, drawn()]).toEqual([1, 1])
    await tap(/^Oil filter/)
    expect([felt.length, drawn()]).toEqual([1, 0])
    Reflect.deleteProperty(navigator, 'vibrate')
  })

  test('is taken back by a second tap: what comes off again is in one’s hands', async () => {
    const { kitId, lineIds } = await open()
    await tap(/^Engine oil/)
    await tap(/^Engine oil/)
    expect(await storedStatus(kitId, lineIds[0] ?? '')).toBe('have')
    await markAs('Have')
    await tap(/^Engine oil/)
    expect(await storedStatus(kitId, lineIds[0] ?? '')).toBe('need')
  })

  test('tapped twice before a frame was drawn ends as the second tap left it', async () => {
    const { kitId, lineIds } = await open()
    const oil = await box(/^Engine oil/)
    act(() => oil.click())
    act(() => oil.click())
    await act(afterPaint)
    await act(afterPaint)
    expect(await storedStatus(kitId, lineIds[0] ?? '')).toBe('have')
    expect(screen.getByRole('button', { name: 'Undo: Engine oil have' })).toBeTruthy()
  })

  test('is named with its maker, number and quantity, and lines without words are left out', async () => {
    await open(
      { name: 'Oil', manufacturer: 'Corvane', partNumber: 'CV-540', qty: 2 },
      { qty: 1 },
      {
        partNumber: '115.100',
      },
    )
    const [oil, nameless, ...more] = await waitFor(() => names())
    expect(oil).toBe('OilNeed, CorvaneCV-540, quantity × 2')
    expect(nameless).toContain('115.100')
    expect(more).toEqual([])
  })

  test('that another device marked shows so', async () => {
    const { kitId, lineIds } = await open()
    setCells('line', lineIds[0] ?? '', kitId, { status: 'have' })
    await box(/^Engine oil ?Have/)
  })
})

describe('undo', () => {
  test('is always there, and takes tap after tap back', async () => {
    const { kitId, lineIds } = await open()
    const button = screen.getByRole('button', { name: 'Undo' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    expect(said()).toContain('Nothing to undo.')
    await tap(/^Drain plug/)
    await tap(/^Engine oil/)
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Engine oil fitted' }))
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Drain plug fitted' }))
    expect(await storedStatus(kitId, lineIds[0] ?? '')).toBe('need')
    expect(await storedStatus(kitId, lineIds[2] ?? '')).toBe('ordered')
    expect(said()).toContain('Undone. Drain plug: Ordered. 0 of 3 fitted.')
  })

  test('survives leaving the screen, and leaves alone what was changed elsewhere since', async () => {
    const { kitId, lineIds } = await open()
    await tap(/^Oil filter/)
    await settled()
    cleanup()
    setCells('line', lineIds[1] ?? '', kitId, { status: 'ordered' })
    await settled()
    show(kitId)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo: Oil filter fitted' }))
    expect(said()).toContainEqual(expect.stringContaining('was changed elsewhere'))
    expect(await storedStatus(kitId, lineIds[1] ?? '')).toBe('ordered')
  })
})

describe('still to buy', () => {
  test('shows what is needed, and keeps what is marked under the thumb', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Still to buy (2)' }))
    expect(names()).toHaveLength(2)
    await markAs('Have')
    await tap(/^Engine oil/)
    expect(names()).toHaveLength(2)
    const filter = screen.getByRole('button', { name: 'Still to buy (1)' })
    expect(filter.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(filter)
    expect(names()).toHaveLength(3)
    await userEvent.click(filter)
    expect(names()).toHaveLength(1)
  })

  test('says when nothing is left', async () => {
    await open({ name: 'Rags', status: 'have' })
    await userEvent.click(screen.getByRole('button', { name: 'Still to buy (0)' }))
    expect(screen.getByText('Nothing is left to buy.')).toBeTruthy()
  })
})

/** Fakes the Wake Lock API, counting requests and releases. */
function stubWakeLock(request: () => Promise<unknown>) {
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
}

describe('the screen', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'))

  const hint = /lets the screen turn off/

  test('is kept on for as long as garage mode stands, and only without that there is a hint', async () => {
    const locks: (EventTarget & { released: boolean; release: () => Promise<void> })[] = []
    stubWakeLock(() => {
      const lock = Object.assign(new EventTarget(), {
        released: false,
        release() {
          lock.released = true
          lock.dispatchEvent(new Event('release'))
          return Promise.resolve()
        },
      })
      locks.push(lock)
      return Promise.resolve(lock)
    })
    await open()
    await waitFor(() => expect(locks).toHaveLength(1))
    expect(screen.queryByText(hint)).toBeNull()
    // The system released it for another app: it is requested again.
    await act(async () => locks[0]?.release())
    await screen.findByText(hint)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(screen.queryByText(hint)).toBeNull())
    cleanup()
    expect(locks.map(({ released }) => released)).toEqual([true, true])
  })

  test('may go off where the browser has no such thing or says no, and there is a hint', async () => {
    await open()
    await screen.findByText(hint)
    cleanup()
    stubWakeLock(() => Promise.reject(new DOMException('battery', 'NotAllowedError')))
    await open()
    await screen.findByText(hint)
  })

  test('is dark whatever the app is, unless that is turned off, and as before afterwards', async () => {
    const theme = () => document.documentElement.dataset['theme']
    localStorage.setItem('theme', 'light')
    await open()
    expect(theme()).toBe('dark')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dark in garage mode' }))
    await waitFor(() => expect(theme()).toBe('light'))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dark in garage mode' }))
    cleanup()
    await waitFor(() => expect(theme()).toBe('light'))
    expect(localStorage.getItem('theme')).toBe('light')
  })

  test('has the boxes on the left for the left hand, and remembers that', async () => {
    await open()
    const list = screen.getByRole('list', { name: /^Parts/ })
    const before = list.className
    await userEvent.click(screen.getByRole('checkbox', { name: /for the left hand$/ }))
    expect(list.className).not.toBe(before)
    expect(localStorage.getItem('garage')).toContain('"isLeftHanded":true')
  })
})

describe('what else it shows', () => {
  test('the notes and the job sheet open from the dock', async () => {
    const { kitId } = await open()
    setCells('kit', kitId, kitId, { notes: '**Drain plug 30 Nm**, new seal' })
    await screen.findByRole('heading', { name: 'Drain plug 30 Nm' })
    await userEvent.click(screen.getByRole('button', { name: 'Notes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Notes' })
    expect(dialog.textContent).toContain('new seal')
  })

  test('a kit without parts leads to the builder', async () => {
    const { kitId } = await storeBuild({ qty: 1 })
    show(kitId)
    await screen.findByText('No parts in this kit yet')
    expect(screen.getByRole('link', { name: 'Open in the builder' }).getAttribute('href')).toBe(
      `/builder?kit=${kitId}`,
    )
  })

  test('what is not needed is neither listed nor to be bought', async () => {
    await open({ name: 'Brake pads', qty: 1 }, { name: 'Brake discs', qty: 0 })
    expect(names()).toEqual(['Brake padsNeed'])
    expect(screen.getByRole('button', { name: 'Still to buy (1)' })).toBeTruthy()
  })

  test('somebody else’s kit has no marks, and leads to a copy', async () => {
    const kitId = newId()
    const buildId = newBuildId()
    const cells = { buildId: [buildId, packStamp(1, 0, 'otherNode')] as [Json, string] }
    const principal = shownPrincipal()
    await db.rows.put({
      p: principal,
      kind: 'kit',
      id: kitId,
      kit: kitId,
      mine: false,
      cells,
      buildId,
    })
    show(buildId)
    await screen.findByRole('heading', { name: 'Garage mode is for your own kits' })
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })

  test('a kit that is not on this device says so, and looks again', async () => {
    const calls = vi.fn(() => Promise.reject(new TypeError('no signal')))
    stubFetch(calls)
    show(newBuildId())
    await screen.findByRole('heading', { name: 'Not on this device yet' })
    calls.mockClear()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(calls).toHaveBeenCalled())
  })
})

describe('the car from above', () => {
  const BRAKES = ['Rotor, front left', 'Rotor FR', 'Front brake pads', 'Brake fluid', 'Brake pads']
  const openBrakes = () => open(...BRAKES.map((name) => ({ name })))
  const places = () =>
    within(screen.getByRole('list', { name: 'Places' }))
      .getAllByRole('button')
      .map((one) => one.textContent)
  const place = (name: RegExp) => screen.getByRole('button', { name })

  test('has a button with its count for each place that lines name', async () => {
    await openBrakes()
    expect(places()).toEqual(['Front left 1 part', 'Front axle 1 part', 'Front right 1 part'])
  })

  test('shows what sits at a place, and all again by a second press and by a button', async () => {
    await openBrakes()
    await userEvent.click(place(/^Front left/))
    expect(place(/^Front left/).getAttribute('aria-pressed')).toBe('true')
    expect(said()).toContain('Front left: 1 of 5 parts.')
    expect(names()).toEqual(['Rotor, front leftNeed'])
    await userEvent.click(place(/^Front left/))
    expect(names()).toHaveLength(5)
    await userEvent.click(place(/^Front axle/))
    expect(names()).toEqual(['Front brake padsNeed'])
    await userEvent.click(place(/^Show all/))
    expect(names()).toHaveLength(5)
    // The focused button is gone.
    expect(document.activeElement).toBe(place(/^Front axle/))
  })

  test('goes with what is still to buy', async () => {
    const { lineIds, kitId } = await openBrakes()
    setCells('line', lineIds[1] ?? '', kitId, { status: 'have' })
    await box(/^Rotor FR ?Have/)
    await userEvent.click(place(/^Front right/))
    await userEvent.click(screen.getByRole('button', { name: 'Still to buy (4)' }))
    expect(screen.getByText('Nothing is left to buy.')).toBeTruthy()
  })

  test('tells what was done there before, of this car alone', async () => {
    const { kitId } = await openBrakes()
    const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
    const log = (values: Record<string, Json>) =>
      setCells('log', newId(), '', { kit: null, day: '2024-03-02', vehicle, ...values })
    setCells('kit', kitId, kitId, { vehicle })
    log({ task: 'Front left hub', mileage: 82000 })
    log({ task: 'Rear shocks' })
    log({ task: 'Front left shock', vehicle: { ...vehicle, model: 'A4' } })
    await screen.findByRole('button', { name: 'Front left 1 part, 1 job' })
    await userEvent.click(place(/^Front left/))
    const done = await screen.findByRole('list', { name: 'Done before, front left' })
    expect(done.textContent).toBe('Front left hub Mar 2, 2024, 82,000 miles')
    // Only places of this kit: none at the rear.
    expect(places()).toHaveLength(3)
  })

  test('is not there for a single line that names a place', async () => {
    await open({ name: 'Rotor, front left' }, { name: 'Brake fluid' })
    expect(screen.queryByRole('region', { name: 'Where on the car' })).toBeNull()
  })
})
