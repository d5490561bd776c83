import { expect, test } from 'vitest'

import { inLanguage } from './language.ts'
import { retell, tell, tellMany, withoutQuotes } from './told.ts'

const GTIN = tell('“{given}” has a wrong length or check digit.', { given: '47-11' })
const inRow = tell('{column}: {sentence}', { column: 'gtin', sentence: [GTIN] })

test('a stored sentence is said in the language of whoever reads it', () => {
  expect(retell(inRow)).toBe('gtin: “47-11” has a wrong length or check digit.')
  expect(inLanguage('de', () => retell(inRow))).toBe(
    'gtin: „47-11“ hat eine falsche Länge oder Prüfziffer.',
  )
})

test('its numbers and its plural are those of the language', () => {
  const some = tellMany(
    1200,
    'No row of the file is fit. {count} of them: {reason}',
    'No row of the file is fit. {count} of them: {reason}',
    { reason: [tell('The file is empty.')] },
  )
  expect(inLanguage('de', () => retell(some))).toBe(
    'Keine Zeile der Datei taugt. 1.200 davon: Die Datei ist leer.',
  )
})

test('what was stored as English is said as it stands', () => {
  for (const before of ['', 'The file is empty.', '[none of ours', 'constructor']) {
    expect(inLanguage('de', () => retell(before))).toBe(before)
  }
})

test('what a file holds is quoted, not read as a sentence of ours', () => {
  const given = tell('The file is empty.')
  expect(inLanguage('de', () => retell(tell('“{given}” is no price.', { given })))).toContain(given)
})

test('sentences that differ by what they quote alone are of one kind', () => {
  expect(retell(withoutQuotes(inRow))).toBe('gtin: “…” has a wrong length or check digit.')
  expect(retell(withoutQuotes('gtin: “4711” is wrong.'))).toBe('gtin: “…” is wrong.')
})
