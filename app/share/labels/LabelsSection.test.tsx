import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { ENGLISH, speakBy } from '#shared/words/words.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { openDevice } from '../../data/device/device.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { PassScreen } from '../PassScreen.tsx'

const FILTER = { name: 'Oil filter', manufacturer: 'Mahle', partNumber: 'OX 188D' }

beforeEach(() => openDevice())
afterEach(async () => {
  cleanup()
  localStorage.clear()
  await settled()
})

async function open(task = '') {
  const { buildId, kitId } = await storeBuild(FILTER, { name: 'Drain plug' })
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  setCells('kit', kitId, kitId, { name: 'Nine quarts', vehicle, task })
  await settled()
  render(
    <MemoryRouter>
      <PassScreen id={buildId} />
    </MemoryRouter>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Labels' }))
  await screen.findByRole('radiogroup', { name: 'Labels of' })
  return buildId
}

/** The printed content. */
const paper = () => document.querySelector('body > [data-theme="light"]')
const rule = () => paper()?.querySelector('style')?.textContent
const choosePaper = (name: RegExp) =>
  userEvent.selectOptions(screen.getByLabelText('Paper'), screen.getByRole('option', { name }))

test('a label says a task that is built in in the language of the device', async () => {
  speakBy(() => ({ tag: 'de', catalogue: { 'Oil Change': 'Ölwechsel' } }))
  try {
    await open('Oil Change')
    await expect.poll(() => paper()?.textContent).toContain('Ölwechsel')
  } finally {
    speakBy(() => ENGLISH)
  }
})

test('a kit’s label has its name, vehicle, id and code, and is what prints while it is shown', async () => {
  const buildId = await open()
  expect(await screen.findByRole('button', { name: 'Print 1 label' })).toBeTruthy()
  expect(paper()?.textContent).toContain('Nine quarts')
  expect(paper()?.textContent).toContain(buildId)
  expect(paper()?.textContent).toContain('2008 Audi S4')
  await expect.poll(() => paper()?.querySelector('svg path')?.getAttribute('d')).toBeTruthy()
  expect(document.documentElement.dataset['prints']).toBe('labels')
  // The kit's own sheet is not printed.
  dispatchEvent(new Event('beforeprint'))
  expect(document.querySelectorAll('body > [data-theme="light"]')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Labels' }))
  expect(paper()).toBeNull()
  expect(document.documentElement.dataset['prints']).toBeUndefined()
})

test('each part has one with its number, but those that are left out', async () => {
  await open()
  await userEvent.click(screen.getByLabelText('Its parts'))
  await screen.findByRole('button', { name: 'Print 2 labels' })
  expect(paper()?.textContent).toContain('Mahle OX 188D')
  const parts = screen.getByRole('group', { name: 'Parts' })
  await userEvent.click(within(parts).getByLabelText('Drain plug'))
  await screen.findByRole('button', { name: 'Print 1 label' })
  expect(paper()?.textContent).not.toContain('Drain plug')
})

test('a sheet, A4 or Letter, begins where it was left; a label printer has a page a label', async () => {
  await open()
  await userEvent.click(screen.getByLabelText('Its parts'))
  await choosePaper(/^Avery L7160/)
  expect(rule()).toBe('@page { size: 210mm 297mm; margin: 0 }')
  await userEvent.clear(screen.getByLabelText('First label'))
  await userEvent.type(screen.getByLabelText('First label'), '21')
  expect(paper()?.querySelectorAll(':scope > div')).toHaveLength(2)
  await choosePaper(/^Avery 5160/)
  expect(rule()).toBe('@page { size: 215.9mm 279.4mm; margin: 0 }')
  expect(paper()?.querySelectorAll(':scope > div')).toHaveLength(1)
  await choosePaper(/^Brother DK-11209/)
  expect(rule()).toBe('@page { size: 62mm 29mm; margin: 0 }')
  expect(paper()?.querySelectorAll(':scope > div')).toHaveLength(2)
  expect(screen.queryByLabelText('First label')).toBeNull()
})
