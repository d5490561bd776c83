import { expect, test } from 'vitest'

import { cellProblem } from '#shared/kinds/schema.ts'
import { BUILT_IN_TASKS } from '#shared/kinds/builtInTasks.ts'
import { SAMPLE_TASKS, sampleParts } from './sampleParts.ts'

test('exactly the 8 built-in tasks have sample parts, 13 in all', () => {
  expect(SAMPLE_TASKS).toEqual([...BUILT_IN_TASKS])
  for (const task of BUILT_IN_TASKS) expect(sampleParts(task)).not.toEqual([])
  expect(BUILT_IN_TASKS.flatMap(sampleParts)).toHaveLength(13)
})

test('a task without samples has none', () => {
  expect(sampleParts('Timing chain')).toEqual([])
  expect(sampleParts('constructor')).toEqual([])
  expect(sampleParts('')).toEqual([])
})

test('every sample is a valid line, adds up, and leads to no shop', () => {
  const parts = BUILT_IN_TASKS.flatMap(sampleParts)
  expect(new Set(parts.map((part) => part.id)).size).toBe(parts.length)
  for (const part of parts) {
    const cents = Math.round(part.unitPrice * 100)
    expect(cellProblem('line', 'name', part.name)).toBeNull()
    expect(cellProblem('line', 'price', cents)).toBeNull()
    expect(cellProblem('line', 'qty', part.quantity)).toBeNull()
    expect(Math.round(part.totalPrice * 100)).toBe(cents * part.quantity)
    expect(part.vendor).toMatch(/^Demo /)
    expect(part.buyLink).toBe('')
  }
})
