import { expect, test } from 'vitest'

import { kitTitle, rowBytes } from './kit.ts'

const STAMP = 'NjF6n3W---ZQLPzUgtB'
const encoded = (value: string) =>
  new TextEncoder().encode(JSON.stringify({ notes: value, qty: 12 })).length

test('the size of a row is that of its values as UTF-8, whatever letters there are', () => {
  const letters = [
    'a',
    '"',
    '\n',
    '\0',
    'ä',
    '߿',
    'ࠀ',
    '€',
    '￿',
    '😀',
    '\ud83d',
    '\ude00',
    '\udfff',
  ]
  for (const first of letters) {
    for (const second of letters) {
      for (const text of ['', first, first + second, `x${first}y${second}`.repeat(50)]) {
        expect(rowBytes({ notes: [text, STAMP], qty: [12, STAMP] }), JSON.stringify(text)).toBe(
          encoded(text),
        )
      }
    }
  }
})

test('a kit is called by its name, else by what it is for, else by its first part', () => {
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const part = (name: string, partNumber = '') => {
    return { name, partNumber, manufacturer: '', price: null, qty: 1, link: '' }
  }
  const none = { name: '', vehicle: null, task: '', lines: [part(''), part('Brake pad')] }
  const titles = [
    { ...none, name: 'Front axle', vehicle },
    { ...none, name: 'Build my S4', vehicle, task: 'Brakes' },
    { ...none, vehicle },
    { ...none, task: 'Brakes' },
    none,
    { ...none, lines: [part('', 'P 85 020'), part('Brake disc'), part(''), part('Grease')] },
    { ...none, lines: [] },
  ].map((kit) => kitTitle(kit, 'Untitled draft'))
  expect(titles).toEqual([
    'Front axle',
    '2008 Audi S4, Brakes',
    '2008 Audi S4',
    'Brakes',
    'Brake pad',
    'P 85 020 and 2 more',
    'Untitled draft',
  ])
})
