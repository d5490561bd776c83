import { expect, test } from 'vitest'

import { BUILT_IN_TASKS } from '../kinds/builtInTasks.ts'
import { cellProblem } from '../kinds/schema.ts'
import { brandKey, partNumberKey } from './partNumber.ts'
import { SAMPLE_PARTS, sampleParts } from './sampleParts.ts'

test('exactly the 8 built-in tasks have sample parts, 13 in all', () => {
  for (const task of BUILT_IN_TASKS) expect(sampleParts(task)).not.toEqual([])
  expect(BUILT_IN_TASKS.flatMap(sampleParts)).toHaveLength(13)
  expect(SAMPLE_PARTS).toHaveLength(13)
})

test('a task without samples has none', () => {
  expect(sampleParts('Timing chain')).toEqual([])
  expect(sampleParts('constructor')).toEqual([])
  expect(sampleParts('')).toEqual([])
})

test('every sample is a part of its own, a valid line, adds up, and leads to no shop', () => {
  const keys = SAMPLE_PARTS.map(
    ({ partNumber, vendor }) => `${partNumberKey(partNumber)} ${brandKey(vendor)}`,
  )
  expect(new Set(keys).size).toBe(SAMPLE_PARTS.length)
  expect(new Set(SAMPLE_PARTS.map(({ id }) => id)).size).toBe(SAMPLE_PARTS.length)
  for (const part of SAMPLE_PARTS) {
    expect(cellProblem('line', 'name', part.name)).toBeNull()
    expect(cellProblem('line', 'manufacturer', part.vendor)).toBeNull()
    expect(cellProblem('line', 'partNumber', part.partNumber)).toBeNull()
    expect(cellProblem('line', 'price', part.unitCents)).toBeNull()
    expect(cellProblem('line', 'qty', part.quantity)).toBeNull()
    expect(Math.round(part.unitPrice * 100)).toBe(part.unitCents)
    expect(Math.round(part.totalPrice * 100)).toBe(part.unitCents * part.quantity)
    expect(part.buyLink).toBe('')
  }
})
