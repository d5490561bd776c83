/**
 * Turns of the event loop. What takes milliseconds by itself is harmless; fifty of it in one turn
 * are a pause for everybody. Each waits here first, and a turn takes on as many as fit into it.
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
    // Behind what was begun: it runs up to where it waits itself.
    await Promise.resolve()
  }
  isDue = waiting.length > 0
  if (isDue) setImmediate(() => void takeTurn())
}

/** Of ten connections each may bring a megabyte of JSON in one and the same turn. */
const MOST_READS = 4

/** A read that may be large, with few others beside it. */
export const amongFew: InTurn = places(MOST_READS)
