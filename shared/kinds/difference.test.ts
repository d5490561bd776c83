import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Content, Difference } from './difference.ts'
import type { Line } from './kit.ts'
import type { Step } from './step.ts'

import { differenceOf, isSameContent } from './difference.ts'
import { differenceInWords } from './differenceWords.ts'
import { newId } from '../ids.ts'

let places = 0

function line(values: Partial<Line> = {}): Line {
  const ord = `a${String(++places).padStart(4, '0')}`
  const blank = { name: '', manufacturer: '', partNumber: '', price: null, qty: 1, link: '' }
  return { id: newId(), ord, ...blank, ...values }
}

function step(values: Partial<Step> = {}): Step {
  const ord = `a${String(++places).padStart(4, '0')}`
  return {
    id: newId(),
    ord,
    what: 'torque',
    text: 'Drain plug',
    value: '30',
    unit: 'Nm',
    ...values,
  }
}

const kit = (values: Partial<Content> = {}): Content => ({
  name: 'Oil change',
  notes: '',
  vehicle: null,
  task: '',
  lines: [],
  steps: [],
  ...values,
})

/** Lines of a difference as "kind name", with the changed fields. */
const told = ({ lines }: Difference): string[] =>
  lines.map((one) =>
    one.kind === 'changed'
      ? `${one.isMoved ? 'moved' : 'changed'} ${one.row.name} ${one.values.map(({ field }) => field).join()}`.trim()
      : `${one.kind} ${one.row.name}`,
  )

const filter = line({ name: 'Oil filter', price: 1149, partNumber: 'W 719/45' })
const oil = line({ name: 'Engine oil', price: 4599, qty: 2, manufacturer: 'Liqui Moly' })
const plug = line({ name: 'Drain plug', price: 625 })
const ring = line({ name: 'Sealing ring', price: 110 })

describe('two states of one kit', () => {
  const between = (before: Partial<Content>, after: Partial<Content>) =>
    differenceOf(kit(before), kit(after), 'id')

  test('without a change there is no difference, and nothing to say', () => {
    const difference = between({ lines: [filter, oil] }, { lines: [filter, oil] })
    expect(isSameContent(difference)).toBe(true)
    expect(differenceInWords(difference)).toBe('')
  })

  test('names lines that came, went and changed, each where it stands', () => {
    const dearer = { ...filter, price: 1299 }
    const difference = between({ lines: [oil, plug, filter] }, { lines: [oil, dearer, ring] })
    expect(told(difference)).toEqual([
      'removed Drain plug',
      'changed Oil filter Unit price',
      'added Sealing ring',
    ])
    expect(difference.lines[1]).toMatchObject({
      values: [{ field: 'Unit price', before: '$11.49', after: '$12.99' }],
    })
    expect(isSameContent(difference)).toBe(false)
  })

  test('every field of a line is told in the words a person reads', () => {
    const after = {
      ...filter,
      name: 'Filter',
      manufacturer: 'Mann',
      partNumber: '',
      price: null,
      qty: 0,
      link: 'https://shop.example/filter',
    }
    const [only] = between({ lines: [filter] }, { lines: [after] }).lines
    expect(only?.kind === 'changed' && only.values).toEqual([
      { field: 'Part name', before: 'Oil filter', after: 'Filter' },
      { field: 'Manufacturer', before: '', after: 'Mann' },
      { field: 'Part number', before: 'W 719/45', after: '' },
      { field: 'Unit price', before: '$11.49', after: '' },
      { field: 'Quantity', before: '1', after: 'not needed' },
      { field: 'Link', before: '', after: 'https://shop.example/filter' },
    ])
  })

  test('of lines in another order the fewest count as moved', () => {
    const difference = between(
      { lines: [filter, oil, plug, ring] },
      { lines: [ring, filter, oil, plug] },
    )
    expect(told(difference)).toEqual(['moved Sealing ring'])
    expect(differenceInWords(difference)).toBe('1 part moved')
  })

  test('a line that was typed anew with the same words is the same line', () => {
    const again = line({ ...filter, id: newId(), price: 999 })
    expect(told(between({ lines: [filter] }, { lines: [again] }))).toEqual([
      'changed Oil filter Unit price',
    ])
  })

  test('blank lines and blank steps count for nothing', () => {
    const blank = { lines: [line()], steps: [step({ text: ' ', value: '' })] }
    expect(isSameContent(between({}, blank))).toBe(true)
  })

  test('name, vehicle and task say what they were and are', () => {
    const s4 = { year: 2008, make: 'Audi', model: 'S4' }
    const { values } = between(
      { vehicle: s4, task: 'Oil Change' },
      { name: 'Oil, 9 quarts', vehicle: { ...s4, driveType: 'AWD' } },
    )
    expect(values).toEqual([
      { field: 'Kit name', before: 'Oil change', after: 'Oil, 9 quarts' },
      { field: 'Vehicle', before: '2008 Audi S4', after: '2008 Audi S4, AWD' },
      { field: 'Task', before: 'Oil Change', after: '' },
    ])
  })

  test('details of a vehicle in another order are the same vehicle', () => {
    const [before, after] = [
      { year: 2008, make: 'Audi', model: 'S4', trim: 'Avant', driveType: 'AWD' },
      { driveType: 'AWD', trim: 'Avant', model: 'S4', make: 'Audi', year: 2008 },
    ]
    expect(isSameContent(between({ vehicle: before }, { vehicle: after }))).toBe(true)
  })

  test('the job sheet is compared row by row', () => {
    const drain = step()
    const { steps } = between(
      { steps: [drain] },
      {
        steps: [
          { ...drain, value: '35' },
          step({ what: 'tool', text: 'Socket', value: '19 mm', unit: '' }),
        ],
      },
    )
    expect(steps).toMatchObject([
      { kind: 'changed', values: [{ field: 'Value', before: '30 Nm', after: '35 Nm' }] },
      { kind: 'added', row: { text: 'Socket' } },
    ])
  })

  test('whatever happens to the lines, each is told at most once and nothing is left out', () => {
    const pool = [filter, oil, plug, ring, line({ name: 'Cleaner' }), line({ name: 'Gloves' })]
    const some = fc.shuffledSubarray(pool)
    const priced = some.chain((lines) =>
      fc
        .array(fc.nat(3), { minLength: 6, maxLength: 6 })
        .map((prices) => lines.map((one, at) => ({ ...one, price: prices[at] ?? 0 }))),
    )
    fc.assert(
      fc.property(priced, priced, (before, after) => {
        const { lines } = between({ lines: before }, { lines: after })
        const ids = (kind: string) =>
          new Set(lines.filter((one) => one.kind === kind).map(({ row }) => row.id))
        const without = (rows: Line[], others: Line[]) =>
          new Set(rows.map(({ id }) => id).filter((id) => others.every((one) => one.id !== id)))
        expect(new Set(lines.map(({ row }) => row.id)).size).toBe(lines.length)
        expect(ids('added')).toEqual(without(after, before))
        expect(ids('removed')).toEqual(without(before, after))
        // Unmoved, unchanged rows keep their relative order.
        const quiet = (rows: Line[]) =>
          rows.map(({ id }) => id).filter((id) => lines.every(({ row }) => row.id !== id))
        expect(quiet(after)).toEqual(quiet(before))
      }),
    )
  })
})

describe('a copy and its original', () => {
  const copied = (one: Line, values: Partial<Line> = {}): Line => ({
    ...one,
    id: newId(),
    ...values,
  })
  const between = (before: Line[], after: Line[]) =>
    differenceOf(kit({ lines: before }), kit({ lines: after }), 'lineage')

  test('lines are known again by what they still have of it', () => {
    const original = [filter, oil, plug, ring]
    const copy = [
      copied(filter, { price: 999, link: 'https://shop.example/f' }),
      copied(oil, { name: 'Engine oil 5W-40' }),
      copied(plug, { ord: 'zz', qty: 2 }),
      copied(ring),
    ]
    expect(told(between(original, copy))).toEqual([
      'changed Oil filter Unit price,Link',
      'changed Engine oil 5W-40 Part name',
      'changed Drain plug Quantity',
    ])
  })

  test('a part number is the same however it is written', () => {
    const copy = copied(filter, { ord: 'zz', name: 'Mann filter', partNumber: 'w719-45' })
    expect(told(between([filter], [copy]))).toEqual(['changed Mann filter Part name,Part number'])
  })

  test('two lines that both put at the end since are two lines', () => {
    const place = 'b00'
    const theirs = line({ ord: place, name: 'Gloves' })
    const own = line({ ord: place, name: 'Brake cleaner' })
    expect(told(between([filter, theirs], [copied(filter), own]))).toEqual([
      'added Brake cleaner',
      'removed Gloves',
    ])
  })

  test('twins stay twins: of two equal lines one was removed', () => {
    const [one, other] = [line({ name: 'Seal', price: 5 }), line({ name: 'Seal', price: 5 })]
    expect(told(between([one, other], [copied(other)]))).toEqual(['removed Seal'])
  })
})

describe('in words', () => {
  const words = (before: Partial<Content>, after: Partial<Content>) =>
    differenceInWords(differenceOf(kit(before), kit(after), 'id')).replaceAll('\u00a0', ' ')

  test('what came, which price changed, and that the notes did', () => {
    const dearer = { ...filter, price: 1299 }
    expect(words({ lines: [filter] }, { lines: [dearer, oil, ring], notes: '30 Nm' })).toBe(
      '2 parts added, Oil filter $11.49 → $12.99, notes changed',
    )
  })

  test('one line is named, many are counted', () => {
    expect(words({ lines: [filter] }, { lines: [] })).toBe('Oil filter removed')
    const all = [filter, oil, plug]
    const dearer = all.map((one) => ({ ...one, price: 1 }))
    expect(words({ lines: all }, { lines: dearer })).toBe('3 parts changed')
    expect(words({ lines: [oil] }, { lines: [{ ...oil, qty: 3 }] })).toBe(
      'Engine oil quantity 2 → 3',
    )
    expect(words({ lines: [oil] }, { lines: [{ ...oil, price: null }] })).toBe(
      'Engine oil $45.99 → no price',
    )
  })

  test('names, vehicle, task and the job sheet', () => {
    expect(
      words(
        { vehicle: { year: 2008, make: 'Audi', model: 'S4' } },
        { name: 'S4', task: 'Oil Change', steps: [step()] },
      ),
    ).toBe('Kit name now S4, no vehicle any more, task now Oil Change, job sheet changed')
  })

  test('a name of a thousand letters does not fill the screen', () => {
    const long = line({ name: 'x'.repeat(200) })
    expect(words({}, { lines: [long] })).toBe(`${'X'.repeat(1)}${'x'.repeat(38)}… added`)
  })
})
