import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Build } from './builds.ts'

import { newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { until } from '#shared/testPatience.ts'
import { readBuild } from './builds.ts'
import { db } from '../../device/db.ts'
import { env, openDevice, shownPrincipal } from '../../device/device.ts'
import { useSync } from '../../device/syncState.ts'
import { edit } from '../../sync/write/edit.ts'
import { forks, setCells, setDraft, settled } from '../../sync/write/writeQueue.ts'
import { storeBuild } from './testBuild.ts'
import { openKit, rowNow } from './openKit.ts'

const LINES = 60

let shown: Build[] = []
let stop = () => undefined as void
let letGo = () => undefined as void

beforeEach(async () => {
  await openDevice()
})

afterEach(async () => {
  letGo()
  stop()
  await settled()
})

/** A watched kit with lines, shown once. */
async function opened() {
  const names = Array.from({ length: LINES }, (_, at) => ({ name: `Part ${at}`, price: 100 }))
  const { buildId, kitId, lineIds } = await storeBuild(...names)
  shown = []
  const kit = openKit(kitId, buildId)
  const follow = () => {
    const build = kit.read()
    if (build && build !== shown.at(-1)) shown.push(build)
  }
  stop = kit.subscribe(follow)
  await until(() => expect(shown).toHaveLength(1))
  const line = (at: number) => lineIds[at] ?? ''
  return { buildId, kitId, line }
}

/** Blocks the store from the given write on, until `letGo`. */
function holdStore(from = 1): void {
  const { transact } = env.store
  const held = new Promise<void>((resolve) => {
    letGo = () => {
      env.store.transact = transact
      resolve()
    }
  })
  let count = 0
  env.store.transact = async (work) => {
    if (++count >= from) await held
    return transact.call(env.store, work) as ReturnType<typeof work>
  }
}

const nameNow = (id: string) => shown.at(-1)?.kit.lines.find((line) => line.id === id)?.name

/** `updatedAt` shows minutes: a later second alone redraws nothing. */
const toTheMinute = (build?: Build) => {
  const told = (kit: Build['kit']) => ({ ...kit, updatedAt: Math.floor(kit.updatedAt / 60_000) })
  return build && { ...build, kit: told(build.kit), shared: told(build.shared) }
}

describe('an open kit', () => {
  test('counts as typed into from the key on, until it has been read with what was typed', async () => {
    const { kitId, line } = await opened()
    const seen: (string | undefined)[] = []
    const unwatch = useSync.subscribe(
      ({ isTyping }) => void (isTyping || seen.push(nameNow(line(3)))),
    )
    setCells('line', line(3), kitId, { name: 'Drain plug' })
    expect(useSync.getState().isTyping).toBe(true)
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    unwatch()
    expect(seen).toEqual(['Drain plug'])
    // The same values again: nothing is written, nothing is read.
    setCells('line', line(3), kitId, { name: 'Drain plug' })
    expect(useSync.getState().isTyping).toBe(true)
    await until(() => expect(useSync.getState().isTyping).toBe(false))
  })

  test('is read row by row: a change of one line reads that line alone', async () => {
    const { kitId, line } = await opened()
    let read = 0
    const count = (row: unknown) => {
      read += 1
      return row
    }
    db.pending.hook('reading', count as never)
    setCells('line', line(7), kitId, { name: 'Oil filter' })
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    db.pending.hook('reading').unsubscribe(count as never)
    // The line and its kit, read by the writer and by the screen; never the other 59.
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(10)
  })

  test('has what is typed in the same tick, and every other line as it was', async () => {
    const { kitId, line } = await opened()
    const [before] = shown
    const text = 'Sealing ring 14 x 20 mm, copper'
    for (let end = 1; end <= text.length; end++) {
      setCells('line', line(3), kitId, { name: text.slice(0, end) })
      expect(nameNow(line(3))).toBe(text.slice(0, end))
      expect(
        shown.at(-1)?.kit.lines.filter((one, at) => one === before?.kit.lines[at]),
      ).toHaveLength(LINES - 1)
      if (end % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 3))
    }
    setDraft(line(3), 'price', '12.')
    expect(shown.at(-1)?.drafts.get(`${line(3)}:price`)).toBe('12.')
    await settled()
    const stages = shown.length
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    expect(nameNow(line(3))).toBe(text)
    // The commit changes nothing on the screen.
    expect(shown.length - stages).toBeLessThan(2)
  })

  test('has a removed line back with all that was in it, in the same tick', async () => {
    const { kitId, line } = await opened()
    setCells('line', line(3), kitId, { qty: 4 })
    setCells('line', line(3), kitId, { del: true })
    expect(shown.at(-1)?.kit.lines).toHaveLength(LINES - 1)
    expect(rowNow(kitId, 'line', line(3))).toBeNull()
    setCells('line', line(3), kitId, { del: false })
    expect(rowNow(kitId, 'line', line(3))).toMatchObject({ name: 'Part 3', qty: 4, price: 100 })
    setCells('line', line(3), kitId, { del: true })
    await settled()
    expect(shown.at(-1)?.kit.lines).toHaveLength(LINES - 1)
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    expect(shown.at(-1)?.kit.lines).toHaveLength(LINES - 1)
  })

  test('shows what another tab writes into other cells of a line while somebody types into one', async () => {
    const { kitId, line } = await opened()
    const typing = setInterval(() => {
      setCells('line', line(3), kitId, { name: `Part ${Math.random()}` })
    }, 5)
    const change = { kind: 'line' as const, id: line(3), kit: kitId, cells: { price: 4711 } }
    await edit(env, [change], { principal: shownPrincipal() })
    await until(() =>
      expect(shown.at(-1)?.kit.lines.find(({ id }) => id === line(3))?.price).toBe(4711),
    )
    clearInterval(typing)
  })

  test('keeps in sight what is not stored yet while it is read for something else', async () => {
    const { kitId, line } = await opened()
    holdStore()
    setCells('line', line(3), kitId, { name: 'Oil filter' })
    await db.drafts.put({ p: shownPrincipal(), id: line(5), cell: 'price', text: '1.' })
    await until(() => expect(shown.at(-1)?.drafts.get(`${line(5)}:price`)).toBe('1.'))
    expect(nameNow(line(3))).toBe('Oil filter')
    letGo()
    await settled()
    expect(nameNow(line(3))).toBe('Oil filter')
  })

  test('has what is not stored yet when it is opened in the middle of typing', async () => {
    const { buildId, kitId, line } = await opened()
    stop()
    holdStore()
    setCells('line', line(3), kitId, { name: 'Oil', qty: 2 })
    // In flight by now.
    setCells('line', line(3), kitId, { name: 'Oil filter', price: 850 })
    setDraft(line(4), 'price', '8')
    setDraft(line(4), 'price', '8,')
    const kit = openKit(kitId, buildId)
    stop = kit.subscribe(() => undefined)
    await kit.whenRead()
    expect(rowNow(kitId, 'line', line(3))).toMatchObject({ name: 'Oil filter', qty: 2, price: 850 })
    expect(kit.read()?.drafts.get(`${line(4)}:price`)).toBe('8,')
    letGo()
    await settled()
  })

  test('has what is typed over a value of a clock that is ahead', async () => {
    const { kitId, line } = await opened()
    const stamp = packStamp(Date.now() + 50_000, 0, 'elsewhere')
    const ahead = { name: ['Rag', stamp], price: [1, stamp] } as const
    const known = await db.pending.get([shownPrincipal(), 'line', line(3)])
    await db.pending.put({ ...known!, cells: { ...known!.cells, ...ahead } })
    await until(() => expect(nameNow(line(3))).toBe('Rag'))
    setCells('line', line(3), kitId, { name: 'Oil filter' })
    expect(nameNow(line(3))).toBe('Oil filter')
    setCells('line', line(3), kitId, { del: true })
    expect(rowNow(kitId, 'line', line(3))).toBeNull()
  })

  test('stands still in one object that all its screens read', async () => {
    const { buildId, kitId, line } = await opened()
    const again = openKit(kitId, buildId)
    const before = again.read()
    expect(before).toBe(shown.at(-1))
    setCells('line', line(1), kitId, { name: 'Part 1' })
    setCells('line', line(2), kitId, { price: 5 })
    setCells('line', line(2), kitId, { price: 100 })
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    expect(again.read()?.kit).toStrictEqual({ ...before?.kit, updatedAt: expect.any(Number) })
  })

  test('turns what was typed into what it is a copy of into its own', async () => {
    const { kitId, line } = await opened()
    const ids = { [kitId]: newId(), [line(0)]: newId() }
    const copy = { kitId: ids[kitId] ?? '', buildId: 'copied', ids }
    forks.set(kitId, copy)
    const kit = openKit(copy.kitId, copy.buildId)
    const close = kit.subscribe(() => undefined)
    await kit.whenRead()
    setCells('line', line(0), kitId, { ord: 'a0', name: 'Typed into the original' })
    expect(kit.read()?.kit.lines).toMatchObject([
      { id: ids[line(0)], name: 'Typed into the original' },
    ])
    forks.delete(kitId)
    close()
  })

  test('keeps in sight what is typed in the middle of a reading', async () => {
    const { kitId, line } = await opened()
    let isRead = false
    const typeOnce = <Row>(row: Row) => {
      if (!isRead) setTimeout(() => setCells('line', line(3), kitId, { name: 'Drain plug' }))
      isRead = true
      return row
    }
    db.rows.hook('reading', typeOnce)
    const names: string[] = []
    const unwatch = openKit(kitId, '').subscribe(() => {
      const lines = openKit(kitId, '').read()?.kit.lines ?? []
      names.push(...lines.filter(({ id }) => id === line(3)).map(({ name }) => name))
    })
    // Another tab writes; this one reads.
    await edit(env, [{ kind: 'line', id: line(9), kit: kitId, cells: { qty: 7 } }], {
      principal: shownPrincipal(),
    })
    await until(() => expect(names).toContain('Drain plug'))
    await settled()
    db.rows.hook('reading').unsubscribe(typeOnce)
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    unwatch()
    expect(names.slice(names.indexOf('Drain plug'))).not.toContain('Part 3')
  })

  test('keeps in sight what is typed while what came before it is stored, and read', async () => {
    const { kitId, line } = await opened()
    holdStore(2)
    setCells('line', line(3), kitId, { name: 'Drain' })
    setCells('line', line(3), kitId, { name: 'Drain plug' })
    const names: (string | undefined)[] = []
    const unwatch = openKit(kitId, '').subscribe(() => names.push(nameNow(line(3))))
    // The kit is read after the first edit is stored and before the second is.
    await until(() => expect(names.length).toBeGreaterThan(0))
    expect(useSync.getState().isTyping).toBe(true)
    await db.drafts.put({ p: shownPrincipal(), id: line(5), cell: 'price', text: '1.' })
    await until(() => expect(shown.at(-1)?.drafts.get(`${line(5)}:price`)).toBe('1.'))
    letGo()
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    unwatch()
    expect(new Set(names)).toEqual(new Set(['Drain plug']))
  })

  test('ends as it is read anew, whatever was written to it at once', async () => {
    const { buildId, kitId, line } = await opened()
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
    await edit(env, many, { principal: shownPrincipal() })
    setDraft(line(1), 'price', null)
    await settled()
    const anew = await readBuild(kitId, buildId)
    expect(anew.kit.lines).toHaveLength(LINES)
    await until(() => expect(toTheMinute(shown.at(-1))).toEqual(toTheMinute(anew)))
  })

  test('is the same object again once a key that it shows is stored', async () => {
    const { kitId, line } = await opened()
    const type = (name: string) => setCells('line', line(3), kitId, { name })
    type('Oil')
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    const before = shown.length
    type('Oil f')
    await until(() => expect(useSync.getState().isTyping).toBe(false))
    expect(nameNow(line(3))).toBe('Oil f')
    expect(shown).toHaveLength(before + 1)
  })

  test('goes by what another tab deletes or clears as a whole', async () => {
    const { kitId } = await opened()
    await db.pending.where('[p+kit]').equals([shownPrincipal(), kitId]).delete()
    await until(() => expect(shown.at(-1)?.isBlank).toBe(true))
  })

  test('is not read for what happens in another kit', async () => {
    await opened()
    await storeBuild({ name: 'Water pump', price: 100 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(shown.every(({ kit }) => kit.lines.length === LINES)).toBe(true)
  })
})
