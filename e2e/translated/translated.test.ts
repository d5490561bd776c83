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
  'Oil change': 'Ölwechsel',
  'from {price} at {merchant}, {when}': 'ab {price} bei {merchant}, {when}',
  'just now': 'gerade eben',
  'Saved {parts} to kit "{name}" on this device.':
    '{parts} auf diesem Gerät im Kit „{name}“ gespeichert.',
  'It is sent later.': 'Wird später gesendet.',
  Saved: 'Gespeichert',
  'Use {name}': '{name} übernehmen',
  Use: 'Übernehmen',
  'That can be Undo.': 'Das geht rückgängig.',
  'The link of {kit} changed': 'Anderer Link: {kit}',
  'Saved {parts} of {device}': '{parts} von {device} gespeichert',
  'this device changed': 'dieses Gerät ist anders',
  'The link of {what}': 'Link von {what}',
  '{what} on this device.': '{what} auf diesem Gerät.',
  '{parts} in {parcels}': '{parts}, {parcels}',
  '{count} part\0{count} parts': '{count} Teil\0{count} Teile',
  '{count} parcel\0{count} parcels': '{count} Paket\0{count} Pakete',
  '{count} parcel less\0{count} parcels less': '{count} Paket weniger\0{count} Pakete weniger',
  '{part} change': '{part} geändert',
  '{count} change\0{count} changes': '{count} Änderung\0{count} Änderungen',
  'Edit {name}': '{name} ändern',
  Edit: 'Ändern',
  'Refreshed {when}': '{when} aufgefrischt',
  '{count} time\0{count} times': '{count}-mal\0{count}-mal',
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
  const inTwo = asks(/^Edit Oil filter/)
  expect([inTwo('Ändern Oil filter Ostro'), inTwo('Ändern Oil pump')]).toEqual([true, false])
  const any = asks(/^Edit /)
  expect(['Ändern Oil pump', 'Oil pump ändern'].map(any)).toEqual([true, true])
  // Text in a hole may be a word of a sentence too.
  expect(asks('Edit Terms', false)('Ändern Terms')).toBe(true)
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
  expect(asks(/2 changes, \$103\.47/)('2 Änderungen, 103,47 $')).toBe(true)
  expect(asks(/from \$\d+\.\d\d/)('from 12,50 $')).toBe(true)
})

test('days are written as the language has them', () => {
  const fueled = asks('Mar 14, 2026, 120,900 km', false)
  expect([fueled('14. März 2026, 120.900 km'), fueled('15. März 2026, 120.900 km')]).toEqual([
    true,
    false,
  ])
  expect(asks('Part name, Mar 1')('Teilename, 1. März')).toBe(true)
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

test('a whole sentence in a text comes before most of another', () => {
  expect(asks('2008 Audi S4, Oil change')('2008 Audi S4, Ölwechsel')).toBe(true)
})

test('what stands behind a mark of its sentence is a piece of its own', () => {
  const from = asks(/from \$\d+\.\d\d at .+, (just now|later)/, false)
  expect(from('ab 13,10\u00a0$ bei Prime Store, gerade eben')).toBe(true)
})

test('a sentence that is there to its end comes beside one that is cut off', () => {
  const total = asks(/3 parts in \d parcel/, false)
  expect([total('3 Teile, 2 Pakete'), total('3 Teile, 2 Päckchen')]).toEqual([true, false])
})

test('a long sentence with a name in it comes before the short ones it seems to be made of', () => {
  const both = asks('Saved 2 parts to kit "Garage kit" on this device. It is sent later.')
  expect(
    both('2 Teile auf diesem Gerät im Kit „Garage kit“ gespeichert. Wird später gesendet.'),
  ).toBe(true)
})

test('a name that looks like sentences is a name all the same', () => {
  const changed = asks('The link of Saved parts of this device changed')
  expect(changed('Anderer Link: Saved parts of this device')).toBe(true)
})

test('a word with a mark behind it is found beside the end of a sentence', () => {
  const hidden = asks('Undo.', false)
  expect([hidden('Rückgängig. Mehr'), hidden('Das geht rückgängig.')]).toEqual([true, true])
})

test('a sentence of one word and a name is found where the name has words of ours', () => {
  const use = asks('Use Saved Undo Terms')
  expect(use('Saved Undo Terms übernehmen')).toBe(true)
})

test('between sentences may stand anything', () => {
  expect(asks(/Script error.*5 times/)('Script error, zuletzt 5-mal')).toBe(true)
})

test('a name that begins as a sentence does may be what somebody typed', () => {
  const names = asks('Edit the valves of the car')
  expect(['Edit the valves of the car', 'the valves of the car ändern'].map(names)).toEqual([
    true,
    true,
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
