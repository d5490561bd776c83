/**
 * Budget per turn of the event loop. Milliseconds of work are harmless; fifty pieces in one turn
 * pause everybody. Each waits here first, and a turn takes as many as fit.
 */
import { places, type InTurn } from './places.ts'

const TURN_MS = 10

const waiting: (() => void)[] = []
let isDue = false

/** Resolves in a turn with room for some milliseconds of work; first come, first served. */
export function roomInTurn(): Promise<void> {
  if (!isDue) {
    isDue = true
    setImmediate(() => void takeTurn())
  }
  return new Promise((resolve) => waiting.push(resolve))
}

async function takeTurn(): Promise<void> {
  const end = performance.now() + TURN_MS
  while (performance.now() < end) {
    const begin = waiting.shift()
    if (!begin) break
    begin()
    // Lets the work begun before run up to its next await.
    await Promise.resolve()
  }
  isDue = waiting.length > 0
  if (isDue) setImmediate(() => void takeTurn())
}

/** Ten connections could each read a megabyte of JSON in the same turn. */
const MOST_READS = 4

/** Queue of potentially large reads. */
export const amongFew: InTurn = places(MOST_READS)
