import { describe, expect, test } from 'vitest'

import type { Cells } from './cells.ts'

import { cellProblem } from './schema.ts'
import { bodyOf, kitOfVersion } from './version.ts'

const part = { name: 'Filter', manufacturer: '', partNumber: '', price: 100, qty: 2, link: '' }
const line = { id: 'oG3J-0POSHGaTUtY5l3kiA', ord: 'a0', ...part }
const content = { name: 'Saved', notes: '', vehicle: null, task: '' }
const cellsOf = (body: unknown): Cells => ({ body: [JSON.stringify(body), '0000000000000000001'] })

describe('the body of a version', () => {
  test('brings nothing along that nobody looked at', () => {
    const hostile = { ...content, del: true, lines: [{ ...line, del: true, status: 'have' }] }
    expect(bodyOf(cellsOf(hostile))).toEqual({ ...content, lines: [line] })
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
