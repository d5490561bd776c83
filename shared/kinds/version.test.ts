import { describe, expect, test } from 'vitest'

import type { Cells } from '../cells/cells.ts'

import { newId } from '../ids.ts'
import { MAX_KIT_BYTES, rowBytes } from './kit.ts'
import { cellProblem } from './schema.ts'
import { STEP_BYTES, stepsOf } from './step.ts'
import { bodyOf, kitOfVersion, versionCells } from './version.ts'

const part = { name: 'Filter', manufacturer: '', partNumber: '', price: 100, qty: 2, link: '' }
const line = { id: 'oG3J-0POSHGaTUtY5l3kiA', ord: 'a0', ...part }
const content = { name: 'Saved', notes: '', vehicle: null, task: '' }
const cellsOf = (body: unknown): Cells => ({ body: [JSON.stringify(body), '0000000000000000001'] })

describe('the body of a version', () => {
  test('brings nothing along that nobody looked at', () => {
    const hostile = { ...content, del: true, lines: [{ ...line, del: true, status: 'have' }] }
    expect(bodyOf(cellsOf(hostile))).toEqual({ ...content, lines: [line], steps: [] })
  })

  test('brings the job sheet along, field by field', () => {
    const step = { id: line.id, ord: 'a0', what: 'torque', text: 'Drain', value: '30', unit: 'Nm' }
    const hostile = { ...content, lines: [], steps: [{ ...step, del: true, html: '<b>' }] }
    expect(bodyOf(cellsOf(hostile))).toEqual({ ...content, lines: [], steps: [step] })
    const unknown = { ...content, lines: [], steps: [{ ...step, what: 'spell' }] }
    expect(bodyOf(cellsOf(unknown))).toBeNull()
  })

  test('has room for the smallest steps a kit can be full of', () => {
    const cells: Cells = { ord: ['a00', ''], text: ['"', ''] }
    const count = Math.floor(MAX_KIT_BYTES / (rowBytes(cells) + STEP_BYTES))
    const steps = stepsOf(Array.from({ length: count }, () => ({ id: newId(), cells })))
    const kit = { ...content, id: newId(), buildId: 'ABCDEF', lines: [], steps, updatedAt: 0 }
    expect(cellProblem('version', 'body', versionCells(kit, 0).body)).toBeNull()
  })

  test('does not say of which kit it is', () => {
    const hostile = cellsOf({ ...content, lines: [line], id: 'x', buildId: 'VICTIM' })
    const kit = { id: 'own', buildId: 'ABCDEF' }
    expect(kitOfVersion(kit, hostile)).toMatchObject(kit)
  })

  test('holds only what can be stored, also beside its fields', () => {
    const text = JSON.stringify({ ...content, lines: [] }).replace('{', '{"x":"\ud800",')
    expect(bodyOf({ body: [text, ''] })).not.toBeNull()
    expect(cellProblem('version', 'body', text)).toBe('bad_characters')
  })
})
