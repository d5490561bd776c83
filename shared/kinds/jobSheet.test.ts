import { describe, expect, test } from 'vitest'

import type { StepWhat } from './step.ts'

import { ENGLISH, speakBy } from '../words/words.ts'
import { inOtherUnit, jobSheetGroups, unitsOf, withUnit } from './jobSheet.ts'

describe('a torque', () => {
  // Computed by hand from the definitions of pound, foot and standard gravity.
  test.each([
    ['30', 'Nm', '22.1 lb-ft'],
    ['22', 'lb-ft', '29.8 Nm'],
    ['120', 'Nm', '88.5 lb-ft'],
    ['300', 'Nm', '221 lb-ft'],
    ['6', 'Nm', '53.1 in-lb'],
    ['53', 'in-lb', '5.99 Nm'],
    ['85-95', 'lb-ft', '115 to 129 Nm'],
    ['8 to 10', 'Nm', '5.9 to 7.38 lb-ft'],
    ['30 + 90°', 'Nm', '22.1 lb-ft + 90°'],
    ['7,5', 'Nm', '5.53 lb-ft'],
    ['0', 'Nm', '0 in-lb'],
  ])('of %s %s is %s', (value, unit, other) => {
    expect(inOtherUnit('torque', value, unit)).toBe(other)
  })

  test('of a range is said in the language of who reads it', () => {
    speakBy(() => ({ tag: 'de', catalogue: { '{low} to {high}': '{low} bis {high}' } }))
    expect(inOtherUnit('torque', '8-10', 'Nm')).toBe('5,9 bis 7,38 lb-ft')
    speakBy(() => ENGLISH)
  })

  test.each([
    ['1,250', 'Nm'],
    ['tight', 'Nm'],
    ['30 then 90', 'Nm'],
    ['', 'Nm'],
    ['30', ''],
    ['30', 'stone'],
    ['30', 'L'],
    ['30', 'constructor'],
  ])('of "%s" in "%s" is left as it is', (value, unit) => {
    expect(inOtherUnit('torque', value, unit)).toBe('')
  })
})

describe('a capacity', () => {
  test.each([
    ['8.5', 'L', '8.98 US qt'],
    ['9', 'US qt', '8.52 L'],
    ['500', 'ml', '16.9 US fl oz'],
    ['12', 'US fl oz', '355 ml'],
    ['0,946', 'L', '1 US qt'],
  ])('of %s %s is %s', (value, unit, other) => {
    expect(inOtherUnit('fluid', value, unit)).toBe(other)
  })
})

test('tools and steps have no units', () => {
  expect([...unitsOf('tool'), ...unitsOf('step')]).toEqual([])
  expect(inOtherUnit('tool', '10', 'Nm')).toBe('')
})

test.each([
  ['30', 'Nm', '30 Nm'],
  ['25 + 90°', 'Nm', '25 Nm + 90°'],
  ['10 mm', '', '10 mm'],
  ['hand tight', 'Nm', 'hand tight'],
])('"%s" in "%s" reads %s', (value, unit, read) => {
  expect(withUnit(value, unit)).toBe(read)
})

test('a job sheet is read by kind, without its blank rows', () => {
  const step = (what: StepWhat, text: string, value = '', unit = '') => {
    return { id: text || 'blank', ord: 'a0', what, text, value, unit }
  }
  const steps = [
    step('step', 'Drain'),
    step('torque', 'Plug', '30', 'Nm'),
    step('tool', ''),
    step('torque', '', ' ', 'Nm'),
  ]
  expect(jobSheetGroups(steps)).toEqual([
    {
      name: 'Torques',
      isNumbered: false,
      items: [{ id: 'Plug', text: 'Plug', value: '30 Nm', aside: '≈ 22.1 lb-ft' }],
    },
    {
      name: 'Steps',
      isNumbered: true,
      items: [{ id: 'Drain', text: 'Drain', value: '', aside: '' }],
    },
  ])
})
