/** Imports a kit somebody passed on, as an own copy. */
import type { Json } from '#shared/cells/cells.ts'
import type { PassedKit } from '#shared/kinds/passedKit.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { ordAfter } from '#shared/ord.ts'
import { env } from '../../device/device.ts'
import { work } from '../../device/work.ts'
import { noteEdit } from '../../device/syncState.ts'
import { writeCells } from '../../sync/write/writeCells.ts'
import { putMeta } from '../../device/store.ts'

type Content = Pick<
  PassedKit,
  'name' | 'task' | 'notes' | 'vehicle' | 'lines' | 'steps' | 'currency' | 'rates'
>

/**
 * Stores a new kit with this content, all or nothing.
 * @param from kit it is a copy of, null for none
 * @returns the new build id
 */
export async function importKit(content: Content, from: string | null): Promise<string> {
  const { name, task, notes, lines, steps } = content
  const kit = newId(env.random)
  const buildId = newBuildId(env.random)
  await work(env, async (act) => {
    const write = (kind: 'kit' | 'line' | 'step', id: string, cells: Record<string, Json>) =>
      writeCells(act, { kind, id, kit, cells })
    await write('kit', kit, {
      buildId,
      name,
      task,
      notes,
      vehicle: content.vehicle as Json,
      ...(content.currency !== undefined && { currency: content.currency }),
      ...(content.rates && { rates: content.rates }),
      ...(from !== null && { fork: { from } }),
    })
    for (const [kind, rows] of [
      ['line', lines],
      ['step', steps],
    ] as const) {
      let ord = ''
      for (const row of rows) {
        ord = ordAfter(ord)
        await write(kind, newId(env.random), { ...row, ord })
      }
    }
    await putMeta(act.tx, `drawn:${buildId}`, { kitId: kit, at: env.now() })
  })
  noteEdit()
  return buildId
}
