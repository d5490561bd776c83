import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { writeTimesBy } from '#shared/words/days.ts'
import { ENGLISH, speakBy } from '#shared/words/words.ts'
import { dayText } from '../../show/logWords.ts'
import { clockTime, dayAndTime } from '../../ui/text/time.ts'
import { openLanguage } from '../../ui/words/language.ts'
import { TimeRows } from './MeasureRows.tsx'

const NOON = new Date(2026, 10, 22, 14, 6).getTime()
const LATER = new Date(2027, 1, 3, 9).getTime()

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  speakBy(() => ENGLISH)
  writeTimesBy({})
})

async function show() {
  await openLanguage()
  render(
    <MemoryRouter>
      <TimeRows />
    </MemoryRouter>,
  )
}
const press = (group: string, name: string) =>
  userEvent.click(
    within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name }),
  )

test('days are as language and region have them, until another order is chosen for all of them', async () => {
  await show()
  expect(dayText('2026-11-22')).toBe('Nov 22, 2026')
  await press('Dates', '22 Nov')
  expect(dayText('2026-11-22')).toBe('22 Nov 2026')
  expect(dayAndTime(NOON, LATER)).toBe('on 22 Nov 2026')
  await press('Dates', '2026-11-22')
  expect(dayText('2026-11-22')).toBe('2026-11-22')
  await press('Dates', 'Usual')
  expect(dayText('2026-11-22')).toBe('Nov 22, 2026')
  expect(localStorage.getItem('days')).toBeNull()
})

test('the clock has 24 hours until 12 are chosen', async () => {
  await show()
  expect(clockTime(NOON)).toBe('14:06')
  await press('Clock', '12 h')
  expect(clockTime(NOON)).toMatch(/^2:06\sPM$/)
  await press('Clock', '24 h')
  expect(clockTime(NOON)).toBe('14:06')
})

test.each([
  ['en-GB', ['en-GB'], '22 Nov 2026'],
  ['de-AT', ['de-AT', 'en'], '22. Nov. 2026'],
  // English UI in Germany.
  ['de-DE', ['en', 'de-DE'], '22 Nov 2026'],
  ['C', ['C'], 'Nov 22, 2026'],
])('in a browser of %s a day is as it is usual there', async (language, languages, day) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  await openLanguage()
  expect(dayText('2026-11-22')).toBe(day)
})

test('month first is said so in a language that has the day first', async () => {
  localStorage.setItem('language', 'de')
  localStorage.setItem('days', 'mdy')
  await openLanguage()
  expect(dayText('2026-11-22')).toBe('Nov. 22, 2026')
})

test('what is stored and no order is that of the language', async () => {
  localStorage.setItem('days', 'constructor')
  localStorage.setItem('clock', '13')
  await show()
  expect(dayText('2026-11-22')).toBe('Nov 22, 2026')
  expect(clockTime(NOON)).toBe('14:06')
})
