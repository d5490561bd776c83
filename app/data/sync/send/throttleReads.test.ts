/** Fewer reads than keystrokes, without missing a write. */
import { liveQuery } from 'dexie'
import { beforeEach, describe, expect, test } from 'vitest'

import { until } from '#shared/testPatience.ts'
import { throttleReads } from './throttleReads.ts'
import { db } from '../../device/db.ts'

const EVERY_MS = 200

beforeEach(() => db.meta.clear())

const write = (value: number) => db.meta.put({ key: 'typed', value })
const read = async () => (await db.meta.get('typed'))?.value ?? null

/** Values a throttled live query shows, until `stop`. */
function watch() {
  const seen: unknown[] = []
  const calmly = throttleReads(EVERY_MS)
  const subscription = liveQuery(() => calmly(read)).subscribe((value) => seen.push(value))
  return { seen, stop: () => subscription.unsubscribe() }
}

describe('a live query that reads calmly', () => {
  test('shows the first write at once and the last one of many soon, in few readings', async () => {
    const { seen, stop } = watch()
    await until(() => expect(seen).toEqual([null]))
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    await write(1)
    await until(() => expect(seen.at(-1)).toBe(1))
    const before = seen.length
    let most = 2
    const timer = setInterval(() => most++, EVERY_MS)
    for (let key = 2; key <= 40; key++) await write(key)
    await until(() => expect(seen.at(-1)).toBe(40))
    clearInterval(timer)
    expect(seen.length - before).toBeLessThanOrEqual(most)
    // Still listening after a wait.
    await write(41)
    await until(() => expect(seen.at(-1)).toBe(41))
    stop()
  })
})
