import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { amongFew, roomInTurn } from './turns.ts'

const LONG_MS = 11

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

async function work(order: string[], name: string): Promise<void> {
  await roomInTurn()
  vi.advanceTimersByTime(LONG_MS)
  order.push(name)
}

test('lets others in between pieces of work that take long, and keeps their order', async () => {
  const order: string[] = []
  let isOver = false
  const others = async () => {
    while (!isOver) {
      await turn()
      order.push('others')
    }
  }
  const watching = others()
  await Promise.all(['a', 'b', 'c'].map((name) => work(order, name)))
  isOver = true
  await watching
  const between = order.filter((name, at) => name !== 'others' || order[at - 1] !== 'others')
  expect(between.filter((name) => name !== 'others')).toEqual(['a', 'b', 'c'])
  expect(between.join(' ')).toContain('a others b others c')
})

test('comes to an end for each of many, whoever comes meanwhile', async () => {
  let done = 0
  const one = async () => {
    await roomInTurn()
    done++
  }
  await Promise.all(Array.from({ length: 50 }, () => one().then(one)))
  expect(done).toBe(100)
})

test('reads with few others beside, each in its order, also behind one that fails', async () => {
  let [now, most] = [0, 0]
  const ended: number[] = []
  const reads = Array.from({ length: 20 }, (_, n) =>
    amongFew(async () => {
      most = Math.max(most, ++now)
      await turn()
      now--
      ended.push(n)
      if (n % 3 === 0) throw new Error('away')
    }).catch(() => undefined),
  )
  await Promise.all(reads)
  expect(most).toBe(4)
  expect(ended).toEqual(Array.from({ length: 20 }, (_, n) => n))
})
