import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLiveQuery } from 'dexie-react-hooks'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { newBuildId, newId } from '#shared/ids.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { openDevice } from '../../data/device/device.ts'
import { nameBuild, setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { chooseMeasure } from '../../show/measures.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { JobSheet } from './JobSheet.tsx'

let kitId = ''
let buildId = ''

beforeEach(async () => {
  await openDevice()
  kitId = newId()
  buildId = newBuildId()
  nameBuild(kitId, buildId)
})

afterEach(async () => {
  cleanup()
  await settled()
})

function Sheet() {
  const build = useLiveQuery(() => readBuild(kitId, buildId))
  return build && <JobSheet kitId={build.kit.id} steps={build.kit.steps} />
}

async function storedSteps() {
  await settled()
  return (await readBuild(kitId, buildId)).kit.steps
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const textsOf = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Torque \d$/ }).map((it) => it.value)

async function open() {
  render(<Sheet />)
  await screen.findByRole('heading', { name: /Job sheet/ })
}

test('a row is stored with its first letter, and says its value in the other unit', async () => {
  chooseMeasure('torque', 'Nm')
  await open()
  await press('Torque')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Torque 1'))
  expect(await storedSteps()).toEqual([])
  await userEvent.keyboard('Drain plug')
  await userEvent.type(await field('Torque, Torque 1'), '30')
  await screen.findByText('≈ 22.1 lb-ft')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit, Torque 1' }), 'lb-ft')
  await screen.findByText('≈ 40.7 Nm')
  expect(await storedSteps()).toMatchObject([
    { what: 'torque', text: 'Drain plug', value: '30', unit: 'lb-ft' },
  ])
  expect(screen.getByText('Entered by a user. Verify before tightening.')).toBeTruthy()
})

test('Enter goes from a name to its value, and from there to the next row at once', async () => {
  await open()
  await press('Torque')
  await userEvent.type(await field('Torque 1'), 'Caliper bracket{Enter}200{Enter}Hub nut')
  await userEvent.keyboard('{Enter}180')
  expect(await storedSteps()).toMatchObject([
    { what: 'torque', text: 'Caliper bracket', value: '200' },
    { what: 'torque', text: 'Hub nut', value: '180' },
  ])
})

test('Enter begins the next row of its kind, with the same unit', async () => {
  await open()
  await press('Fluid')
  await userEvent.type(await field('Fluid 1'), 'Oil')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit, Fluid 1' }), 'US qt')
  await userEvent.type(await field('Capacity, Fluid 1'), '9{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Fluid 2'))
  await userEvent.keyboard('Coolant')
  expect(await storedSteps()).toMatchObject([
    { text: 'Oil', value: '9', unit: 'US qt' },
    { text: 'Coolant', unit: 'US qt' },
  ])
})

test('a removed row comes back with Undo, at its place', async () => {
  const ids = [newId(), newId()]
  for (const [index, id] of ids.entries()) {
    setCells('step', id, kitId, { ord: `a${index}`, what: 'tool', text: `tool ${index}` })
  }
  await settled()
  await open()
  await press('Remove tool 0')
  await waitFor(() => expect(screen.queryByDisplayValue('tool 0')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Tool 1')
  useToasts.getState().shown?.action?.onPress()
  await screen.findByDisplayValue('tool 0')
  expect((await storedSteps()).map((step) => step.id)).toEqual(ids)
})

test('rows move among those of their kind', async () => {
  for (const [index, text] of ['first', 'second', 'third'].entries()) {
    setCells('step', newId(), kitId, { ord: `a${index}`, what: 'torque', text })
  }
  setCells('step', newId(), kitId, { ord: 'a0V', what: 'tool', text: 'in between' })
  await settled()
  await open()
  await press('Move third up')
  await waitFor(() => expect(textsOf()).toEqual(['first', 'third', 'second']))
  await press('Move first down')
  await waitFor(() => expect(textsOf()).toEqual(['third', 'first', 'second']))
  expect(screen.getByRole('button', { name: 'Move third up' }).hasAttribute('disabled')).toBe(true)
})

test('two rows with the same order key can be told apart', async () => {
  for (const text of ['one', 'other']) {
    setCells('step', newId(), kitId, { ord: 'a0', what: 'torque', text })
  }
  await settled()
  await open()
  const before = textsOf()
  await press(`Move ${before[0]} down`)
  await waitFor(() => expect(textsOf()).toEqual(before.toReversed()))
})
