/**
 * Acknowledged values after the server died with its database, or was rolled back to a backup: they
 * are there, or their device pushes them again.
 */
import type { ChildProcess } from 'node:child_process'

import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newBuildId, newId, systemRandom } from '#shared/ids.ts'
import { openIdentity, readDevice } from '../../app/data/device/clock.ts'
import { edit } from '../../app/data/sync/write/edit.ts'
import { flush } from '../../app/data/sync/send/flush.ts'
import { MemoryStore } from '../../app/data/device/testMemoryStore.ts'
import { httpNet } from '../../app/data/api/net.ts'
import { seeded } from '#shared/testSeeded.ts'
import { putMeta } from '../../app/data/device/store.ts'

const KILLS = Number(process.env['KILLS'] ?? 3)

interface Running {
  child: ChildProcess
  url: string
  gen: string
}

let dataDir: string
let running: Running | null = null
const realFetch = globalThis.fetch
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    running ? realFetch(running.url + path, init) : Promise.reject(new TypeError('no server')),
  )
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Copies with owners and times, as a backup program does. */
function copyAsIs(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

async function start(): Promise<Running> {
  const child = fork(new URL('./serverProcess.ts', import.meta.url), [dataDir], {
    execArgv: ['--import', 'tsx'],
  })
  const [{ url, gen }] = (await once(child, 'message')) as [{ url: string; gen: string }]
  running = { child, url, gen }
  return running
}

async function kill(): Promise<void> {
  const child = running?.child
  running = null
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function stop(): Promise<void> {
  const child = running?.child
  if (!child) return
  child.send('stop')
  await once(child, 'exit')
  running = null
}

/** A device with the product's own outbox. */
class Device {
  readonly store = new MemoryStore()
  readonly env = { store: this.store, now: () => Date.now(), random: systemRandom }
  readonly kit = newId()
  readonly buildId = newBuildId()
  /** The last value typed into each line. */
  readonly typed = new Map<string, number>()
  #count = 0

  static async open(): Promise<Device> {
    const device = new Device()
    await openIdentity(device.store, systemRandom)
    await device.change({ kind: 'kit', id: device.kit, kit: device.kit, cells: { name: 'kit' } })
    return device
  }

  /** Another device of the same owner. */
  async sibling(): Promise<Device> {
    const other = new Device()
    const identity = await this.store.transact((tx) => readDevice(tx))
    await other.store.transact((tx) => putMeta(tx, 'device', { ...identity, node: 'secondnod' }))
    return other
  }

  change(change: Parameters<typeof edit>[1][number]): Promise<unknown> {
    return edit(this.env, [change], { buildIds: new Map([[this.kit, this.buildId]]) })
  }

  /** Types a number into one of ten lines. */
  async type(): Promise<void> {
    const ids = [...this.typed.keys()]
    const isNew = ids.length < 10
    const id = isNew ? newId() : (ids[this.#count % 10] ?? '')
    const qty = this.#count++
    const cells = { ...(isNew ? { ord: 'a0' } : {}), qty }
    await this.change({ kind: 'line', id, kit: this.kit, cells })
    this.typed.set(id, qty)
  }

  async flush(): Promise<void> {
    await flush(this.env, httpNet())
  }

  /** Pushes until nothing is pending, and pulls everything. */
  async settle(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      await this.flush()
      if (this.store.tables.pending.size === 0 && round > 0) return
    }
  }

  /** Confirmed numbers of this device, by line. */
  confirmed(): Map<string, unknown> {
    const lines = [...this.store.tables.rows.values()].filter((row) => row.kind === 'line')
    return new Map(lines.map((row) => [row.id, row.cells['qty']?.[0]]))
  }
}

/** Numbers on the server, as a device that pulls for the first time gets them. */
async function onServer(owner: Device): Promise<Map<string, unknown>> {
  const fresh = await owner.sibling()
  await fresh.flush()
  return fresh.confirmed()
}

test(
  `killed ${KILLS} times in the middle of pushes, it has what it acknowledged`,
  async () => {
    const chance = seeded(Number(process.env['SEED'] ?? 1))
    const device = await Device.open()
    let [missing, cut, gen] = [0, 0, '']
    for (let round = 0; round < KILLS; round++) {
      const server = await start()
      // Everything acknowledged is there, so `gen` stays and no device has to look for losses.
      if (round > 0) expect(server.gen).toBe(gen)
      ;({ gen } = server)
      const acknowledged = device.confirmed()
      const there = await onServer(device)
      for (const [id, qty] of acknowledged) if (Number(there.get(id) ?? -1) < Number(qty)) missing++
      expect(missing).toBe(0)
      await device.settle()
      expect(await onServer(device)).toEqual(device.typed)
      let isDead = false
      const killing = sleep(20 + chance() * 400).then(async () => {
        isDead = true
        await kill()
      })
      while (!isDead) {
        await device.type()
        await device.flush()
      }
      await killing
      if (device.store.tables.pending.size > 0) cut++
    }
    await start()
    await device.settle()
    expect(await onServer(device)).toEqual(device.typed)
    process.stdout.write(
      `${KILLS} kills, ${cut} of them with a push under way, no acknowledged value missing\n`,
    )
  },
  120_000 + KILLS * 120_000,
)

test('a backup put back is healed, also where others have written more since', async () => {
  const device = await Device.open()
  await start()
  for (let count = 0; count < 12; count++) await device.type()
  await device.settle()
  await stop()
  const backup = `${dataDir}.backup`
  copyAsIs(dataDir, backup)
  const { gen } = await start()
  for (let count = 0; count < 6; count++) await device.type()
  await device.settle()
  await stop()
  rmSync(dataDir, { recursive: true })
  copyAsIs(backup, dataDir)
  rmSync(backup, { recursive: true })
  expect((await start()).gen).not.toBe(gen)
  // Counters of the streams pass this device's cursors, so they do not give the rollback away.
  const other = await device.sibling()
  await other.flush()
  for (let count = 0; count < 9; count++) {
    const kit = newId()
    await edit(other.env, [{ kind: 'kit', id: kit, kit, cells: { name: 'more' } }], {
      buildIds: new Map([[kit, newBuildId()]]),
    })
    await other.flush()
  }
  await device.settle()
  expect(await onServer(device)).toEqual(device.typed)
})
