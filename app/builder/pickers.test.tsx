import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { db } from '../data/device/db.ts'
import { openDevice } from '../data/device/device.ts'
import { settled } from '../data/sync/write/writeQueue.ts'
import { preloadModal } from '../ui/layers/LazyModal.tsx'
import { useToasts } from '../ui/browser/toast.ts'
import { TaskPicker } from '../show/task/TaskPicker.tsx'
import { listTasks } from '../show/task/useTasks.ts'
import { VehiclePicker } from '../show/vehicle/VehiclePicker.tsx'
import { json, stubApi, stubFetch } from '../testApi.ts'

const nothing = () => undefined

// Preloaded: on a slow machine dialogs load longer than a test waits.
beforeAll(preloadModal)
beforeEach(async () => {
  await openDevice()
  await db.pending.clear()
})
afterEach(cleanup)

describe('the vehicle picker', () => {
  const S4 = { year: 2008, make: 'Audi', model: 'S4' }

  function open(vehicle: Vehicle | null = null) {
    const onCells = vi.fn()
    const onClose = vi.fn()
    const props = { vehicle, storedVin: '', onCells, onClose }
    render(<VehiclePicker isOpen {...props} />)
    return { onCells, onClose }
  }
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const type = async (name: string, text: string) =>
    userEvent.type(await screen.findByRole('textbox', { name }), `${text}{Enter}`)

  test('goes through year, make and model and answers once', async () => {
    const { onCells, onClose } = open()
    await screen.findByRole('heading', { name: 'Select Year' })
    await press('2008')
    await screen.findByRole('heading', { name: 'Select Make' })
    await press('Audi')
    await screen.findByRole('heading', { name: 'Select Model' })
    await press('S4')
    expect(onCells.mock.calls).toEqual([[{ vehicle: S4 }]])
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('takes keys from the first one on, also before the focus has come to it', async () => {
    open()
    await screen.findByRole('heading', { name: 'Select Year' })
    screen.getByRole('button', { name: 'Close' }).focus()
    await userEvent.keyboard('08 s4')
    expect(screen.getByRole('combobox', { name: 'Type the vehicle' })).toHaveProperty(
      'value',
      '08 s4',
    )
  })

  test('asks for models as who is signed in', async () => {
    localStorage.setItem('authToken', 'secret-token')
    const models = vi.fn(() => json(200, { models: ['S4'] }))
    const calls = stubApi({ 'GET /api/models/Audi/2008': models })
    open()
    await press('2008')
    await press('Audi')
    await waitFor(() => expect(calls).not.toEqual([]))
    expect(calls[0]?.headers['Authorization']).toBe('Bearer secret-token')
    localStorage.removeItem('authToken')
    vi.unstubAllGlobals()
  })

  test('has what was typed before its code had come, and the focus where that goes on', async () => {
    render(<button type="button">Vehicle</button>)
    await press('Vehicle')
    await userEvent.keyboard('08 ')
    open()
    const search = await screen.findByRole('combobox', { name: 'Type the vehicle' })
    await waitFor(() => expect(document.activeElement === search).toBe(true))
    await userEvent.keyboard('s4')
    expect(search).toHaveProperty('value', '08 s4')
  })

  test('says why a year was refused, and what was typed stays', async () => {
    open()
    const field = await screen.findByRole('textbox', { name: 'Other year' })
    await userEvent.type(field, '1899{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The earliest year is 1900.')
    await userEvent.clear(field)
    await userEvent.type(field, '2031{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The latest year is 2030.')
    expect((field as HTMLInputElement).value).toBe('2031')
  })

  test('takes a car that is in no list', async () => {
    const { onCells } = open()
    await type('Other year', '1968')
    await type('Other make', ' Lancia ')
    await screen.findByText('No models found')
    await type('Type the model', 'Fulvia')
    const vehicle = { year: 1968, make: 'Lancia', model: 'Fulvia' }
    expect(onCells.mock.calls).toEqual([[{ vehicle }]])
  })

  test('keeps a name that is too long in its field and says so', async () => {
    const { onCells } = open()
    await press('2008')
    await press('Audi')
    const field = await screen.findByRole('textbox', { name: 'Type the model' })
    await userEvent.click(field)
    await userEvent.paste('x'.repeat(300))
    await userEvent.keyboard('{Enter}')
    const words = (await screen.findByRole('alert')).textContent
    expect(words).toBe('A model can have 60 characters, this has 300.')
    expect((field as HTMLInputElement).value).toHaveLength(300)
    expect(onCells).not.toHaveBeenCalled()
  })

  test('the same car again keeps its details', async () => {
    const { onCells, onClose } = open({ ...S4, trim: 'Avant' })
    await press('2008')
    await press('Audi')
    await press('S4')
    expect(onCells).not.toHaveBeenCalled()
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('stores each detail that is typed, and says when one is too long', async () => {
    const { onCells } = open(S4)
    await press('More details')
    const trim = await screen.findByRole('textbox', { name: 'Trim' })
    await userEvent.type(trim, 'P')
    expect(onCells.mock.lastCall).toEqual([{ vehicle: { ...S4, trim: 'P' } }])
    await userEvent.click(await screen.findByRole('combobox', { name: 'Body' }))
    await userEvent.paste('Wagon')
    expect(onCells.mock.lastCall).toEqual([{ vehicle: { ...S4, trim: 'P', bodyClass: 'Wagon' } }])
    await userEvent.click(trim)
    await userEvent.paste('x'.repeat(80))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Trim can have 80 characters. It is not stored yet.',
    )
    expect((trim as HTMLInputElement).value).toHaveLength(81)
  })

  describe('typed in one go', () => {
    const search = () => screen.findByRole('combobox', { name: 'Type the vehicle' })
    const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

    test('finds the vehicle, and Enter takes it', async () => {
      const { onCells, onClose } = open()
      await userEvent.type(await search(), '08 s4')
      await waitFor(() => expect(options()[0]).toBe('2008 Audi S4'))
      await userEvent.keyboard('{Enter}')
      expect(onCells.mock.calls).toEqual([[{ vehicle: S4 }]])
      expect(onClose).toHaveBeenCalledTimes(1)
    })

    test('letters on the tiles go to the search, and arrows choose another', async () => {
      const { onCells } = open()
      const tile = await screen.findByRole('button', { name: '2025' })
      await waitFor(() => expect(document.activeElement).toBe(tile))
      await userEvent.keyboard('08 audi s')
      const field = await search()
      expect((field as HTMLInputElement).value).toBe('08 audi s')
      await waitFor(() => expect(options()).toContain('2008 Audi S6'))
      const at = options().indexOf('2008 Audi S6')
      await userEvent.keyboard('{ArrowDown}'.repeat(at))
      const active = field.getAttribute('aria-activedescendant') ?? ''
      expect(document.getElementById(active)?.textContent).toBe('2008 Audi S6')
      await userEvent.keyboard('{Enter}')
      expect(onCells.mock.calls).toEqual([[{ vehicle: { ...S4, model: 'S6' } }]])
    })

    test('asks for the year alone where that is missing, among those it was sold in', async () => {
      const { onCells } = open()
      await userEvent.type(await search(), 's4')
      await userEvent.click(await screen.findByRole('option', { name: /Audi S4/ }))
      await screen.findByText('The year of the Audi S4')
      expect(screen.queryByRole('button', { name: '1971' })).toBeNull()
      await press('2008')
      expect(onCells.mock.calls).toEqual([[{ vehicle: S4 }]])
    })

    test('what is in no list is not typed once more, and Back leads to what was typed', async () => {
      const { onCells } = open()
      await userEvent.type(await search(), '68 fulvia')
      await userEvent.click(await screen.findByRole('option', { name: /1968 “Fulvia”/ }))
      await screen.findByRole('heading', { name: 'Select Make' })
      await press('Back')
      const field = await search()
      expect((field as HTMLInputElement).value).toBe('68 fulvia')
      await waitFor(() => expect(document.activeElement).toBe(field))
      // The lists are read anew: Enter has nothing to choose before.
      await screen.findByRole('option', { name: /1968 “Fulvia”/ })
      await userEvent.keyboard('{Enter}')
      await type('Other make', 'Lancia')
      const model = await screen.findByRole('textbox', { name: 'Type the model' })
      expect((model as HTMLInputElement).value).toBe('Fulvia')
      await userEvent.type(model, '{Enter}')
      const vehicle = { year: 1968, make: 'Lancia', model: 'Fulvia' }
      expect(onCells.mock.calls).toEqual([[{ vehicle }]])
    })

    test('Escape empties it and keeps the dialog, with its years', async () => {
      const { onClose } = open()
      await userEvent.type(await search(), '08 s4')
      expect(screen.queryByRole('button', { name: '2025' })).toBeNull()
      await userEvent.keyboard('{Escape}')
      await screen.findByRole('button', { name: '2025' })
      expect(onClose).not.toHaveBeenCalled()
    })

    test('what was typed elsewhere below stays meanwhile', async () => {
      open()
      await userEvent.type(await screen.findByRole('textbox', { name: 'Other year' }), '196')
      await userEvent.type(await search(), 's4')
      expect(screen.queryByRole('textbox', { name: 'Other year' })).toBeNull()
      await userEvent.clear(await search())
      const year = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Other year' })
      expect(year.value).toBe('196')
    })
  })

  describe('with a VIN', () => {
    beforeEach(() => {
      // Serves the files themselves.
      stubFetch(({ path }) => {
        const file = join(import.meta.dirname, '../public', path.split('?')[0] ?? '')
        const headers = { 'Content-Type': 'application/json' }
        return Promise.resolve(new Response(readFileSync(file), { headers }))
      })
    })
    afterEach(() => vi.unstubAllGlobals())

    test('suggests the car, and takes it with its details once it is confirmed', async () => {
      const { onCells } = open()
      await type('VIN', 'waugl78e78a123456')
      await screen.findByRole('heading', { name: 'Check the Vehicle' })
      await screen.findByRole('heading', { name: '2008 Audi S4' })
      expect(onCells).not.toHaveBeenCalled()
      await press('Use this vehicle, 2008 Audi S4')
      expect(onCells.mock.calls).toEqual([
        [
          {
            vehicle: { ...S4, bodyClass: 'Sedan/Saloon', engineCylinders: '8' },
            vin: 'WAUGL78E78A123456',
          },
        ],
      ])
    })

    test('warns of a wrong check digit and still says the car', async () => {
      open()
      await type('VIN', '1FTFW1ET5DFC10312')
      expect((await screen.findByRole('alert')).textContent).toContain('The ninth character, 5,')
      await screen.findByRole('heading', { name: '2013 Ford F-150' })
    })

    test('offers what is possible where the model is not known, and goes on from there', async () => {
      const { onCells } = open()
      await type('VIN', '5UX63DP06R9U65632')
      await press('Choose the model, 2024 BMW')
      await screen.findByRole('heading', { name: 'Select Model' })
      await press('X3')
      expect(onCells.mock.calls).toEqual([
        [{ vehicle: { year: 2024, make: 'BMW', model: 'X3' }, vin: '5UX63DP06R9U65632' }],
      ])
    })

    test('says what is wrong with one that cannot be, and what was typed stays', async () => {
      open()
      const field = await screen.findByRole('textbox', { name: 'VIN' })
      await userEvent.type(field, 'WAUGL78E78A12345{Enter}')
      expect((await screen.findByRole('alert')).textContent).toBe(
        'A VIN has 17 characters, and this has 16.',
      )
      expect((field as HTMLInputElement).value).toBe('WAUGL78E78A12345')
    })

    test('says that the data is not here, and offers make and year all the same', async () => {
      stubApi({})
      open()
      await type('VIN', 'YV1MS382852123456')
      await screen.findByText('No vehicle data for Volvo on this device')
      await screen.findByRole('button', { name: 'Choose the model, 2005 Volvo' })
    })

    test('knows when it does not know the maker', async () => {
      open()
      await type('VIN', 'ZZZGL78E78A123456')
      await screen.findByText('Maker not known')
      await press('Select Year')
      await screen.findByRole('heading', { name: 'Select Year' })
    })
  })
})

describe('the task picker', () => {
  async function openTasks() {
    const onChoose = vi.fn()
    render(<TaskPicker isOpen task="Oil Change" onChoose={onChoose} onClose={nothing} />)
    return { onChoose, field: await screen.findByRole('textbox', { name: 'New task' }) }
  }
  const storedNames = async () => {
    await settled()
    const rows = await db.pending.toArray()
    return rows.filter((row) => row.kind === 'task').map((row) => row.cells['name']?.[0])
  }

  test('marks the selected row and offers Use on the others', async () => {
    await openTasks()
    const row = screen.getByRole('row', { name: /Oil Change/ })
    expect(within(row).getByText('Selected')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use Tire Replacement' })).toBeTruthy()
  })

  test('at the desk the search has the focus, ready to be typed into', async () => {
    await openTasks()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
  })

  test('has what was typed before its code had come, not what was typed before the press', async () => {
    await userEvent.keyboard('abc')
    render(<button type="button">Task</button>)
    await userEvent.click(screen.getByRole('button', { name: 'Task' }))
    await userEvent.keyboard('oil')
    render(<TaskPicker isOpen task="" onChoose={nothing} onClose={nothing} />)
    const search = await screen.findByRole('searchbox')
    await waitFor(() => expect(document.activeElement === search).toBe(true))
    expect(search).toHaveProperty('value', 'oil')
  })

  test('adds what is typed, trimmed, and selects it', async () => {
    const { onChoose, field } = await openTasks()
    await userEvent.type(field, '  Water pump {Enter}')
    expect(onChoose.mock.calls).toEqual([['Water pump']])
    expect(await storedNames()).toEqual(['Water pump'])
    expect(useToasts.getState().shown?.title).toBe('Task saved')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Use Water pump' })).toBeTruthy())
    expect(screen.getByText('New')).toBeTruthy()
  })

  test('says when a name is too long, and what was typed stays', async () => {
    const { onChoose, field } = await openTasks()
    await userEvent.click(field)
    await userEvent.paste('x'.repeat(81))
    await userEvent.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'A task can have 80 characters, this has 81.',
    )
    expect((field as HTMLInputElement).value).toHaveLength(81)
    expect(onChoose).not.toHaveBeenCalled()
  })

  test('says when a task could not be stored, and stores it later', async () => {
    const { field } = await openTasks()
    vi.spyOn(console, 'warn').mockImplementation(nothing)
    const full = vi.spyOn(db, 'transaction').mockRejectedValue(new Error('the disk is full'))
    await userEvent.type(field, 'Brake hoses{Enter}')
    await waitFor(() =>
      expect(useToasts.getState().shown).toMatchObject({
        title: 'Error',
        text: 'Failed to save task to database',
      }),
    )
    full.mockRestore()
    expect(await storedNames()).toEqual(['Brake hoses'])
  })

  test('adds it as well when the field is left, and nothing when it is empty', async () => {
    const { onChoose, field } = await openTasks()
    await userEvent.click(field)
    await userEvent.tab({ shift: true })
    expect(onChoose).not.toHaveBeenCalled()
    await userEvent.type(field, 'Thermostat')
    await userEvent.tab({ shift: true })
    expect(onChoose.mock.calls).toEqual([['Thermostat']])
  })

  test('selects a task that exists whatever its case, and stores nothing', async () => {
    const { onChoose, field } = await openTasks()
    await userEvent.type(field, 'pcv REPLACEMENT{Enter}')
    expect(onChoose.mock.calls).toEqual([['PCV Replacement']])
    expect(await storedNames()).toEqual([])
  })

  test('searches for a part of the name, ignoring case', async () => {
    await openTasks()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tasks' }), 'AIR')
    expect(screen.queryByRole('button', { name: 'Use Tire Replacement' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Use Cabin Air Filter Replacement' })).toBeTruthy()
  })
})

describe('a task that is searched for and is none', () => {
  async function searched(text: string) {
    const onChoose = vi.fn()
    const onClose = vi.fn()
    render(<TaskPicker isOpen task="" onChoose={onChoose} onClose={onClose} />)
    const field = await screen.findByRole('searchbox')
    if (text !== '') await userEvent.type(field, text)
    return { onChoose, onClose }
  }

  test('is added with one press, as it was typed', async () => {
    const { onChoose, onClose } = await searched(' timing belt')
    // One way to add it, not two.
    expect(screen.queryByRole('textbox', { name: 'New task' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Add “timing belt”' }))
    expect(onChoose.mock.calls).toEqual([['timing belt']])
    expect(onClose).toHaveBeenCalledTimes(1)
    await settled()
    const rows = await db.pending.toArray()
    expect(rows.map(({ cells }) => cells['name']?.[0])).toEqual(['timing belt'])
  })

  test('is added with Enter where nothing is found; what is found alone is used', async () => {
    const { onChoose } = await searched('timing belt{Enter}')
    expect(onChoose.mock.lastCall).toEqual(['timing belt'])
    cleanup()
    const second = await searched('valley{Enter}')
    expect(second.onChoose.mock.calls).toEqual([['Valley Pan Gasket Service']])
  })

  test('among several that are found nothing is taken by Enter, and the new one can be', async () => {
    const { onChoose } = await searched('air filter{Enter}')
    expect(onChoose).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Add “air filter”' })).toBeTruthy()
  })

  test('is not offered where there is one of that name, whatever its case', async () => {
    const { onChoose } = await searched('OIL change')
    expect(screen.queryByRole('button', { name: /^Add “/ })).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(onChoose.mock.calls).toEqual([['Oil Change']])
  })

  test('and is too long says so', async () => {
    const { onChoose } = await searched('')
    await userEvent.click(screen.getByRole('searchbox'))
    await userEvent.paste('x'.repeat(81))
    await userEvent.click(screen.getByRole('button', { name: /^Add “x/ }))
    expect(screen.getByRole('alert').textContent).toBe(
      'A task can have 80 characters, this has 81.',
    )
    expect(onChoose).not.toHaveBeenCalled()
  })
})

test('tasks of the same name are listed once, the built-in ones first', () => {
  const tasks = listTasks(['oil change', 'Brakes'], ['brakes', 'Axle'])
  expect(tasks).toHaveLength(10)
  expect(tasks.slice(-2)).toEqual([
    { name: 'Axle', isWaiting: true },
    { name: 'Brakes', isWaiting: false },
  ])
})
