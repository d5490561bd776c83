import { afterEach, expect, test } from 'vitest'

import { preferred } from './languages.ts'
import { pseudo } from './pseudo.ts'
import {
  byLanguage,
  ENGLISH,
  inContext,
  later,
  many,
  numberText,
  say,
  speakBy,
  t,
} from './words.ts'
import { worded } from './words.ts'

afterEach(() => speakBy(() => ENGLISH))

const speak = (tag: string, catalogue: Record<string, string>) =>
  speakBy(() => ({ tag, catalogue }))

test('a sentence is English where no catalogue has it', () => {
  expect(t('Save Kit')).toBe('Save Kit')
  speak('de', { Cancel: 'Abbrechen' })
  expect(t('Save Kit')).toBe('Save Kit')
  expect(t('Cancel')).toBe('Abbrechen')
})

test('its values stand where the language puts them, numbers as it writes them', () => {
  expect(t('{name} has {count} parts', { name: 'Brakes', count: 1200 })).toBe(
    'Brakes has 1,200 parts',
  )
  speak('de', { '{name} has {count} parts': '{count} Teile in {name}' })
  expect(t('{name} has {count} parts', { name: 'Brakes', count: 1200 })).toBe(
    '1.200 Teile in Brakes',
  )
})

test('what somebody typed is never taken for a placeholder', () => {
  expect(t('Open {name}', { name: '{name}' })).toBe('Open {name}')
})

test('a count takes the form its language has for it', () => {
  const parts = (count: number) => many(count, '{count} part', '{count} parts')
  expect([0, 1, 1200].map(parts)).toEqual(['0 parts', '1 part', '1,200 parts'])
  speak('fr', { '{count} part\0{count} parts': '{count} pièce\0{count} pièces' })
  expect([0, 1, 2, 1e6].map(parts).map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    '0 pièce',
    '1 pièce',
    '2 pièces',
    '1 000 000 pièces',
  ])
})

test('a language with more forms names them', () => {
  const key = '{count} part\0{count} parts'
  speak('pl', { '': 'one few many', [key]: '{count} część\0{count} części\0{count} części.' })
  const parts = (count: number) => many(count, '{count} part', '{count} parts')
  expect([1, 3, 5].map(parts)).toEqual(['1 część', '3 części', '5 części.'])
})

test('one word with two meanings has two translations', () => {
  speak('de', { 'verb\u0004Open': 'Öffnen', Open: 'Offen' })
  expect([inContext('verb', 'Open'), t('Open')]).toEqual(['Öffnen', 'Offen'])
  expect(inContext('noun', 'Order')).toBe('Order')
})

test('words of a table are said in the language of the moment', () => {
  const table = { empty: later('This must not be empty.') }
  speak('de', { 'This must not be empty.': 'Das darf nicht leer sein.' })
  expect(say(table.empty)).toBe('Das darf nicht leer sein.')
})

test('what Intl makes is made once a language', () => {
  let made = 0
  const formats = byLanguage((tag) => [tag, ++made])
  expect([formats(), formats()]).toEqual([
    ['en-US', 1],
    ['en-US', 1],
  ])
  speak('es', {})
  expect(formats()).toEqual(['es', 2])
  expect(numberText(12_345.5)).toBe('12.345,5')
})

test('the language is the first somebody reads of those that are offered', () => {
  expect(preferred(['pt-BR', 'de-AT', 'en'], ['en', 'de'])).toBe('de')
  expect(preferred(['de'], ['en'])).toBe('en')
  expect(preferred(['constructor', 'nl'], ['en', 'de'])).toBe('en')
})

test('a pseudo language has every sentence, longer, with its placeholders whole', () => {
  speakBy(() => pseudo('en-XA'))
  expect(t('Open {name}', { name: 'Brakes' })).toBe('⟦Öpéñ Brakes··⟧')
  expect(inContext('verb', 'Open')).toBe('⟦Öpéñ··⟧')
  expect(many(2, '{count} part', '{count} parts')).toBe('⟦2 påŕţš···⟧')
  speakBy(() => pseudo('ar-XB'))
  expect(t('Open {name}', { name: 'Brakes' })).toBe('\u202eOpen \u202cBrakes')
})

test('a value that is missing, and a text that is none, are errors of types', () => {
  const text = 'Save' as string
  // @ts-expect-error the name is missing
  void (() => t('Open {name}'))
  // @ts-expect-error there is no such placeholder
  void (() => t('Open {name}', { nam: '' }))
  // @ts-expect-error nothing to fill
  void (() => t('Open', { name: '' }))
  // @ts-expect-error no catalogue can have it
  void (() => t(text))
  // @ts-expect-error only what was marked by later()
  void (() => say(text))
  // @ts-expect-error a name that only the plural has
  void (() => many(1, 'One part', '{count} parts of {kit}'))
  void (() => many(1, 'One part', '{count} parts of {kit}', { kit: '' }))
})

test('what somebody typed is no key, whatever an object has by itself', () => {
  for (const typed of ['constructor', '__proto__', 'toString', ''])
    expect(worded(typed)).toBe(typed)
})
