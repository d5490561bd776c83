/**
 * A disk that is full for some seconds under the bundled database: a small file system of its own
 * is filled while devices push and strangers read. Needs root, to mount it.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync } from 'node:fs'
import { rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { summary } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { startServerProcess } from '../serverProcess.ts'
import { figures, pushSteadily, SteadyDevice } from '../steadyPushes.ts'

const SIZE_MB = 250
const FULL_SECONDS = Number(process.env['FULL_SECONDS'] ?? 10)
const RATE = 40
const DEVICES = 20

interface Reads {
  ms: number[]
  good: number
  unavailable: number
  wrong: string[]
}

function mounted(): { folder: string; unmount(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'wrenchlist-small-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder])
  if (status !== 0) return null
  chmodSync(folder, 0o755)
  return {
    folder,
    unmount() {
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes until the disk is full. @returns frees the space again */
function fill(folder: string): () => void {
  const file = join(folder, 'ballast')
  const handle = openSync(file, 'w')
  for (const piece of [Buffer.alloc(2 ** 20), Buffer.alloc(4_096)]) {
    try {
      for (;;) if (writeSync(handle, piece) < piece.length) break
    } catch {
      // Full.
    }
  }
  closeSync(handle)
  return () => unlinkSync(file)
}

async function read(url: string, kit: string, into: Reads): Promise<void> {
  const started = performance.now()
  try {
    const response = await fetch(`${url}/api/kits/${kit}`, { signal: AbortSignal.timeout(15_000) })
    await response.arrayBuffer()
    if (response.ok) into.good++
    else if (response.status === 503 && response.headers.has('Retry-After')) into.unavailable++
    else into.wrong.push(String(response.status))
  } catch (error) {
    into.wrong.push((error as Error).message)
  }
  into.ms.push(performance.now() - started)
}

/** Acknowledged values, and how many of them strangers do not read back. */
async function lostOf(url: string, devices: readonly SteadyDevice[]) {
  let [values, lost] = [0, 0]
  for (const { kit, acknowledged } of devices) {
    const response = await fetch(`${url}/api/kits/${kit.id}`)
    const { parts = [] } = (await response.json()) as {
      parts?: { id: string; quantity: number; unitPrice: string | number }[]
    }
    const stored = new Map(parts.map((part) => [part.id, part]))
    for (const [id, { qty, price }] of acknowledged) {
      values += 2
      const part = stored.get(id)
      if (part?.quantity !== qty) lost++
      if (Math.round(Number(part?.unitPrice) * 100) !== price) lost++
    }
  }
  return { values, lost }
}

async function measure(): Promise<void> {
  const disk = mounted()
  if (!disk) {
    console.log('A full disk is left out: only root can mount a small one.')
    return
  }
  const dataDir = join(disk.folder, 'store')
  mkdirSync(dataDir)
  const server = await startServerProcess(undefined, { DATA_DIR: dataDir })
  try {
    const devices = Array.from({ length: DEVICES }, () => new SteadyDevice(server.url))
    for (const device of devices) await device.begin()
    const [before, full] = [figures(), figures()]
    await pushSteadily(devices, RATE, 3, before)
    const makeRoom = fill(disk.folder)
    const reads: Reads = { ms: [], good: 0, unavailable: 0, wrong: [] }
    let roomAt = 0
    let isFull = true
    const reading = async () => {
      for (let n = 0; isFull; n++) {
        await read(server.url, devices[n % DEVICES]?.kit.id ?? '', reads)
        await wait(100)
      }
    }
    const [pushed] = await Promise.all([
      pushSteadily(devices, RATE, FULL_SECONDS + 5, full),
      reading(),
      wait(FULL_SECONDS * 1_000).then(() => {
        isFull = false
        roomAt = performance.now()
        makeRoom()
      }),
    ])
    const recoveredMs = Math.round(performance.now() - roomAt)
    const after = figures()
    await pushSteadily(devices, RATE, 2, after)
    const { values, lost } = await lostOf(server.url, devices)
    const rows: Row[] = [
      {
        what: 'pushes before, while full and just after, later',
        figure: before.ms.length,
        unit: '',
        note: `${full.ms.length} of ${pushed.due}, ${after.ms.length}`,
      },
      {
        what: 'pushes told to come again later',
        figure: full.unavailable,
        unit: '',
        note: `connections cut: ${full.cut}`,
      },
      {
        what: 'answers to pushes that are neither good nor 503',
        figure: full.wrong.length,
        unit: '',
        budget: 0,
        note: [...new Set(full.wrong)].slice(0, 3).join('; '),
      },
      {
        what: 'reads while full that were answered',
        figure: reads.good,
        unit: '',
        note: `503: ${reads.unavailable}; median ${Math.round(summary(reads.ms).median)} ms, longest ${Math.round(Math.max(...reads.ms))} ms`,
      },
      {
        what: 'reads while full that were neither good nor 503',
        figure: reads.wrong.length,
        unit: '',
        budget: 0,
        note: [...new Set(reads.wrong)].slice(0, 3).join('; '),
      },
      {
        what: 'all that waited was acknowledged, after room was made',
        figure: recoveredMs,
        unit: 'ms',
      },
      {
        what: 'pushes refused after that',
        figure: after.unavailable + after.cut + after.wrong.length,
        unit: '',
        budget: 0,
      },
      {
        what: 'acknowledged values that are lost',
        figure: lost,
        unit: '',
        budget: 0,
        note: `of ${values}`,
      },
    ]
    report(`A disk that is full for ${FULL_SECONDS} s`, rows)
  } finally {
    await server.stop()
    disk.unmount()
  }
}

await measure()
