import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { db } from '../store/db.ts'
import { openDevice } from '../store/device.ts'
import { settled } from '../store/pump.ts'
import { useToasts } from '../ui/toast.ts'
import { TaskPicker } from './TaskPicker.tsx'
import { listTasks } from './useTasks.ts'
import { VehiclePicker } from './VehiclePicker.tsx'

const nothing = () => undefined

beforeEach(async () => {
  await openDevice()
  await db.pending.clear()
})
afterEach(cleanup)

describe('the vehicle picker', () => {
  test('goes through year, make and model and answers once', async () => {
    const onChoose = vi.fn()
    render(<VehiclePicker isOpen vehicle={null} onChoose={onChoose} onClose={nothing} />)
    const press = async (name: string) =>
      userEvent.click(await screen.findByRole('button', { name }))
    await screen.findByRole('heading', { name: 'Select Year' })
    await press('2008')
    await screen.findByRole('heading', { name: 'Select Make' })
    await press('Audi')
    await screen.findByRole('heading', { name: 'Select Model' })
    await press('S4')
    expect(onChoose.mock.calls).toEqual([[{ year: 2008, make: 'Audi', model: 'S4' }]])
  })

  test('says why a year was refused', async () => {
    render(<VehiclePicker isOpen vehicle={null} onChoose={nothing} onClose={nothing} />)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Other year' }), '1899{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The earliest year is 1900.')
  })

  test('takes a car that is in no list', async () => {
    const onChoose = vi.fn()
    render(<VehiclePicker isOpen vehicle={null} onChoose={onChoose} onClose={nothing} />)
    const type = async (name: string, text: string) =>
      userEvent.type(await screen.findByRole('textbox', { name }), `${text}{Enter}`)
    await type('Other year', '1968')
    await type('Other make', ' Lancia ')
    await screen.findByText('No models found')
    await type('Type the model', 'Fulvia')
    expect(onChoose.mock.calls).toEqual([[{ year: 1968, make: 'Lancia', model: 'Fulvia' }]])
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

  test('adds what is typed, trimmed, and selects it', async () => {
    const { onChoose, field } = await openTasks()
    await userEvent.type(field, '  Water pump {Enter}')
    expect(onChoose.mock.calls).toEqual([['Water pump']])
    expect(await storedNames()).toEqual(['Water pump'])
    expect(useToasts.getState().shown?.title).toBe('Task saved')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Use Water pump' })).toBeTruthy())
    expect(screen.getByText('New')).toBeTruthy()
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

test('tasks of the same name are listed once, the built-in ones first', () => {
  const tasks = listTasks(['oil change', 'Brakes'], ['brakes', 'Axle'])
  expect(tasks).toHaveLength(10)
  expect(tasks.slice(-2)).toEqual([
    { name: 'Axle', isWaiting: true },
    { name: 'Brakes', isWaiting: false },
  ])
})
