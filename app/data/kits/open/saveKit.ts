/** Saves and deletes a kit. Loaded when the button is pressed. */
import { newId } from '#shared/ids.ts'
import { isBlankLine } from '#shared/kinds/kit.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { kitOfRows } from './builds.ts'
import { work } from '../../device/work.ts'
import { env, shownPrincipal } from '../../device/device.ts'
import { persistStorage } from '../../device/persistStorage.ts'
import { delay } from '../../device/delay.ts'
import { setCells, written } from '../../sync/write/writeQueue.ts'
import { syncNow } from '../../sync/send/sync.ts'
import { noteEdit } from '../../device/syncState.ts'
import { writeCells } from '../../sync/write/writeCells.ts'
import { allOfKit } from '../../device/store.ts'

/** How long the button waits for the server before it says the kit is on this device. */
const UPLOAD_MS = 3_000

export interface Saved {
  partsCount: number
  name: string
  buildId: string
  /** Whether the server has the version: only then others see it. */
  isUploaded: boolean
}

/**
 * Stores a version of the kit as it stands; its link shows it once the server has it.
 * @throws an Error when this device holds no such kit
 */
export async function saveKit(kitId: string): Promise<Saved> {
  await written()
  const principal = shownPrincipal()
  const id = newId()
  const kit = await work(
    env,
    async (act) => {
      const { tx, clock } = act
      const rows = await allOfKit(tx, principal, kitId)
      const stored = kitOfRows(kitId, rows)
      if (!stored) throw new Error('there is no kit to save')
      // The version's stamp must exceed every stamp in it: a later stamp means edited after the save.
      for (const row of rows) {
        for (const [, stamp] of Object.values(row.cells)) clock.observe(stamp)
      }
      const cells = versionCells(stored, Math.round(clock.now))
      await writeCells(act, { kind: 'version', id, kit: kitId, cells })
      return stored
    },
    principal,
  )
  // A saved kit is worth keeping: asks for persistent storage.
  void persistStorage()
  noteEdit()
  await Promise.race([syncNow(), delay(UPLOAD_MS)])
  const pending = await env.store.transact((tx) => tx.range('pending', principal, { kit: kitId }))
  return {
    partsCount: kit.lines.filter((line) => !isBlankLine(line)).length,
    name: kit.name,
    buildId: kit.buildId,
    isUploaded: !pending.some((row) => row.id === id),
  }
}

/** Deletes a kit, on this device at once; `undeleteKit` brings it back. */
export async function deleteKit(kitId: string): Promise<void> {
  setCells('kit', kitId, kitId, { del: true })
  await written()
}

export async function undeleteKit(kitId: string): Promise<void> {
  setCells('kit', kitId, kitId, { del: false })
  await written()
}
