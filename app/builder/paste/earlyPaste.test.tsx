/** First visit: a table is pasted before its parser is loaded. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { openDevice } from '../../data/device/device.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { BuilderScreen } from '../BuilderScreen.tsx'
import { PartsTools } from '../below/restViews.ts'

afterEach(async () => {
  cleanup()
  await settled()
})

test('a table pasted before its tools are here is put where it was pasted, all of it', async () => {
  await openDevice()
  const { kitId, buildId } = await storeBuild({ name: 'Engine oil', price: 100, qty: 2 })
  render(
    <MemoryRouter initialEntries={[`/builder?build=${buildId}`]}>
      <BuilderScreen />
    </MemoryRouter>,
  )
  const paste = (field: HTMLElement, text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    fireEvent.paste(field, { clipboardData })
  }
  const blank = await screen.findByLabelText<HTMLInputElement>('Part name, new line')
  const first = await screen.findByLabelText<HTMLInputElement>('Manufacturer, line 1')
  expect(PartsTools.isHere()).toBe(false)
  paste(
    blank,
    `Oil filter\tOstro\tW 719/45\t11.49\t1\nDrain plug\t${'x'.repeat(150)}\tN 908\t1.10\t2`,
  )
  paste(first, 'Corvane\tCV-540')
  expect(blank.value).toBe('')
  expect(await screen.findByText('Reading what was pasted...')).toBeTruthy()
  await waitFor(async () => {
    await settled()
    const { lines } = (await readBuild(kitId, buildId)).kit
    expect(lines.map(({ name, manufacturer }) => [name, manufacturer])).toEqual([
      ['Engine oil', 'Corvane'],
      ['Oil filter', 'Ostro'],
      ['Drain plug', 'x'.repeat(150)],
    ])
    expect(lines.map(({ partNumber, qty }) => [partNumber, qty])).toEqual([
      ['CV-540', 2],
      ['W 719/45', 1],
      ['N 908', 2],
    ])
  })
  expect(screen.queryByText('Reading what was pasted...')).toBeNull()
})
