/** A kit as the REST answers show it. */
import type { Knex } from 'knex'

import type { Cells } from '#shared/cells.ts'
import type { Kit, Line } from '#shared/kit.ts'
import type { Principal } from '#shared/limits.ts'

import { isBlankLine, kitOf, kitTotalCents, lineTotalCents } from '#shared/kit.ts'
import { centsToDecimal } from '#shared/money.ts'
import { isPublicCell } from '#shared/schema.ts'
import { msOf } from '#shared/stamp.ts'

export interface StoredKit {
  kitId: string
  owner: Principal
  cells: Cells
  lines: { id: string; cells: Cells }[]
}

/** Reads a kit and its lines in one statement, so that they belong together. */
export async function readKit(
  db: Knex,
  by: { kitId: string } | { buildId: string },
): Promise<StoredKit | null> {
  const isByKit = 'kitId' in by
  const { rows } = await db.raw<{
    rows: { id: string; owner: string; cells: Cells; lines: StoredKit['lines'] | null }[]
  }>(
    `select kits.id, kits.owner, kits.cells,
       (select jsonb_agg(jsonb_build_object('id', lines.id, 'cells', lines.cells))
        from lines where lines.kit_id = kits.kit_id) as lines
     from kits where kits.kit_id = ${isByKit ? '?' : '(select kit_id from build_ids where build_id = ?)'}`,
    [isByKit ? by.kitId : by.buildId],
  )
  const row = rows[0]
  return row ? { kitId: row.id, owner: row.owner, cells: row.cells, lines: row.lines ?? [] } : null
}

/** The public view; null when the kit was deleted. Owner-only cells are gone before it is built. */
export function publicKit(stored: StoredKit): Kit | null {
  const lines = stored.lines.map((line) => ({
    id: line.id,
    cells: publicCells('line', line.cells),
  }))
  const kit = kitOf({ id: stored.kitId, cells: publicCells('kit', stored.cells) }, lines, msOf)
  return kit && { ...kit, lines: kit.lines.filter((line) => !isBlankLine(line)) }
}

function publicCells(kind: 'kit' | 'line', cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([name]) => isPublicCell(kind, name)))
}

/** The body of every GET of one kit: `{ kit, parts, version }`. */
export function kitAnswer(kit: Kit, stored: StoredKit) {
  return {
    kit: {
      id: kit.id,
      kitId: kit.id,
      buildId: kit.buildId,
      userId: stored.owner.startsWith('u:') ? stored.owner.slice(2) : null,
      name: kit.name,
      notes: kit.notes,
      vehicleYear: kit.vehicle?.year ?? null,
      vehicleMake: kit.vehicle?.make ?? null,
      vehicleModel: kit.vehicle?.model ?? null,
      vehicleTrim: kit.vehicle?.trim ?? null,
      vehicleSeries: kit.vehicle?.series ?? null,
      vehicleBodyClass: kit.vehicle?.bodyClass ?? null,
      engineCylinders: kit.vehicle?.engineCylinders ?? null,
      engineDisplacement: kit.vehicle?.engineDisplacement ?? null,
      engineHorsepower: kit.vehicle?.engineHorsepower ?? null,
      engineConfiguration: kit.vehicle?.engineConfiguration ?? null,
      driveType: kit.vehicle?.driveType ?? null,
      task: kit.task,
      totalPrice: centsToDecimal(kitTotalCents(kit.lines)),
      updatedAt: new Date(kit.updatedAt).toISOString(),
    },
    parts: kit.lines.map(partAnswer),
    version: null,
  }
}

function partAnswer(line: Line) {
  return {
    id: line.id,
    name: line.name,
    manufacturer: line.manufacturer,
    partNumber: line.partNumber,
    quantity: line.qty,
    unitPrice: centsToDecimal(line.price ?? 0),
    totalPrice: centsToDecimal(lineTotalCents(line)),
    link: line.link,
  }
}
