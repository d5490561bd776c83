import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { dayOf, entriesOf, logByVehicle } from '#shared/kinds/maintenance.ts'
import { newId } from '#shared/ids.ts'
import { db } from '../data/device/db.ts'
import { openDevice, shownPrincipal } from '../data/device/device.ts'
import { setCells, settled } from '../data/sync/write/writeQueue.ts'
import { storeBuild } from '../data/kits/open/testBuild.ts'
import { useToasts } from '../ui/browser/toast.ts'
import { chooseMeasure } from '../show/measures.ts'
import { logCsv, logJson } from './exportLog.ts'
import { LogScreen } from './LogScreen.tsx'

const S4 = { year: 2008, make: 'Audi', model: 'S4' }
const ENTRY = { kit: null, task: 'Oil Change', day: '2026-05-01', vehicle: S4 }

beforeEach(() => openDevice())
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await settled()
  await db.pending.clear()
  await db.rows.clear()
})

function open(search = '') {
  render(
    <MemoryRouter initialEntries={[`/maintenance${search}`]}>
      <main>
        <LogScreen />
      </main>
    </MemoryRouter>,
  )
}

async function log(values: Record<string, Json>): Promise<string> {
  const id = newId()
  setCells('log', id, '', { ...ENTRY, ...values })
  await settled()
  return id
}

async function stored() {
  await settled()
  const rows = await db.pending
    .where('[p+kind+id]')
    .between([shownPrincipal(), 'log', ''], [shownPrincipal(), 'log', '\uffff'])
    .toArray()
  return entriesOf(rows)
}

const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const type = async (name: string | RegExp, text: string) =>
  fireEvent.change(await field(name), { target: { value: text } })
const vehicleButton = (name: string | RegExp) =>
  within(screen.getByRole('group', { name: 'Vehicle' })).findByRole('button', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save job' }))
const history = (title: string) => screen.findByRole('list', { name: `History of ${title}` })

describe('logging a job', () => {
  test('by hand keeps date, mileage, cost and interval on the device', async () => {
    const { kitId } = await storeBuild({ name: 'Oil' })
    setCells('kit', kitId, kitId, { vehicle: S4, vin: 'WAUGL78E88A123456' })
    await settled()
    open()
    await screen.findByText('Nothing logged yet')
    await userEvent.click(screen.getByRole('button', { name: 'Log a job' }))
    expect((await field('Date')).value).toBe(dayOf(Date.now()))
    await type('Job', 'Oil Change')
    await type('Date', '2026-11-20')
    await type(/^Mileage/, '91,200')
    await type(/^Cost/, '$84.50')
    // A press takes the kit's car, with its VIN.
    await userEvent.click(await vehicleButton('2008 Audi S4, VIN ends 3456'))
    expect((await field(/^VIN/)).value).toBe('WAUGL78E88A123456')
    await type(/^Due again after months/, '12')
    await save()
    const list = await history('2008 Audi S4')
    expect(within(list).getByText('Nov 20, 2026, 91,200 miles, $84.50')).toBeTruthy()
    expect(await stored()).toMatchObject([
      {
        task: 'Oil Change',
        day: '2026-11-20',
        mileage: { value: 91_200, unit: 'mi' },
        cost: 8_450,
        everyMonths: 12,
        vehicle: S4,
        vin: 'WAUGL78E88A123456',
      },
    ])
    expect(screen.queryByRole('form', { name: 'Job for the log' })).toBeNull()
    // The form is gone: the focus moves to the saved entry.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Oil ChangeNov 20/))
  })

  test('without a vehicle says so, and of one with a vehicle where it stands', async () => {
    await log({})
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Edit Oil Change/ }))
    await save()
    const told = () => useToasts.getState().shown?.text
    await waitFor(() => expect(told()).toBe('It stands in the log of its vehicle.'))
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Job', 'Wash')
    await save()
    expect(told()).toBe('It has no vehicle yet. Change the job to give it one.')
  })

  test('takes the focus into the form, and back to what it is about', async () => {
    await log({ task: 'Brakes' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job for 2008 Audi S4' }))
    const form = screen.getByRole('form', { name: 'Job for the log' })
    expect(document.activeElement).toBe(form)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Maintenance log' }))
    await userEvent.click(screen.getByRole('button', { name: 'Edit Brakes, May 1, 2026' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement?.textContent).toMatch(/^Brakes/)
  })

  test('names each field that is wrong, keeps what was typed, and stores nothing', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Date', '')
    await type(/^Mileage/, 'a lot')
    await type(/^Cost/, '-5')
    await type(/^Due again after miles/, '0')
    await save()
    for (const name of ['Job', 'Date', /^Mileage/, /^Cost/, /^Due again after miles/]) {
      expect((await field(name)).getAttribute('aria-invalid'), String(name)).toBe('true')
    }
    expect(document.activeElement).toBe(await field('Job'))
    expect((await field(/^Mileage/)).value).toBe('a lot')
    expect(await stored()).toEqual([])
    await type('Job', 'Brakes')
    expect((await field('Job')).getAttribute('aria-invalid')).toBeNull()
  })

  test('goes on where it was left: a reload loses nothing that was typed', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Job', 'Brakes')
    await userEvent.click(screen.getByRole('radio', { name: 'Kilometers' }))
    await type(/^Mileage in kilometers/, '120 thousand')
    cleanup()
    open()
    expect((await field('Job')).value).toBe('Brakes')
    expect((await field(/^Mileage in kilometers/)).value).toBe('120 thousand')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    cleanup()
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    expect((await field('Job')).value).toBe('')
  })

  test('half typed in an older version is there after the update', async () => {
    const text = { task: 'Brakes', day: '2026-11-20', vin: '', cost: '12,5', notes: 'rear' }
    const source = {
      text: { ...text, mileage: '', every: '', everyMonths: '' },
      unit: 'km',
      vehicle: null,
      kit: null,
      fuel: { amount: '41.5', unit: 'L', isPart: true, isMissed: false },
    }
    const form = JSON.stringify({ of: 'new', source, at: 5 })
    sessionStorage.setItem(`log-form:${shownPrincipal()}:new`, form)
    open()
    for (const [name, value] of [
      ['Job', 'Brakes'],
      [/^Cost/, '12,5'],
      [/^Notes/, 'rear'],
      [/^Fuel(?! in)/, '41.5'],
    ] as const)
      expect((await field(name)).value).toBe(value)
    const kilometers = screen.getByRole<HTMLInputElement>('radio', { name: 'Kilometers' })
    expect(kilometers.checked).toBe(true)
    cleanup()
    open()
    expect((await field('Job')).value).toBe('Brakes')
  })

  test('from a kit is kept beside another, and gone once it is saved', async () => {
    const { kitId } = await storeBuild({ name: 'Oil' })
    setCells('kit', kitId, kitId, { task: 'Oil Change', vehicle: S4 })
    await settled()
    open(`?kit=${kitId}`)
    await type(/^Notes/, 'new seal')
    cleanup()
    open()
    expect(await screen.findByText('Nothing logged yet')).toBeTruthy()
    cleanup()
    open(`?kit=${kitId}`)
    expect((await field(/^Notes/)).value).toBe('new seal')
    await save()
    await waitFor(async () => expect(await stored()).toHaveLength(1))
    cleanup()
    open(`?kit=${kitId}`)
    expect((await field(/^Notes/)).value).toBe('')
  })

  test('of a vehicle that is left out after all is of none', async () => {
    await log({ vin: 'WAUGL78E88A123456' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Job', 'Tires')
    const own = await vehicleButton('2008 Audi S4, VIN ends 3456')
    await userEvent.click(own)
    expect(own.getAttribute('aria-pressed')).toBe('true')
    // While another VIN is typed, the car stays selected.
    await type(/^VIN/, 'WAUGL78E88A1')
    expect(own.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(own)
    expect(own.getAttribute('aria-pressed')).toBe('false')
    await type(/^VIN/, '')
    await save()
    const [made] = (await stored()).filter(({ task }) => task === 'Tires')
    expect(made).toMatchObject({ vehicle: null, vin: '' })
  })

  test('of a kit begins with its vehicle, task, VIN and total, and the interval of the last time', async () => {
    await log({ everyMiles: 5_000 })
    const { kitId } = await storeBuild({ name: 'Oil', price: 1_000, qty: 2 })
    setCells('kit', kitId, kitId, { task: 'Oil Change', vehicle: S4, vin: 'WAUGL78E88A123456' })
    await settled()
    open(`?kit=${kitId}`)
    expect((await field('Job')).value).toBe('Oil Change')
    expect((await field(/^Cost/)).value).toBe('20.00')
    expect((await vehicleButton(/^2008 Audi S4/)).getAttribute('aria-pressed')).toBe('true')
    expect((await field(/^VIN/)).value).toBe('WAUGL78E88A123456')
    expect((await field(/^Due again after miles/)).value).toBe('5000')
    await type(/^Mileage/, '95000')
    await save()
    await waitFor(async () => expect(await stored()).toHaveLength(2))
    const [made] = await stored()
    expect(made).toMatchObject({ kit: kitId, mileage: { value: 95_000, unit: 'mi' }, cost: 2_000 })
    cleanup()
    open(`?kit=${kitId}`)
    await screen.findByText(/^This kit was logged before/)
  })
})

describe('a mileage that does not follow the one before it', () => {
  const OLD = { task: 'Brakes', day: '2026-05-01', mileage: 210_000 }
  async function logMileage(mileage: string) {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job for 2008 Audi S4' }))
    await type('Job', 'Cluster')
    await type('Date', '2026-06-01')
    await type(/^Mileage/, mileage)
    await save()
    return screen.findByText(/^The log has 210,000 miles on May 1, 2026\./)
  }

  test.each(['180000', '2100001'])(
    'is asked about and kept as it was typed: %s',
    async (mileage) => {
      await log(OLD)
      const question = await logMileage(mileage)
      expect(await stored()).toHaveLength(1)
      expect((await field(/^Mileage/)).value).toBe(mileage)
      await type(/^Mileage/, '210500')
      expect(question.isConnected).toBe(false)
      await save()
      await screen.findByText(/210,500 miles$/, { selector: 'li p' })
      expect((await stored())[0]).toMatchObject({ newOdometer: false })
    },
  )

  test('is of another odometer where somebody says so: the car has it, and so is what is due', async () => {
    await log({ ...OLD, everyMiles: 20_000 })
    await logMileage('180000')
    await userEvent.click(screen.getByRole('button', { name: 'The odometer was replaced' }))
    await screen.findByText('at 200,000 miles')
    expect((await stored())[0]).toMatchObject({ newOdometer: true })
    expect(screen.getByText('Jun 1, 2026, 180,000 miles, new odometer')).toBeTruthy()
  })

  test('is stored as it is where somebody says that it is right', async () => {
    await log(OLD)
    await logMileage('209000')
    await userEvent.click(screen.getByRole('button', { name: 'The mileage is right' }))
    await waitFor(async () => expect(await stored()).toHaveLength(2))
    expect((await stored())[0]).toMatchObject({ mileage: { value: 209_000 }, newOdometer: false })
  })
})

describe('an entry', () => {
  test('is removed and comes back by Undo', async () => {
    await log({ task: 'Brakes' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Brakes, May 1, 2026' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: /^History/ })).toBeNull())
    expect(await stored()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await history('2008 Audi S4')
    expect(await stored()).toMatchObject([{ task: 'Brakes', vehicle: S4 }])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('is changed in place, and keeps the details of its vehicle', async () => {
    const id = await log({ vehicle: { ...S4, trim: 'Avant' }, mileage: 90_000 })
    open()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Edit Oil Change, May 1, 2026' }),
    )
    expect((await field(/^Mileage/)).value).toBe('90000')
    await type(/^Mileage/, '')
    await type(/^Notes/, '  new seal ')
    await save()
    expect(await stored()).toMatchObject([
      { id, mileage: null, notes: 'new seal', vehicle: { ...S4, trim: 'Avant' } },
    ])
  })
})

describe('a form', () => {
  const form = () => screen.getByRole('form', { name: 'Job for the log' })

  test('that is sent twice before it can be read logs one job', async () => {
    const { kitId } = await storeBuild({ name: 'Oil' })
    setCells('kit', kitId, kitId, { task: 'Oil Change' })
    await settled()
    open(`?kit=${kitId}`)
    await field('Job')
    fireEvent.submit(form())
    fireEvent.submit(form())
    await waitFor(async () => expect(await stored()).not.toHaveLength(0))
    expect(await stored()).toHaveLength(1)
  })

  test('keeps what is typed after it was sent, until it is read', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Job', 'Brakes')
    fireEvent.submit(form())
    fireEvent.change(screen.getByLabelText(/^Notes/), { target: { value: 'squeaks' } })
    await waitFor(async () => expect(await stored()).toMatchObject([{ notes: 'squeaks' }]))
  })

  test('saves what was changed in it, and not what came from elsewhere meanwhile', async () => {
    const id = await log({ task: 'Brakes', notes: 'squeak', cost: 100 })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Brakes, May 1, 2026' }))
    await type(/^Notes/, 'gone')
    setCells('log', id, '', { cost: 4_500 })
    await settled()
    await save()
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ notes: 'gone', cost: 4_500 }]),
    )
  })

  test('of another entry does not cost the job that is half typed', async () => {
    await log({ task: 'Brakes' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Job', 'Timing belt')
    await userEvent.click(screen.getByRole('button', { name: 'Edit Brakes, May 1, 2026' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((await field('Job')).value).toBe('Timing belt')
  })
})

describe('what is due', () => {
  test('stays so when the job is logged again without its interval, which the form says, until it is ended', async () => {
    await log({
      day: '2024-05-01',
      mileage: 62_137,
      mileageKm: 100_000,
      everyMiles: 6_214,
      everyKm: 10_000,
      everyMonths: 12,
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job for 2008 Audi S4' }))
    await type('Job', 'oil change')
    await screen.findByText('Stays due every 10,000 km or 12 months.')
    await type(/^Due again after months/, '6')
    expect(screen.queryByText(/^Stays due/)).toBeNull()
    await type(/^Due again after months/, '')
    await type('Date', '2026-11-01')
    await type(/^Mileage/, '120000')
    await save()
    await screen.findByText('at 130,000 km or on Nov 1, 2027')

    await userEvent.click(screen.getByRole('button', { name: 'Stop reminding of oil change' }))
    await screen.findByText('No longer due: oil change')
    await waitFor(() => expect(screen.queryByRole('list', { name: /^Due on/ })).toBeNull())
    expect(await stored()).toMatchObject([{ every: null }, { every: null, everyMonths: null }])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('at 130,000 km or on Nov 1, 2027')
  })

  test('stands with a badge on its vehicle', async () => {
    await log({ day: '2020-01-01', everyMonths: 6, mileage: 90_000, everyMiles: 5_000 })
    await log({ task: 'Brakes', day: dayOf(Date.now()), everyMonths: 24, mileage: 91_000 })
    open()
    const due = await screen.findByRole('list', { name: 'Due on 2008 Audi S4' })
    const [first, second] = within(due).getAllByRole('listitem')
    expect(first?.textContent).toBe('OverdueOil Change at 95,000 miles or on Jul 1, 2020')
    expect(second?.textContent).toContain('LaterBrakes')
  })
})

describe('several vehicles', () => {
  test('are opened at the one that was asked for, however urgent another is', async () => {
    await log({
      vehicle: { year: 2015, make: 'Ford', model: 'Focus' },
      day: '2020-01-01',
      everyMonths: 6,
    })
    const id = await log({ day: '2026-01-01', everyMonths: 6 })
    open(`?at=${id}`)
    await history('2008 Audi S4')
    expect(screen.queryByRole('list', { name: 'History of 2015 Ford Focus' })).toBeNull()
    await userEvent.click(await vehicleButton(/Ford/))
    await history('2015 Ford Focus')
  })

  test('are picked one by one, the most urgent first, and a job saved for another shows that one', async () => {
    await log({ task: 'Brakes' })
    const focus = { year: 2015, make: 'Ford', model: 'Focus' }
    await log({ vehicle: focus, day: '2020-01-01', everyMonths: 6 })
    open()
    await history('2015 Ford Focus')
    expect(screen.queryByRole('list', { name: 'History of 2008 Audi S4' })).toBeNull()
    expect((await vehicleButton(/Ford/)).textContent).toBe('2015 Ford Focus1 overdue')
    await userEvent.click(await vehicleButton('2008 Audi S4'))
    await history('2008 Audi S4')
    expect(screen.queryByRole('list', { name: 'History of 2015 Ford Focus' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Log a job' }))
    await type('Job', 'Tires')
    await userEvent.click(await vehicleButton('2015 Ford Focus'))
    await save()
    await history('2015 Ford Focus')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Tires'))
  })

  test('none is exchanged for a more urgent one that comes in', async () => {
    await log({ vehicle: { year: 2015, make: 'Ford', model: 'Focus' } })
    open()
    await history('2015 Ford Focus')
    await log({ day: '2020-01-01', everyMonths: 6 })
    await screen.findByText('1 overdue')
    expect(screen.queryByRole('list', { name: 'Due on 2008 Audi S4' })).toBeNull()
    await history('2015 Ford Focus')
  })

  test('stay as they were picked when something is removed, taken back, or comes in', async () => {
    const focus = { year: 2015, make: 'Ford', model: 'Focus' }
    await log({ vehicle: focus })
    await log({ task: 'Brakes', day: '2026-06-01' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: '2015 Ford Focus' }))
    await userEvent.click(screen.getByRole('button', { name: 'Log a job' }))
    await type('Job', 'Tires')
    await userEvent.click(await vehicleButton('2015 Ford Focus'))
    await save()
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Tires/ }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove Tires/ })).toBeNull())
    await history('2015 Ford Focus')

    // Removing a vehicle's last job shows another vehicle, and Undo the first again.
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Oil Change/ }))
    await history('2008 Audi S4')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await history('2015 Ford Focus')

    await log({ task: 'Belt', day: '2020-01-01', everyMonths: 6 })
    await screen.findByText('1 overdue')
    await history('2015 Ford Focus')
  })
})

/** Whether the first precedes the second in the document. */
const isBefore = (first: Element, second: Element) =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

describe('the jobs at hand', () => {
  test('come first while nothing is due, else between that and what was done before', async () => {
    await storeBuild({ name: 'Oil' })
    await log({ day: dayOf(Date.now()), everyMonths: 24 })
    open()
    const atHand = () => screen.findByRole('list', { name: 'Garage mode' })
    expect(isBefore(await atHand(), await history('2008 Audi S4'))).toBe(true)
    expect(isBefore(await atHand(), screen.getByRole('list', { name: /^Due on/ }))).toBe(true)
    // While it is open nothing changes places.
    await log({ task: 'Brakes', day: '2020-01-01', everyMonths: 6 })
    await screen.findByText('Overdue')
    expect(isBefore(await atHand(), screen.getByRole('list', { name: /^Due on/ }))).toBe(true)
    cleanup()

    open()
    expect(isBefore(await screen.findByRole('list', { name: /^Due on/ }), await atHand())).toBe(
      true,
    )
    expect(isBefore(await atHand(), await history('2008 Audi S4'))).toBe(true)
  })

  test('lead to garage mode, with how far they are', async () => {
    const { kitId, lineIds } = await storeBuild({ name: 'Oil' }, { name: 'Filter' })
    setCells('line', lineIds[0] ?? '', kitId, { status: 'fitted' })
    await settled()
    open()
    const list = await screen.findByRole('list', { name: 'Garage mode' })
    const link = within(list).getByRole('link')
    expect([link.textContent, link.getAttribute('href')]).toEqual([
      'Oil and 1 more1 of 2 fitted',
      `/garage/${kitId}`,
    ])
  })
})

describe('kilometers', () => {
  afterEach(() => chooseMeasure('distance', 'mi'))

  test('are what a car is logged in that is new to whoever measures in them', async () => {
    chooseMeasure('distance', 'km')
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Job', 'Oil Change')
    await type('Mileage in kilometers (Optional)', '120000')
    await type('Due again after kilometers (Optional)', '15,000')
    await save()
    const list = await history('Vehicle not named')
    expect(within(list).getByText(/120,000 km$/)).toBeTruthy()
    expect(screen.getByText('at 135,000 km')).toBeTruthy()
    const [made] = await stored()
    expect(made).toMatchObject({
      mileage: { value: 120_000, unit: 'km' },
      every: { value: 15_000, unit: 'km' },
    })
    const { cells } = (await db.pending.toArray()).find(({ kind }) => kind === 'log')!
    expect([cells['mileage']?.[0], cells['everyMiles']?.[0]]).toEqual([74_565, 9_321])
  })

  test('are not asked for where the car’s odometer shows miles, until somebody says so', async () => {
    chooseMeasure('distance', 'km')
    await log({ mileage: 91_200, everyMiles: 5_000 })
    open()
    const list = await history('2008 Audi S4')
    expect(within(list).getByText(/91,200 miles$/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Log a job for 2008 Audi S4' }))
    await type('Job', 'Brakes')
    await type('Mileage in miles (Optional)', '150000')
    await userEvent.click(screen.getByRole('radio', { name: 'Kilometers' }))
    expect((await field(/^Mileage in kilometers/)).value).toBe('150000')
    await save()
    // After an odometer change, miles are shown in both units.
    expect(await screen.findByText(/146,772 km \(91,200 miles\)$/)).toBeTruthy()
    expect(screen.getByText('at 154,819 km (96,200 miles)')).toBeTruthy()
  })

  test('of an entry stay what they are when something else of it is changed', async () => {
    const id = await log({ mileage: 74_565, mileageKm: 120_000, everyMiles: 5_000 })
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Edit Oil Change/ }))
    expect((await field(/^Mileage in kilometers/)).value).toBe('120000')
    expect((await field(/^Due again after kilometers/)).value).toBe('8047')
    await type(/^Notes/, 'new seal')
    await save()
    await waitFor(async () =>
      expect(await stored()).toMatchObject([
        {
          id,
          notes: 'new seal',
          mileage: { value: 120_000, unit: 'km' },
          every: { value: 5_000, unit: 'mi' },
        },
      ]),
    )
  })
})

describe('a fill-up', () => {
  const fillUp = (day: string, mileage: number, fuel: Record<string, Json>) =>
    log({ task: 'Fuel', day, mileage: Math.round(mileage / 1.609344), mileageKm: mileage, fuel })

  test('says what it held, and what the car used since the one before', async () => {
    await fillUp('2026-05-01', 10_000, { amount: 41.5, unit: 'L' })
    await fillUp('2026-05-09', 10_500, { amount: 40, unit: 'L' })
    open()
    const list = await history('2008 Audi S4')
    const [later = '', first = ''] = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(later).toContain('40 L, 8.0 L/100 km')
    expect(first).toContain('41.5 L')
    expect(first).not.toContain('L/100')
  })

  test('is typed with its unit, and a number is all it takes', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log a job' }))
    await type('Job', 'Fuel')
    await userEvent.click(screen.getByRole('button', { name: 'Add fuel' }))
    await type(/^Fuel \(/, 'twelve')
    await save()
    await screen.findByText('Fuel is a number above 0 and at most 100,000, with its unit.')
    await type(/^Fuel \(/, '10,25')
    await userEvent.selectOptions(await field('Fuel in'), 'imp gal')
    await userEvent.click(screen.getByLabelText('The tank was not filled up'))
    await save()
    const [entry] = await stored()
    expect(entry?.fuel).toEqual({ amount: 10.25, unit: 'imp gal', part: true })
  })

  test('in a unit of a newer version stays as it is when something else is changed', async () => {
    await log({ task: 'Fuel', fuel: { amount: 4.1, unit: 'kg' } })
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Edit Fuel/ }))
    expect((await field('Fuel in')).value).toBe('kg')
    await type(/^Notes/, 'Hydrogen')
    await save()
    const [entry] = await stored()
    expect(entry).toMatchObject({ notes: 'Hydrogen', fuel: { amount: 4.1, unit: 'kg' } })
  })
})

describe('the export', () => {
  test('holds every entry, safe to be opened in a spreadsheet', async () => {
    await log({ task: '=HYPERLINK("http://evil")', notes: 'a, "b"\nc', cost: 1_050, mileage: 5 })
    const logs = logByVehicle(await stored(), '2026-11-22')
    const [head, ...rows] = logCsv(logs).split('\r\n')
    expect(head).toContain('Vehicle,VIN,Date,Job')
    expect(rows.join('\n')).toBe(
      `2008 Audi S4,,2026-05-01,"'=HYPERLINK(""http://evil"")",5,mi,10.50,USD,,,,"a, ""b""\nc",,,,\n`,
    )
    expect(JSON.parse(logJson(logs))).toMatchObject({
      version: 2,
      vehicles: [{ title: '2008 Audi S4', entries: [{ task: '=HYPERLINK("http://evil")' }] }],
    })
  })
})
