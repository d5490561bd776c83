import { expect, test } from 'vitest'

import { openTranslator } from './translated.ts'

const CATALOGUE = {
  Undo: 'Rückgängig',
  'Undo: {what}': 'Rückgängig: {what}',
  'Part name': 'Teilename',
  '{field}, line {line}': '{field}, Zeile {line}',
  '{count} line added\0{count} lines added': '{count} Zeile dazu\0{count} Zeilen dazu',
  '+ {count} without a price\0+ {count} without a price':
    '+ {count} ohne Preis\0+ {count} ohne Preis',
  '{count} change\0{count} changes': '{count} Änderung\0{count} Änderungen',
  'Edit {name}': '{name} ändern',
  'Refreshed {when}': '{when} aufgefrischt',
  'today at {time}': 'heute um {time}',
  'Read the <terms>terms of it</terms>.': 'Lies die <terms>Bedingungen</terms>.',
  'verb\u0004Open': 'Öffnen',
  Open: 'Offen',
}
const german = openTranslator([CATALOGUE], 'de')
const asks = (wanted: string | RegExp, isWhole = true) => {
  const found = german(wanted, { isWhole })
  return (text: string) => (typeof found === 'string' ? found === text : found.test(text))
}

test('a sentence is asked for in the other language, and no longer in English', () => {
  expect(asks('Undo')('Rückgängig')).toBe(true)
  expect(asks('Undo')('Undo')).toBe(false)
  expect(asks('Undo')('Rückgängig: Löschen')).toBe(false)
  expect(asks('Undo', false)('Rückgängig: Löschen')).toBe(true)
})

test('what stands in a sentence is translated with it', () => {
  const line = asks('Part name, line 3')
  expect([line('Teilename, Zeile 3'), line('Teilename, Zeile 4')]).toEqual([true, false])
  const lines = asks('1,500 lines added')
  expect([lines('1.500 Zeilen dazu'), lines('1.500 Zeile dazu')]).toEqual([true, false])
  expect(asks('terms of it')('Bedingungen')).toBe(true)
})

test('a word of two meanings is asked for in both', () => {
  expect(['Öffnen', 'Offen', 'Open'].map(asks('Open'))).toEqual([true, true, false])
})

test('a regex finds what its sentences say, wherever the name stands in them', () => {
  const changed = asks(/^S4 oil change/)
  expect([changed('S4 oil change'), changed('3 Änderungen')]).toEqual([true, false])
  const edit = asks(/^Edit Oil filter/)
  expect([edit('Oil filter ändern'), edit('Oil pump ändern')]).toEqual([true, false])
  const names = asks(/^Part name, line \d+$/)
  expect([names('Teilename, Zeile 12'), names('Teilename, Zeile zwei')]).toEqual([true, false])
  const refreshed = asks(/^Refreshed today at/)
  expect([refreshed('heute um 9:05 aufgefrischt'), refreshed('gestern aufgefrischt')]).toEqual([
    true,
    false,
  ])
})

test('amounts and numbers are written as the language has them', () => {
  expect(asks('$1,103.47 + 1 without a price')('1.103,47\u00a0$ + 1 ohne Preis')).toBe(true)
  expect(asks(/from \$\d+\.\d\d/)('from 12,50 $')).toBe(true)
})

test('of several sentences the last may be cut off', () => {
  const both = asks('Part name, today at', false)
  expect([both('Teilename, heute um 9:05'), both('Teilename, gestern')]).toEqual([true, false])
})

test('a few letters at the end of a name are no sentence that was cut off', () => {
  const found = asks('Oil filter, spin-un', false)
  expect([found('Oil filter, spin-un'), found('Oil filter, spin-Rückgängig')]).toEqual([
    true,
    false,
  ])
})

test('of several sentences one may hold any digits', () => {
  expect(
    asks(/Part name\. Refreshed today at \d\d:\d\d/)('Teilename. heute um 09:05 aufgefrischt'),
  ).toBe(true)
})

test('what is in no catalogue stays as it is', () => {
  expect(german('Drain plug')).toBe('Drain plug')
  expect(german('maria@example.com', { isWhole: true })).toBe('maria@example.com')
})
