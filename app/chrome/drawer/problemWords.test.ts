import { describe, expect, test } from 'vitest'

import type { ProblemRow } from '../../data/device/db.ts'
import type { ProblemPlace } from './problemWords.ts'

import {
  bothValues,
  caseText,
  problemSentence,
  problemTitle,
  retryLabel,
  valueText,
} from './problemWords.ts'

const row: ProblemRow = {
  id: 'x',
  p: 'd:1',
  at: 0,
  kind: 'line',
  row: 'r',
  kit: 'k',
  cell: 'qty',
  value: 2,
  code: 'overwritten',
}
const place: ProblemPlace = {
  kitTitle: 'Brakes',
  rowName: 'Oil filter',
  current: 4,
  isOwn: [true, false],
}

test('a refused value is named by its field and its part, and shown the way it was typed', () => {
  const price = { ...row, cell: 'price', code: 'invalid_price', value: 129_900 }
  expect(problemTitle([price], place)).toBe('Unit price of Oil filter: not accepted')
  expect(valueText(price)).toBe('$1,299.00')
  expect(problemSentence([price], place)).toMatch(/^Brakes\. A price is between 0 and/)
  expect(retryLabel([price])).toBe('Retry')
})

describe('a value that lost against a later one', () => {
  test('stands beside the one that is there now, each with its device', () => {
    expect(problemTitle([row], place)).toBe('Quantity of Oil filter: changed elsewhere')
    expect(problemSentence([row], place)).toBe('Brakes')
    expect(bothValues([row], place)).toEqual([
      { label: 'This device', text: '2' },
      { label: 'Other device', text: '4' },
    ])
  })

  test('says what was before and what is now where one device typed both', () => {
    const [before, now] = bothValues([row], { ...place, isOwn: [true, true] }) ?? []
    expect([before?.label, now?.label]).toEqual(['Before', 'Now'])
  })

  test('may be long, or an empty one', () => {
    const notes = { ...row, kind: 'kit' as const, cell: 'notes', value: 'Torque 30 Nm\nnew seal' }
    const texts = bothValues([notes], { ...place, current: '' })?.map(({ text }) => text)
    expect(texts).toEqual(['Torque 30 Nm\nnew seal', 'empty field'])
  })
})

test('a value that lost in a part that is gone claims nothing about what is there now', () => {
  expect(problemSentence([row], { ...place, current: undefined })).toBe(
    'A later change replaced it. What you typed is kept here (Brakes).',
  )
  expect(bothValues([row], { ...place, current: undefined })).toBeNull()
  expect(retryLabel([row])).toBe('Use mine')
})

test('a comment on a deleted kit says whose doing it was', () => {
  const comment = {
    ...row,
    kind: 'comment' as const,
    cell: 'text',
    value: 'Use OEM',
    code: 'parent_gone',
  }
  expect(problemTitle([comment], place)).toBe('Comment could not be posted')
  expect(problemSentence([comment], place)).toBe('The kit “Brakes” was deleted by its owner.')
  expect(caseText([comment])).toBe('Use OEM')
})

test('a part that did not fit is one text with all its fields', () => {
  const whole = { ...row, code: 'too_many_lines' }
  const name = { ...whole, cell: 'name', value: 'Oil filter' }
  const price = { ...whole, cell: 'price', value: 1_250 }
  expect(problemTitle([whole, name, price], place)).toBe('Oil filter: not accepted')
  expect(problemSentence([whole, name, price], place)).toBe(
    'Brakes. A kit holds at most 500 lines. Remove something from it, then retry.',
  )
  expect(caseText([whole, name, price])).toBe('2 × Oil filter, $12.50')
})

test('a saved version that was refused is copied as a readable list', () => {
  const line = {
    id: 'oG3J-0POSHGaTUtY5l3kiA',
    ord: 'a0',
    name: 'Oil filter',
    manufacturer: 'Mann',
    partNumber: 'W 719/45',
    price: 990,
    qty: 2,
    link: '',
  }
  const body = { name: 'Oil change', notes: '', vehicle: null, task: '', lines: [line] }
  const version = {
    ...row,
    kind: 'version' as const,
    cell: 'body',
    value: JSON.stringify(body),
    code: 'forbidden',
  }
  expect(problemTitle([version], place)).toBe('Kit could not be saved')
  expect(caseText([version])).toBe('Oil change\n2 × Oil filter, Mann, W 719/45, $9.90')
  expect(retryLabel([version])).toBe('Save the kit again')
})

test('a vehicle is text, and no value is no text', () => {
  const vehicle = { cell: 'vehicle', value: { year: 2008, make: 'Audi', model: 'S4' } }
  expect(valueText(vehicle)).toBe('2008 Audi S4')
  expect(valueText({ cell: 'vehicle', value: null })).toBe('')
})
