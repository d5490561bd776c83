import { describe, expect, test } from 'vitest'

import type { Step } from '#shared/kinds/step.ts'

import { headlineOf } from './headline.ts'

let count = 0
function step(what: Step['what'], text: string, value = '', unit = ''): Step {
  const id = `step ${++count}`
  return { id, ord: `a${count}`, what, text, value, unit }
}

describe('what stands large', () => {
  test('is the first torque of the job sheet, in both units and with its warning', () => {
    const steps = [
      step('tool', 'Torque wrench'),
      step('torque', 'Filter cover'),
      step('torque', 'Drain plug', '30', 'Nm'),
      step('torque', 'Wheel bolts', '120', 'Nm'),
    ]
    expect(headlineOf({ steps, notes: '**Mind the washer**' })).toEqual({
      title: 'Drain plug 30 Nm',
      text: '≈ 22.1 lb-ft. Entered by a user. Verify before tightening.',
    })
  })

  test('is else the first bold words of the notes, with what follows them', () => {
    const notes = 'Warm engine.\n\n**Drain plug 30 Nm**, new seal *every* time.\n\n**Later**'
    expect(headlineOf({ steps: [step('step', 'Warm up')], notes })).toEqual({
      title: 'Drain plug 30 Nm',
      text: 'New seal every time.',
    })
  })

  test('is found in a list and in a quote', () => {
    const title = 'Ten T25'
    expect(headlineOf({ steps: [], notes: '* first\n* **Ten T25** below' })).toMatchObject({
      title,
    })
    expect(headlineOf({ steps: [], notes: '> **Ten T25**' })).toEqual({ title, text: '' })
  })

  test('is nothing where a kit has neither', () => {
    expect(headlineOf({ steps: [], notes: 'Plain *words*.' })).toBeNull()
    expect(headlineOf({ steps: [], notes: '' })).toBeNull()
    expect(headlineOf({ steps: [], notes: '    **code**' })).toBeNull()
  })

  test('stays short, whatever was written', () => {
    const shown = headlineOf({ steps: [], notes: `**${'a'.repeat(500)}** ${'b'.repeat(5_000)}` })
    expect(shown?.title).toHaveLength(80)
    expect(shown?.text).toHaveLength(240)
  })
})
