/** Saved kits and comments for tests, pushed like a device's. */
import type { Op } from '#shared/sync/protocol.ts'
import type { TestDevice } from './testServer.ts'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { versionCells } from '#shared/kinds/version.ts'

/** A kit with one line, saved in one batch. */
export async function saveKit(
  device: TestDevice,
  values: Record<string, unknown> = {},
): Promise<{ kitId: string; buildId: string; lineId: string; versionId: string }> {
  const kit = device.kit({ name: 'B5 oil change', notes: 'Mind the washer', ...values })
  const line = device.line(kit.id, { name: 'Oil filter', price: 1149, status: 'have' })
  const buildId = textIn(kit.cells, 'buildId')
  const shown = {
    id: kit.id,
    buildId,
    name: textIn(kit.cells, 'name'),
    notes: 'Mind the washer',
    vehicle: null,
    task: '',
    lines: [
      {
        id: line.id,
        ord: 'a0',
        name: 'Oil filter',
        manufacturer: '',
        partNumber: '',
        price: 1149,
        qty: 1,
        link: '',
      },
    ],
    steps: [],
    updatedAt: Date.now(),
  }
  const cells = device.cells(versionCells(shown, Date.now()))
  const version: Op = { kind: 'version', id: newId(), kit: kit.id, cells }
  await send(device, kit, line, version)
  return { kitId: kit.id, buildId, lineId: line.id, versionId: version.id }
}

/** @returns the id of the comment */
export async function comment(device: TestDevice, kitId: string, text: string): Promise<string> {
  const op: Op = { kind: 'comment', id: newId(), kit: kitId, cells: device.cells({ text }) }
  await send(device, op)
  return op.id
}

async function send(device: TestDevice, ...ops: Op[]): Promise<void> {
  const results = await device.push(...ops)
  const refused = results.find((result) => result.err ?? result.rej ?? result.clock)
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
}
