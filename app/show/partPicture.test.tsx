import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { PART_DRAWINGS } from './partDrawings.ts'
import './partPicture.ts'

afterEach(cleanup)

/** Path of the drawing beside these words. */
const drawnAt = (words: string) =>
  screen.getByText(words).shadowRoot?.querySelector('path')?.getAttribute('d')

test('words have the drawing of what they name, and follow them', () => {
  const { rerender } = render(<part-picture of="Oil filter">It</part-picture>)
  expect(drawnAt('It')).toBe(PART_DRAWINGS.oilFilter)
  rerender(<part-picture of="Oil filter wrench">It</part-picture>)
  expect(drawnAt('It')).toBe(PART_DRAWINGS.tool)
  rerender(<part-picture of="Whatever">It</part-picture>)
  expect(drawnAt('It')).toBe(PART_DRAWINGS.part)
  rerender(<part-picture>It</part-picture>)
  expect(drawnAt('It')).toBe('')
})

test('what else tells of it counts where the name does not', () => {
  render(
    <>
      <part-picture of="S4 B7" or="Oil Change">
        Kit
      </part-picture>
      <part-picture of="Spark plug" or="Oil Change">
        Plug
      </part-picture>
    </>,
  )
  expect(drawnAt('Kit')).toBe(PART_DRAWINGS.engineOil)
  expect(drawnAt('Plug')).toBe(PART_DRAWINGS.sparkPlug)
})

test('words with a picture are a name as they were without', () => {
  render(
    <button type="button">
      Edit{' '}
      <part-picture of="Spark plug">
        <b>Spark plug</b>
      </part-picture>
    </button>,
  )
  expect(screen.getByRole('button', { name: 'Edit Spark plug' })).toBeTruthy()
})

test('no two families look the same, and each is strokes and nothing else', () => {
  const drawings = Object.values(PART_DRAWINGS)
  expect(new Set(drawings).size).toBe(drawings.length)
  expect(drawings.filter((strokes) => !/^M[\d\s.\-MLHVCSQTAZ]+$/i.test(strokes))).toEqual([])
})
