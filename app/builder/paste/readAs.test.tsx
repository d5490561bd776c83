/** Columns of a table without heads are guessed; the guess is shown and can be corrected. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { openDevice } from '../../data/device/device.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { field, openBuilder } from '../testBuilder.tsx'

beforeEach(openDevice)
afterEach(async () => {
  cleanup()
  await settled()
})

/** A builder with this pasted into its ghost row. */
async function pasted(text: string) {
  const { kitId, buildId } = await storeBuild({ name: 'Rags', price: 100 })
  await openBuilder(buildId)
  const blank = await screen.findByLabelText<HTMLInputElement>('Part name, new line')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  fireEvent.paste(blank, { clipboardData })
  const lines = async () => {
    await settled()
    const { lines: all } = (await readBuild(kitId, buildId)).kit
    return all
      .slice(1)
      .map(({ name, manufacturer, partNumber, price, qty }) => [
        name,
        manufacturer,
        partNumber,
        price,
        qty,
      ])
  }
  await waitFor(async () => expect(await lines()).toHaveLength(text.split('\n').length))
  return lines
}
const choose = async (column: RegExp, as: string) =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name: column }), as)

test('the strip says how it was read, and a column that is chosen is read anew at once', async () => {
  const lines = await pasted('Brake disc\t89\t2\nBrake pads\t54\t1')
  expect(await lines()).toEqual([
    ['Brake disc', '', '', 8900, 2],
    ['Brake pads', '', '', 5400, 1],
  ])
  const said = async () =>
    (await screen.findAllByRole<HTMLSelectElement>('combobox', { name: /^Column \d/ })).map(
      ({ value }) => value,
    )
  expect(await said()).toEqual(['name', 'price', 'qty'])
  await choose(/^Column 2/, 'Number')
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ['Brake disc', '', '89', null, 2],
      ['Brake pads', '', '54', null, 1],
    ]),
  )
  await choose(/^Column 3/, 'Price')
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ['Brake disc', '', '89', 200, 1],
      ['Brake pads', '', '54', 100, 1],
    ]),
  )
  await waitFor(async () => expect(await said()).toEqual(['name', 'partNumber', 'price']))
})

test('what was typed into a pasted line since stays, and one undo takes a reading back', async () => {
  const lines = await pasted('Brake disc\t89\t2\nBrake pads\t54\t1')
  await userEvent.type(await field('Part number, line 2'), 'BD-1')
  await choose(/^Column 2/, 'Number')
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ['Brake disc', '', 'BD-1', null, 2],
      ['Brake pads', '', '54', null, 1],
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ['Brake disc', '', 'BD-1', 8900, 2],
      ['Brake pads', '', '', 5400, 1],
    ]),
  )
  expect(screen.queryByRole('group', { name: 'How the pasted table was read' })).toBeNull()
})

test('a paste that was undone has nothing to ask', async () => {
  await pasted('Brake disc\t89\nBrake pads\t54')
  expect(await screen.findByRole('group', { name: 'How the pasted table was read' })).toBeTruthy()
  useToasts.getState().shown?.action?.onPress()
  await waitFor(() =>
    expect(screen.queryByRole('group', { name: 'How the pasted table was read' })).toBeNull(),
  )
})
