import { expect, test } from 'vitest'

import { calendarText } from './calendar.ts'

const EVENT = {
  uid: 'due-1@wrenchlist',
  day: '2026-12-31',
  summary: 'Oil change: 2008 Audi S4',
  description: '2008 Audi S4',
  url: 'https://wrenchlist.example/maintenance?at=1',
}
const linesOf = (text: string) => text.split('\r\n')
const unfolded = (text: string) => linesOf(text.replaceAll('\r\n ', ''))
const textOf = (more: Partial<typeof EVENT>) =>
  calendarText('Services due', [{ ...EVENT, ...more }], '2026-11-22')

test('an event is one whole day: its end is the day behind it', () => {
  const lines = linesOf(textOf({}))
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
  expect(lines).toContain('DTEND;VALUE=DATE:20270101')
  expect(lines).toContain('DTSTAMP:20261122T000000Z')
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

test('what means something in a calendar is escaped, and a line of ours is none of theirs', () => {
  const summary = 'Oil; 5W-30, "4.5 L" \\ filter\r\nEND:VCALENDAR\u0007'
  expect(unfolded(textOf({ summary }))).toContain(
    String.raw`SUMMARY:Oil\; 5W-30\, "4.5 L" \\ filter\nEND:VCALENDAR`,
  )
})

test('no line is longer than 75 octets, and no letter is cut in two', () => {
  const summary = `${'Ölwechsel für den Käfer 🚗 '.repeat(12)}end`
  const text = textOf({ summary })
  const lines = linesOf(text)
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\ufffd')
  expect(unfolded(text)).toContain(`SUMMARY:${summary}`)
  // No surrogate pair is split.
  expect(text.isWellFormed()).toBe(true)
})
