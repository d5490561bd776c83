/** Kits as REST answers. */
import type { Knex } from 'knex'

import type { BoundName } from '#shared/cells/boundLink.ts'
import type { Cells } from '#shared/cells/cells.ts'
import type { Principal } from '#shared/cells/limits.ts'

import { isBlankLine, type Kit, kitOf, type Line } from '#shared/kinds/kit.ts'
import { priceSum, type PriceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { centsToDecimal, decimalOf, DOLLARS, moneyOf } from '#shared/money/money.ts'
import { isPublicCell, type Kind } from '#shared/kinds/schema.ts'
import { msOf } from '#shared/cells/stamp.ts'
import { isBlankStep, type Step } from '#shared/kinds/step.ts'
import { kitOfVersion, savedAtOf } from '#shared/kinds/version.ts'
import { findBoundKit } from './boundKit.ts'
import { IS_DEAD } from './tables.ts'

export interface StoredKit {
  kitId: string
  owner: Principal
  /** The owner's username; null for a device or a deleted account. */
  author: string | null
  cells: Cells
  /** Latest deletion stamp of a row, '' for none: tombstones themselves are not read. */
  deletedAt: string
  lines: { id: string; cells: Cells }[]
  steps: { id: string; cells: Cells }[]
  /** The newest version, which the link shows. */
  version: { id: string; cells: Cells } | null
  /** An administrator hid it: others see nothing. */
  isHidden: boolean
}

/** A kit by id or build id, or by a link from before the server had it. */
export type KitKey = { kitId: string } | { buildId: string } | BoundName

interface ReadRow {
  id: string
  owner: string
  author: string | null
  cells: Cells
  deleted_at: string | null
  lines: StoredKit['lines'] | null
  steps: StoredKit['steps'] | null
  version: StoredKit['version']
  is_hidden: boolean
}

/** Reads a kit, its lines and steps in one statement, so that they are consistent. */
export async function readKit(db: Knex, by: KitKey): Promise<StoredKit | null> {
  if ('mark' in by) {
    const kitId = await findBoundKit(db, by)
    return kitId === null ? null : readKit(db, { kitId })
  }
  const isByKit = 'kitId' in by
  const { rows } = await db.raw<{ rows: ReadRow[] }>(
    `select kits.id, kits.owner, kits.cells, kits.hidden_at is not null as is_hidden,
       (select username from users
        where users.id = substr(kits.owner, 3) collate "C" and kits.owner like 'u:%'
          and deleted_at is null) as author,
       (select jsonb_build_object('id', versions.id, 'cells', versions.cells) from versions
        where versions.kit_id = kits.kit_id and versions.id = kits.version_id) as version,
       (select jsonb_agg(jsonb_build_object('id', id, 'cells', cells))
        from lines where kit_id = kits.kit_id and ${IS_DEAD} is not true) as lines,
       (select jsonb_agg(jsonb_build_object('id', id, 'cells', cells))
        from steps where kit_id = kits.kit_id and ${IS_DEAD} is not true) as steps,
       (select max(deleted collate "C") from (
          select cells->'del'->>1 as deleted from lines
            where kit_id = kits.kit_id and cells->'del'->>0 = 'true'
          union all select cells->'del'->>1 from steps
            where kit_id = kits.kit_id and cells->'del'->>0 = 'true') as dead) as deleted_at
     from kits where kits.kit_id = ${isByKit ? '?' : '(select kit_id from build_ids where build_id = ?)'}`,
    [isByKit ? by.kitId : by.buildId],
  )
  const row = rows[0]
  if (!row) return null
  const { id, owner, author, cells, version, is_hidden: isHidden } = row
  return {
    kitId: id,
    owner,
    author,
    cells,
    deletedAt: row.deleted_at ?? '',
    lines: row.lines ?? [],
    steps: row.steps ?? [],
    version,
    isHidden,
  }
}

/** The kit as its link shows it: the newest version, or the live rows if never saved. */
export function publicKit(stored: StoredKit): Kit | null {
  const live = stored.isHidden ? null : liveKit(stored)
  return live && ((stored.version && kitOfVersion(live, stored.version.cells)) ?? live)
}

/** Whether the kit is listed: saved and public. */
export function isListed({ version, cells }: StoredKit): boolean {
  return version !== null && (cells['visibility']?.[0] ?? 'public') === 'public'
}

/** The live rows without owner-only cells; null for a deleted kit. */
export function liveKit(stored: StoredKit): Kit | null {
  const shown = (kind: Kind, rows: StoredKit['lines']) =>
    rows.map(({ id, cells }) => ({ id, cells: publicCells(kind, cells) }))
  const row = { id: stored.kitId, cells: publicCells('kit', stored.cells) }
  const kit = kitOf(row, shown('line', stored.lines), shown('step', stored.steps), msOf)
  return (
    kit && {
      ...kit,
      updatedAt: Math.max(kit.updatedAt, stored.deletedAt ? msOf(stored.deletedAt) : 0),
      lines: kit.lines.filter((line) => !isBlankLine(line)),
      steps: kit.steps.filter((step) => !isBlankStep(step)),
    }
  )
}

function publicCells(kind: Kind, cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([name]) => isPublicCell(kind, name)))
}

/** Body of every GET of one kit: `{ kit, parts, steps, version }`. */
export function kitAnswer(kit: Kit, stored: StoredKit) {
  const { version } = stored
  return {
    kit: {
      ...namedFields(kit, stored.owner),
      author: stored.author,
      vehicleTrim: kit.vehicle?.trim ?? null,
      vehicleSeries: kit.vehicle?.series ?? null,
      vehicleBodyClass: kit.vehicle?.bodyClass ?? null,
      engineCylinders: kit.vehicle?.engineCylinders ?? null,
      engineDisplacement: kit.vehicle?.engineDisplacement ?? null,
      engineHorsepower: kit.vehicle?.engineHorsepower ?? null,
      engineConfiguration: kit.vehicle?.engineConfiguration ?? null,
      driveType: kit.vehicle?.driveType ?? null,
      currency: kit.currency ?? DOLLARS,
      ...sumAnswer(priceSum(kit.lines, kit)),
      updatedAt: new Date(kit.updatedAt).toISOString(),
    },
    parts: kit.lines.map(partAnswer),
    steps: kit.steps.map(stepAnswer),
    version: version && {
      id: version.id,
      savedAt: new Date(savedAtOf(version.cells)).toISOString(),
    },
  }
}

function stepAnswer({ id, what, text, value, unit }: Step) {
  return { id, what, text, value, unit }
}

/** Fields common to list entries and single kits. */
export function namedFields(kit: Omit<Kit, 'lines' | 'steps' | 'updatedAt'>, owner: Principal) {
  return {
    id: kit.id,
    kitId: kit.id,
    buildId: kit.buildId,
    userId: owner.startsWith('u:') ? owner.slice(2) : null,
    name: kit.name,
    notes: kit.notes,
    vehicleYear: kit.vehicle?.year ?? null,
    vehicleMake: kit.vehicle?.make ?? null,
    vehicleModel: kit.vehicle?.model ?? null,
    task: kit.task,
  }
}

/**
 * Total of a kit. `totalPrice` is the dollar part only; other currencies count there as unpriced,
 * and are in `sum`, which a dollar kit lacks.
 */
export function sumAnswer(sum: PriceSum) {
  const { cents, unpriced, apart = 0, of } = sum
  return {
    totalPrice: centsToDecimal(cents),
    partsWithoutPrice: unpriced === null ? null : unpriced + apart,
    ...((apart > 0 || of) && { sum: { ...sum, text: sumWords(sum) } }),
  }
}

function partAnswer(line: Line) {
  const { price, qty } = line
  const cents = typeof price === 'number' ? price : 0
  const money = typeof price === 'string' ? moneyOf(price) : null
  return {
    id: line.id,
    name: line.name,
    manufacturer: line.manufacturer,
    partNumber: line.partNumber,
    quantity: line.qty,
    unitPrice: centsToDecimal(cents),
    totalPrice: centsToDecimal(cents * qty),
    // For other currencies only: dollar fields keep their format.
    ...(typeof price === 'string' && {
      price: money ? { amount: decimalOf(money), currency: money.currency } : { text: price },
    }),
    link: line.link,
  }
}
