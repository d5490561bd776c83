/** Save Kit, and taking a kit away. Loaded when the button is pressed. */
import { newId } from '#shared/ids.ts'
import { isBlankLine } from '#shared/kinds/kit.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { kitOfRows } from './builds.ts'
import { OpenClock, readDevice } from '../../device/clock.ts'
import { env, principal } from '../../device/device.ts'
import { askToKeep } from '../../device/keep.ts'
import { pause } from '../../device/pause.ts'
import { setCells, written } from '../../sync/write/pump.ts'
import { syncNow } from '../../sync/send/sync.ts'
import { noteEdit } from '../../device/syncState.ts'
import { writeCells } from '../../sync/write/writeCells.ts'

/** How long the button waits for the server before it says that the kit is on this device. */
const UPLOAD_MS = 3_000

export interface Saved {
  partsCount: number
  /** The kit's own name. */
  name: string
  buildId: string
  /** Whether the server has the version: only then others see it. */
  isUploaded: boolean
}

/**
 * Makes a version of the kit as it is stored now; its link shows it once the server has it.
 * @throws an Error when this device holds no such kit
 */
export async function saveKit(kitId: string): Promise<Saved> {
  await written()
  const p = principal()
  const id = newId()
  const kit = await env.store.transact(async (tx) => {
    const rows = [...(await tx.rowsOfKit(p, kitId)), ...(await tx.pendingOfKit(p, kitId))]
    const stored = kitOfRows(kitId, rows)
    if (!stored) throw new Error('there is no kit to save')
    const { node } = await readDevice(tx)
    const clock = await OpenClock.open(tx, node, env.now())
    // The version has to be later than everything in it: what is later was typed after the save.
    for (const row of rows) {
      for (const [, stamp] of Object.values(row.cells)) clock.observe(stamp)
    }
    const cells = versionCells(stored, Math.round(clock.now))
    await writeCells(tx, env, clock, p, { kind: 'version', id, kit: kitId, cells })
    await clock.close()
    return stored
  })
  // Whoever saves has something to lose: the browser is asked not to clean up here.
  void askToKeep()
  noteEdit()
  await Promise.race([syncNow(), pause(UPLOAD_MS)])
  const pending = await env.store.transact((tx) => tx.pendingOfKit(p, kitId))
  return {
    partsCount: kit.lines.filter((line) => !isBlankLine(line)).length,
    name: kit.name,
    buildId: kit.buildId,
    isUploaded: !pending.some((row) => row.id === id),
  }
}

/** Takes a kit away, on this device at once; `undeleteKit` brings it back. */
export async function deleteKit(kitId: string): Promise<void> {
  setCells('kit', kitId, kitId, { del: true })
  await written()
}

export async function undeleteKit(kitId: string): Promise<void> {
  setCells('kit', kitId, kitId, { del: false })
  await written()
}
