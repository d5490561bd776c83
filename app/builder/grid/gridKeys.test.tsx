import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { openDevice } from '../../data/device/device.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { openBuilder } from '../testBuilder.tsx'
import { preloadRest } from '../below/restViews.ts'

// Nothing here is about time: a slow machine may take its own.
const NAMES = ['Engine oil', 'Oil filter', 'Drain plug']
let buildId = ''
let kitId = ''

beforeAll(preloadRest)
beforeEach(async () => {
  await openDevice()
  ;({ buildId, kitId } = await storeBuild(...NAMES.map((name) => ({ name, price: 100, qty: 2 }))))
  await openBuilder(buildId)
})

afterEach(async () => {
  cleanup()
  await settled()
})

const names = async () => {
  await settled()
  return (await readBuild(kitId, buildId)).kit.lines.map((line) => line.name)
}
const marked = () => document.querySelectorAll('[data-marked]').length
const enter = async (field: string) => userEvent.click(await screen.findByLabelText(field))
const CONTROL_A = '{Control>}a{/Control}'

test('to empty an empty field the way one empties a text leaves the list alone', async () => {
  await enter('Manufacturer, line 2')
  await userEvent.keyboard(`${CONTROL_A}{Backspace}`)
  expect(marked()).toBe(0)
  expect(await names()).toEqual(NAMES)
})

test('nor does it empty more than the field whose text was marked on getting there', async () => {
  await enter('Part name, line 1')
  await userEvent.keyboard(`{ArrowDown}${CONTROL_A}{Backspace}`)
  await waitFor(async () => expect(await names()).toEqual(['Engine oil', '', 'Drain plug']))
})

test('the second time all cells are marked; what is emptied is said, with Undo', async () => {
  await enter('Manufacturer, line 2')
  await userEvent.keyboard(CONTROL_A)
  expect(await screen.findByText(/A again marks all cells\.$/)).toBeTruthy()
  await userEvent.keyboard(CONTROL_A)
  expect(marked()).toBe(18)
  expect(await screen.findByText('3 × 6 cells marked.')).toBeTruthy()
  await userEvent.keyboard('{Backspace}')
  // The focused line stays until blur.
  await waitFor(async () => expect(await names()).toEqual(['']))
  const { shown } = useToasts.getState()
  expect(shown).toMatchObject({ title: '18 cells emptied', action: { label: 'Undo' } })
  shown?.action?.onPress()
  await waitFor(async () => expect(await names()).toEqual(NAMES))
})

test('Undo pressed while the emptied line is being left brings that line back too', async () => {
  await enter('Manufacturer, line 2')
  await userEvent.keyboard(`${CONTROL_A}${CONTROL_A}{Backspace}`)
  await waitFor(async () => expect(await names()).toEqual(['']))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: 18 cells emptied' }))
  // Long enough for a wrongly removed line to be gone.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await names()).toEqual(NAMES)
})

test('a quantity that is none says so in its own field', async () => {
  const quantity = within(await screen.findByRole('table')).getByRole('textbox', {
    name: 'Quantity, line 1',
  })
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '1.5{Tab}')
  await waitFor(() => expect(quantity.getAttribute('aria-invalid')).toBe('true'))
  const { textContent } = document.getElementById(quantity.getAttribute('aria-describedby') ?? '')!
  expect(textContent).toMatch(/^A quantity is a whole number/)
})
