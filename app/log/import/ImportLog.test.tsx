import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { bookOf, zipOf } from '#shared/tables/testZip.ts'
import { newId } from '#shared/ids.ts'
import { entriesOf, logByVehicle } from '#shared/kinds/maintenance.ts'
import { db } from '../../data/device/db.ts'
import { openDevice, shownPrincipal } from '../../data/device/device.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { logCsv, logWorkbook } from '../exportLog.ts'
import { LogScreen } from '../LogScreen.tsx'
import { DRIVVO, FUELLY_KM, FUELLY_MILES, LUBELOGGER_SERVICE } from './testFiles.ts'

const GOLF = { year: 2015, make: 'Volkswagen', model: 'Golf' }
const TRUCK = { year: 2019, make: 'Ford', model: 'F-150' }

beforeEach(() => openDevice())
afterEach(async () => {
  cleanup()
  await settled()
  await db.pending.clear()
  await db.rows.clear()
})

function open() {
  render(
    <MemoryRouter initialEntries={['/maintenance']}>
      <main>
        <LogScreen />
      </main>
    </MemoryRouter>,
  )
}

async function log(values: Record<string, Json>): Promise<void> {
  setCells('log', newId(), '', { kit: null, task: 'Oil', day: '2026-01-01', ...values })
  await settled()
}

async function stored() {
  await settled()
  const rows = await db.pending
    .where('[p+kind+id]')
    .between([shownPrincipal(), 'log', ''], [shownPrincipal(), 'log', '\uffff'])
    .toArray()
  return entriesOf(rows)
}

async function bring(text: BlobPart, name = 'export.csv') {
  const input = await screen.findByLabelText('File to import')
  await userEvent.upload(input, new File([text], name, { type: 'text/csv' }))
}
const importButton = (name: RegExp | string) => screen.findByRole('button', { name })
const seen = () => screen.findByRole('list', { name: 'As it would be stored' })

describe('a file', () => {
  test('is looked at first, and stored only then, with its units as they are', async () => {
    await log({ vehicle: GOLF })
    open()
    await bring(FUELLY_KM)
    await screen.findByRole('heading', { name: 'Fuelly: 3 entries' })
    expect((await seen()).textContent).toContain('Mar 1, 2026, 120,500 km, $71.51, 39.752 L')
    expect(await stored()).toHaveLength(1)
    await userEvent.click(await importButton('2015 Volkswagen Golf'))
    await userEvent.click(await importButton('Import 3 entries'))
    await screen.findByText('3 entries imported')
    const [latest] = await stored()
    expect(latest).toMatchObject({
      task: 'Fuel',
      vehicle: GOLF,
      mileage: { value: 121_350, unit: 'km' },
      fuel: { amount: 48.07, unit: 'L' },
    })
    await screen.findByText(/48\.07 L, 8\.0 L\/100 km$/)
  })

  test('that was imported can be taken out again', async () => {
    await log({ vehicle: GOLF })
    open()
    await bring(DRIVVO)
    await userEvent.click(await importButton('Import 4 entries'))
    await screen.findByText('4 entries imported')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(stored).toHaveLength(1)
    expect(screen.queryByText('4 entries imported')).toBeNull()
  })

  test('that is brought twice adds what is new alone, unless somebody says so', async () => {
    await log({ vehicle: GOLF })
    open()
    await bring(DRIVVO)
    await userEvent.click(await importButton('Import 4 entries'))
    await screen.findByText('4 entries imported')
    await bring(`${DRIVVO}\n"122900.0","2026-03-01 10:00:00","55","Tires","",""`)
    await screen.findByText(/^4 rows are in the log already/)
    expect((await seen()).textContent).toContain('Tires')
    await importButton('Import 1 entry')
    await userEvent.click(screen.getByLabelText('Import them all the same'))
    await importButton('Import 5 entries')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await stored()).toHaveLength(5)
  })

  test('whose readings are in a log is of that car, however the file calls it', async () => {
    await log({ vehicle: TRUCK })
    await log({ vehicle: GOLF, day: '2026-03-14', mileage: 75_124, mileageKm: 120_900 })
    open()
    await bring(FUELLY_KM)
    await screen.findByText('The file calls its car “Blue one Golf”.')
    const [chosen] = screen.getAllByRole('button', { name: '2015 Volkswagen Golf', pressed: true })
    expect(chosen).toBeTruthy()
  })

  test('of two cars asks which each is, and leaves out what is not wanted', async () => {
    await log({ vehicle: TRUCK })
    open()
    await bring(FUELLY_MILES)
    await screen.findByText('Say which vehicle “Truck F-150” and “Van Transit” is.')
    const [first] = screen.getAllByRole('group', { name: 'Vehicle' })
    if (!first) throw new Error('no vehicle is asked for')
    await userEvent.click(within(first).getByRole('button', { name: '2019 Ford F-150' }))
    const [, second] = screen.getAllByLabelText('Leave these out')
    if (!second) throw new Error('nothing can be left out')
    await userEvent.click(second)
    await userEvent.click(screen.getByLabelText('imp gal'))
    await userEvent.click(await importButton('Import 1 entry'))
    await screen.findByText('1 entry imported')
    expect((await stored())[0]).toMatchObject({
      vehicle: TRUCK,
      mileage: { value: 62_410, unit: 'mi' },
      fuel: { amount: 16.566, unit: 'imp gal' },
    })
  })

  test('without units is read in those that somebody says', async () => {
    open()
    await bring(LUBELOGGER_SERVICE)
    await userEvent.click(await screen.findByLabelText('Kilometers'))
    expect((await seen()).textContent).toContain('Apr 9, 2026, 91,200 km, $84.50')
  })

  test('whose price may be of one gallon or of all of them is not stored before somebody says which', async () => {
    open()
    await bring('date,price,gallons,odometer\n2026-01-18,28.82,11.308,118628')
    const button = await importButton('Import 1 entry')
    await screen.findByText('Choose above what its amounts mean.')
    await userEvent.click(button)
    expect(await stored()).toEqual([])
    await userEvent.click(screen.getByRole('radio', { name: 'The whole fill-up' }))
    expect((await seen()).textContent).toContain('118,628 miles, $28.82, 11.308 US gal')
    await userEvent.click(button)
    await screen.findByText('1 entry imported')
    expect((await stored())[0]).toMatchObject({ cost: 2_882 })
  })

  test('with two equal rows has two, and once more none', async () => {
    const toll = '2026-02-01,98200,Toll,4.50'
    const text = `Date,Odometer,Description,Cost\n${toll}\n${toll}`
    open()
    await bring(text)
    await userEvent.click(await importButton('Import 2 entries'))
    await screen.findByText('2 entries imported')
    await bring(`${text}\n${toll}`)
    await screen.findByText(/^2 rows are in the log already/)
    await importButton('Import 1 entry')
  })

  test('without a currency is in the one that somebody says, and seen so before it is stored', async () => {
    open()
    await bring('Date,Job,Cost\n2026-02-03,Wipers,24.50\n2026-02-04,Belt,CHF 30')
    const choice = await screen.findByRole('combobox', { name: 'Amounts in' })
    expect(choice).toMatchObject({ value: 'USD' })
    await userEvent.selectOptions(choice, 'EUR')
    expect((await seen()).textContent).toMatch(/€24\.50.*CHF\s30\.00/)
    await userEvent.click(await importButton('Import 2 entries'))
    await screen.findByText('2 entries imported')
    const costs = (await stored()).map(({ cost }) => cost)
    expect(new Set(costs)).toEqual(new Set(['CHF 30.00', 'EUR 24.50']))
  })

  test('of any other app is read by the columns that somebody says', async () => {
    open()
    await bring('When,What was done,Reading\n2026-02-03,Wipers,90000')
    await screen.findByText('Row 2: it has no date')
    await userEvent.selectOptions(await screen.findByLabelText('When'), 'Date')
    await userEvent.selectOptions(await screen.findByLabelText('What was done'), 'Job')
    await userEvent.selectOptions(await screen.findByLabelText('Reading'), 'Mileage')
    await userEvent.click(await importButton('Import 1 entry'))
    await screen.findByText('1 entry imported')
    expect((await stored())[0]).toMatchObject({ task: 'Wipers', mileage: { value: 90_000 } })
  })

  test('that is none says so, and stores nothing', async () => {
    open()
    await bring('no table')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'There is no table with heads in this file.',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByText('Nothing logged yet')
  })
})

describe('a mileage in a file that contradicts others of its vehicle', () => {
  const HEADS = 'Date,Description,Odometer (km),Cost'
  const SLIPPED = [
    HEADS,
    '2026-04-01,Wash,122000,8',
    '2026-03-01,Wipers,12150,24',
    '2026-02-01,Oil,121000,80',
    '2026-01-01,Tires,120000,400',
  ].join('\n')
  const named = () => screen.findByText('1 mileage contradicts another of its vehicle:')
  const answer = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
  const mileages = async () =>
    (await stored()).map(({ task, mileage }) => `${task} ${mileage?.value ?? 'none'}`)

  test('is named, and nothing is stored before somebody says what becomes of it', async () => {
    await log({ vehicle: GOLF })
    open()
    await bring(SLIPPED)
    await named()
    await screen.findByText('Row 3: 12,150 km on Mar 1, 2026, but 121,000 km on Feb 1, 2026')
    const button = await importButton('Import 4 entries')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    await screen.findByText('Choose above what becomes of these mileages.')
    expect(await stored()).toHaveLength(1)
  })

  test('is left out, its entry stays and has it in the notes, and once more it is in the log', async () => {
    await log({ vehicle: GOLF, task: 'Bought', day: '2025-01-01' })
    open()
    await bring(SLIPPED)
    await named()
    await answer('Leave the mileages out')
    await userEvent.click(await importButton('Import 4 entries'))
    await screen.findByText('4 entries imported')
    expect(await mileages()).toEqual([
      'Wash 122000',
      'Wipers none',
      'Oil 121000',
      'Tires 120000',
      'Bought none',
    ])
    const [, wipers] = await stored()
    expect(wipers).toMatchObject({ notes: 'Mileage: 12,150 km', cost: 2_400 })
    await bring(SLIPPED)
    await screen.findByText(/^4 rows are in the log already/)
    await importButton('Nothing to import')
  })

  test('is stored as it is, or as the first of another odometer, where somebody says so', async () => {
    await log({ vehicle: GOLF, task: 'Bought', day: '2025-01-01' })
    open()
    await bring(SLIPPED)
    await named()
    await answer('The odometer was replaced')
    expect((await seen()).textContent).toContain('12,150 km, new odometer')
    await answer('Keep them as they are')
    expect((await seen()).textContent).not.toContain('new odometer')
    await userEvent.click(await importButton('Import 4 entries'))
    await screen.findByText('4 entries imported')
    expect((await stored())[1]).toMatchObject({ mileage: { value: 12_150 }, newOdometer: false })
  })

  test('is also one that contradicts the log, and not where it is of another car', async () => {
    await log({ vehicle: GOLF, task: 'Oil', day: '2026-03-01', mileage: 80_000 })
    await log({ vehicle: TRUCK, task: 'Oil', day: '2026-03-01' })
    open()
    await bring(`${HEADS}\n2026-05-01,Brakes,90000,8`)
    await userEvent.click(await importButton('2015 Volkswagen Golf'))
    await named()
    await screen.findByText('Row 2: 90,000 km on May 1, 2026, but 80,000 miles on Mar 1, 2026')
    await answer('Keep them as they are')
    await userEvent.click(
      screen.getAllByRole('button', { name: '2019 Ford F-150' })[0] ?? document.body,
    )
    expect(screen.queryByText(/contradicts another/)).toBeNull()
    // An answer is of those that were asked about.
    await userEvent.click(
      screen.getAllByRole('button', { name: '2015 Volkswagen Golf' })[0] ?? document.body,
    )
    await named()
    expect(screen.getByRole('radio', { name: 'Keep them as they are' })).toMatchObject({
      checked: true,
    })
  })

  test('near zero, from which the others go on, is taken for another odometer, and said', async () => {
    await log({ vehicle: GOLF, task: 'Bought', day: '2020-01-01' })
    open()
    const rows = ['2024-05-01,Oil,210000,50', '2025-02-01,Cluster,5,300', '2026-10-01,Oil,4000,50']
    await bring([HEADS, ...rows].join('\n'))
    await named()
    await screen.findByText('Row 2: 210,000 km on May 1, 2024, but 5 km on Feb 1, 2025')
    expect(screen.getByRole('radio', { name: 'The odometer was replaced' })).toMatchObject({
      checked: true,
    })
    await userEvent.click(await importButton('Import 3 entries'))
    await screen.findByText('3 entries imported')
    expect((await stored()).map(({ newOdometer }) => newOdometer)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})

test.each([
  [1_050, 'en-US', 'export.csv'],
  ['EUR 10.50', 'de-DE', 'export.csv'],
  ['JPY 1050', 'de-CH', 'export.csv'],
  [1_050, 'en-US', 'export.xlsx'],
  ['EUR 10.50', 'de-DE', 'export.xlsx'],
  ['JPY 1050', 'de-CH', 'export.xlsx'],
])('what the log exports it reads again, whole: %j, in %s, %s', async (cost, language, name) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  await log({
    vehicle: GOLF,
    vin: 'WVWZZZ1KZAW000001',
    mileage: 74_565,
    mileageKm: 120_000,
    newOdometer: true,
    cost,
    fuel: { amount: 40.5, unit: 'imp gal', part: true, missed: true },
    everyMiles: 9_321,
    everyKm: 15_000,
    everyMonths: 12,
    notes: '=1+1, "so"\nand on',
  })
  const before = await stored()
  const logs = logByVehicle(before, '2026-11-22')
  await db.pending.clear()
  open()
  await bring(name === 'export.csv' ? logCsv(logs) : logWorkbook(logs), name)
  await userEvent.click(await importButton('Import 1 entry'))
  await screen.findByText('1 entry imported')
  const [entry] = await stored()
  const [{ id: _, ...expected } = { id: '' }] = before
  expect(entry).toMatchObject(expected)
})

describe('a workbook', () => {
  // Contexts of these tests have no streams that unpack.
  const fileOf = (sheets: Record<string, string>) =>
    new Blob([zipOf(bookOf({ sheets, styles }).map((one) => ({ ...one, isStored: true })))])
  const texts = (cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
  const sheet = (job: string) =>
    texts(['Date', 'Job', 'Mileage', 'Cost']) +
    `<row><c s="1"><v>46093</v></c><c t="str"><v>${job}</v></c><c><v>74565</v></c><c s="2"><v>84.5</v></c></row>`
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$€-2] 0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'

  test('of several sheets is read whole, and which vehicle a sheet is of is asked', async () => {
    await log({ vehicle: GOLF })
    open()
    const sheets = { Golf: sheet('Oil'), Bus: sheet('Tires'), Notes: texts(['no', 'table']) }
    await bring(fileOf(sheets), 'log.xlsx')
    await screen.findByRole('heading', { name: '2 entries' })
    await screen.findByText('Say which vehicle “Bus” is.')
    const rows = within(await seen())
    rows.getByText(/Oil/)
    await userEvent.click(
      screen.getAllByRole('checkbox', { name: 'Leave these out' })[1] ?? document.body,
    )
    await userEvent.click(await importButton('Import 1 entry'))
    await screen.findByText('1 entry imported')
    const stories = await stored()
    expect(stories).toContainEqual(
      expect.objectContaining({ task: 'Oil', day: '2026-03-12', cost: 'EUR 84.50', vehicle: GOLF }),
    )
  })

  test('is never read as another distance: a number with three decimals is asked about', async () => {
    open()
    const row = `<row><c s="1"><v>46093</v></c><c t="str"><v>Oil</v></c><c><v>123.456</v></c><c><v>9.5</v></c></row>`
    const sheets = { Log: texts(['Date', 'Job', 'Mileage', 'Cost']) + row }
    await bring(fileOf(sheets), 'log.xlsx')
    await screen.findByText('Row 2: “123.4560” can be read in two ways')
  })

  test('that is none is refused in words', async () => {
    open()
    await bring(new Blob([zipOf([{ name: 'a.xml', content: '<a/>' }])]), 'log.xlsx')
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toContain('as .xlsx, without a password')
  })
})
