import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Build } from './builds.ts'

import { newId } from '#shared/ids.ts'
import { until } from '#shared/testPatience.ts'
import { readBuild } from './builds.ts'
import { db } from '../../device/db.ts'
import { env, openDevice, principal } from '../../device/device.ts'
import { useSync } from '../../device/syncState.ts'
import { edit } from '../../sync/write/edit.ts'
import { setCells, setDraft, settled } from '../../sync/write/pump.ts'
import { storeBuild } from './testBuild.ts'
import { watchBuild } from './watchBuild.ts'

const LINES = 60

let shown: Build[] = []
let stop = () => undefined as void

beforeEach(async () => {
  await openDevice()
})

afterEach(async () => {
  stop()
  await settled()
})

/** A kit with lines that is watched, and has been shown once. */
async function watched() {
  const names = Array.from({ length: LINES }, (_, at) => ({ name: `Part ${at}`, price: 100 }))
  const { buildId, kitId, lineIds } = await storeBuild(...names)
  shown = []
  const fail = (error: unknown) => {
    throw error
  }
  stop = watchBuild(kitId, buildId, (build) => shown.push(build), fail)
  await until(() => expect(shown).toHaveLength(1))
  const line = (at: number) => lineIds[at] ?? ''
  return { buildId, kitId, line }
}

const nameNow = (id: string) => shown.at(-1)?.kit.lines.find((line) => line.id === id)?.name

describe('a watched kit', () => {
  test('counts as typed into from the key on, until it has been read with what was typed', async () => {
    const { kitId, line } = await watched()
    const seen: (string | undefined)[] = []
    const unwatch = useSync.subscribe(
      ({ isTyping }) => void (isTyping || seen.push(nameNow(line(3)))),
    )
    setCells('line', line(3), kitId, { name: 'Drain plug' })
    expect(useSync.getState().isTyping).toBe(true)
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    unwatch()
    expect(seen).toEqual(['Drain plug'])
    // The same again: nothing is written, and nothing is read.
    setCells('line', line(3), kitId, { name: 'Drain plug' })
    expect(useSync.getState().isTyping).toBe(true)
    await until(() => expect(useSync.getState().isTyping).toBe(false))
  })

  test('is read row by row: a change of one line reads that line alone', async () => {
    const { kitId, line } = await watched()
    let read = 0
    const count = (row: unknown) => {
      read += 1
      return row
    }
    db.pending.hook('reading', count as never)
    setCells('line', line(7), kitId, { name: 'Oil filter' })
    await until(() => expect(nameNow(line(7))).toBe('Oil filter'))
    db.pending.hook('reading').unsubscribe(count as never)
    // The line and its kit, by whoever stores and by whoever shows; never the other 59.
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(10)
  })

  test('shows what was typed while somebody types on', async () => {
    const { kitId, line } = await watched()
    const text = 'Sealing ring 14 x 20 mm, copper'
    const stages = new Set<string | undefined>()
    for (let end = 1; end <= text.length; end++) {
      setCells('line', line(3), kitId, { name: text.slice(0, end) })
      await new Promise((resolve) => setTimeout(resolve, 3))
      stages.add(nameNow(line(3)))
    }
    expect(stages.size).toBeGreaterThan(3)
    await until(() => expect(nameNow(line(3))).toBe(text))
  })

  test('ends as it is read anew, whatever was written to it at once', async () => {
    const { buildId, kitId, line } = await watched()
    setCells('line', line(0), kitId, { del: true })
    setDraft(line(1), 'price', '12.')
    setCells('kit', kitId, kitId, { name: 'Garage kit' })
    setCells('line', newId(), kitId, { ord: 'z9', name: 'Funnel', price: 100 })
    await settled()
    const many = Array.from({ length: 45 }, (_, at) => ({
      kind: 'line' as const,
      id: line(at + 10),
      kit: kitId,
      cells: { qty: 3 },
    }))
    await edit(env, many, { principal: principal() })
    setDraft(line(1), 'price', null)
    await settled()
    const anew = await readBuild(kitId, buildId)
    expect(anew.kit.lines).toHaveLength(LINES)
    await until(() => expect(shown.at(-1)).toEqual(anew))
  })

  test('goes by what another tab deletes or clears as a whole', async () => {
    const { kitId } = await watched()
    await db.pending.where('[p+kit]').equals([principal(), kitId]).delete()
    await until(() => expect(shown.at(-1)?.isBlank).toBe(true))
  })

  test('is not read for what happens in another kit', async () => {
    await watched()
    await storeBuild({ name: 'Water pump', price: 100 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(shown.every(({ kit }) => kit.lines.length === LINES)).toBe(true)
  })
})
