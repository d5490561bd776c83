/**
 * `POST /api/auto-save` and `POST /api/kits`: converts a whole build in the specification's REST
 * form to ops of the write path. Absent fields stay unchanged.
 */
import type { Knex } from 'knex'

import type { Cells, Json } from '#shared/cells/cells.ts'
import type { Op } from '#shared/sync/protocol.ts'
import type { Principal } from '#shared/cells/limits.ts'
import type { SaveBody } from './saveBody.ts'

import { generateKeyBetween } from 'fractional-indexing'

import { isKitAlive, isRowAlive, isSameValue, latestStamp } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { isBlankLine, isVehicle, type Line, linesOf } from '#shared/kinds/kit.ts'
import { DOLLARS, type Price } from '#shared/money/money.ts'
import { ordAfter } from '#shared/ord.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { packStamp, successor } from '#shared/cells/stamp.ts'
import { type Vehicle, vehicleProblem } from '#shared/vehicles/vehicle.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { t } from '#shared/words/words.ts'
import { type ApplyEnv, applyInTransaction, inWriteTransaction } from './applyOps.ts'
import { moveKits } from './claims.ts'
import { liveKit, readKit, type StoredKit } from './read/readKit.ts'

/** The saving principal, and the device whose kits the account may claim with it. */
export interface Saver {
  principal: Principal
  name: string | null
  device: Principal | null
}

/**
 * Stores a build for its owner; with `isSave` also as a version, which the link shows from then on.
 * Throws 403 for a foreign kit, 410 for a deleted one, 422 above a limit of the kit or for a save
 * without a name or a part; then nothing is stored.
 */
export async function saveBuild(
  env: ApplyEnv,
  saver: Saver,
  body: SaveBody,
  { isSave = false } = {},
): Promise<StoredKit> {
  const { principal, device } = saver
  return inWriteTransaction(env.db, device ? [principal, device] : [principal], async (trx) => {
    const found = await findOwn(trx, env, saver, body)
    const ops = opsOf(env, found, body)
    await applyAll(trx, env, saver, ops)
    const kitId = found?.kitId ?? ops[0]?.id ?? ''
    const saved = await readBack(trx, kitId)
    if (!isSave) return saved
    await applyAll(trx, env, saver, [versionOp(env, saved)])
    return readBack(trx, kitId)
  })
}

/** The named kit if it is the saver's; null for a new one. */
async function findOwn(
  trx: Knex.Transaction,
  env: ApplyEnv,
  { principal, device }: Saver,
  body: SaveBody,
): Promise<StoredKit | null> {
  const byBuild = await readKit(trx, { buildId: body.buildId })
  const byKit = body.kitId ? await readKit(trx, { kitId: body.kitId }) : null
  for (const kit of [byBuild, byKit]) {
    const isOwn = !kit || kit.owner === principal || (device !== null && kit.owner === device)
    if (!isOwn) throw new Problem('not_owner', 403, sentenceOf('not_owner'))
  }
  if (byKit && byBuild && byKit.kitId !== byBuild.kitId) {
    throw new Problem('two_kits', 422, t('kitId and buildId name two different kits.'), {
      field: 'kitId',
    })
  }
  const kit = byKit ?? byBuild
  if (kit && !isKitAlive(kit.cells)) throw new Problem('deleted', 410, t('This kit was deleted.'))
  if (kit && kit.owner !== principal) await moveKits(trx, env, [kit.kitId], kit.owner, principal)
  return kit
}

async function applyAll(
  trx: Knex.Transaction,
  env: ApplyEnv,
  { principal, name }: Saver,
  ops: readonly Op[],
): Promise<void> {
  const batch = { principal, name, ops, ownerCursor: Infinity }
  const { results } = await applyInTransaction(trx, env, batch)
  for (const result of results) {
    const code = result.err ?? Object.values(result.rej ?? {})[0]
    if (code) {
      const field = Object.keys(result.rej ?? {})[0] ?? 'parts'
      throw new Problem(code, 422, sentenceOf(code), { field })
    }
  }
}

async function readBack(trx: Knex, kitId: string): Promise<StoredKit> {
  const saved = await readKit(trx, { kitId })
  if (!saved) throw new Error('a kit that was just saved is not there')
  return saved
}

/** A version of the whole kit, stamped later than all in it. */
function versionOp(env: ApplyEnv, stored: StoredKit): Op {
  const kit = liveKit(stored)
  if (!kit?.name.trim()) {
    throw new Problem('no_name', 422, t('Please enter a name for your kit'), { field: 'kitName' })
  }
  if (kit.lines.length === 0) {
    throw new Problem('no_parts', 422, t('Please add at least one part to your kit'), {
      field: 'parts',
    })
  }
  const rows = [{ cells: stored.cells }, ...stored.lines, ...stored.steps]
  const stamps = rows.map((row) => latestStamp(row.cells))
  const stamp = stamper(env)(latest([stored.deletedAt, ...stamps]))
  const values: Record<string, Json> = versionCells(kit, env.now())
  const cells = Object.entries(values).map(([name, value]) => [name, [value, stamp]])
  return {
    kind: 'version',
    id: newId(env.random),
    kit: stored.kitId,
    cells: Object.fromEntries(cells) as Cells,
  }
}

const latest = (stamps: readonly string[]): string =>
  stamps.reduce((max, stamp) => (stamp > max ? stamp : max), '')

/** Ops for cells that differ from the stored ones, with server stamps so that they win. */
function opsOf(env: ApplyEnv, stored: StoredKit | null, body: SaveBody): Op[] {
  const kitId = stored?.kitId ?? newId(env.random)
  const wanted: Record<string, Json> = {}
  if (!stored) wanted['buildId'] = body.buildId
  if (typeof body.kitName === 'string') wanted['name'] = body.kitName
  if (typeof body.notes === 'string') wanted['notes'] = body.notes
  if (typeof body.task === 'string') wanted['task'] = body.task
  // The default currency is dollars.
  const currencyNow = stored?.cells['currency']?.[0] ?? DOLLARS
  if (body.currency && body.currency !== currencyNow) wanted['currency'] = body.currency
  const vehicle = vehicleOf(body, stored)
  if (vehicle !== undefined) wanted['vehicle'] = vehicle as Json
  const stamp = stamper(env)
  const kitOp = opFor(stamp, 'kit', kitId, null, stored?.cells ?? {}, wanted)
  const lineOps = body.parts ? lineOpsOf(env, stamp, kitId, stored, body.parts) : []
  return kitOp ? [kitOp, ...lineOps] : lineOps
}

type Stamper = (floor: string) => string

function stamper(env: ApplyEnv): Stamper {
  let last = ''
  return (floor) => {
    const now = packStamp(env.now(), 0, env.serverNode)
    const least = floor > last ? floor : last
    last = least >= now ? successor(least, env.serverNode) : now
    return last
  }
}

function opFor(
  stamp: Stamper,
  kind: 'kit' | 'line',
  id: string,
  kit: string | null,
  storedCells: Cells,
  wanted: Record<string, Json>,
): Op | null {
  const cells: Cells = {}
  const floor = latestStamp(storedCells)
  for (const [name, value] of Object.entries(wanted)) {
    const known = storedCells[name]
    const isUndone = name === 'del' && value === true && isRowAlive(storedCells)
    if (!known || isUndone || !isSameValue(known[0], value)) cells[name] = [value, stamp(floor)]
  }
  return Object.keys(cells).length > 0 ? { kind, id, kit, cells } : null
}

/** The vehicle is one cell: absent fields keep the stored ones. */
function vehicleOf(body: SaveBody, stored: StoredKit | null): Vehicle | null | undefined {
  const fields = {
    make: body.vehicleMake,
    model: body.vehicleModel,
    trim: body.vehicleTrim,
    series: body.vehicleSeries,
    bodyClass: body.vehicleBodyClass,
    engineCylinders: body.engineCylinders,
    engineDisplacement: body.engineDisplacement,
    engineHorsepower: body.engineHorsepower,
    engineConfiguration: body.engineConfiguration,
    driveType: body.driveType,
  }
  const named = { year: body.vehicleYear, ...fields }
  if (Object.values(named).every((value) => value === undefined)) return undefined
  const before = stored?.cells['vehicle']?.[0] ?? null
  const merged: Record<string, Json> = isVehicle(before) ? { ...before } : {}
  for (const [name, value] of Object.entries(named)) {
    if (value === undefined) continue
    if (value === null || value.trim() === '') delete merged[name]
    else merged[name] = name === 'year' ? Number(value) : value.trim()
  }
  const isNone = ['year', 'make', 'model'].every((name) => merged[name] === undefined)
  if (isNone) return null
  if (vehicleProblem(merged) === null) return merged as unknown as Vehicle
  const missing = merged['make'] === undefined ? 'vehicleMake' : 'vehicleModel'
  const isYearFine = vehicleProblem({ make: 'x', model: 'x', year: merged['year'] ?? 0 }) === null
  throw new Problem('invalid_vehicle', 422, sentenceOf('invalid_vehicle'), {
    field: isYearFine ? missing : 'vehicleYear',
  })
}

type Part = NonNullable<SaveBody['parts']>[number]

/**
 * `parts` is the whole list: a known id updates, an unknown or missing id inserts, an absent line
 * is deleted, and without any ids lines pair by position. Empty rows are dropped.
 */
function lineOpsOf(
  env: ApplyEnv,
  stamp: Stamper,
  kitId: string,
  stored: StoredKit | null,
  parts: readonly Part[],
): Op[] {
  const storedById = new Map((stored?.lines ?? []).map((line) => [line.id, line.cells]))
  const living = linesOf(stored?.lines ?? [])
  const livingById = new Map(living.map((line) => [line.id, line]))
  const byIdOf = (entry: Part) => livingById.get(String(entry.id))
  const filled = parts.filter((entry) => !isBlankLine(lineOfPart(entry, byIdOf(entry))))
  const hasIds = filled.some((entry) => entry.id !== undefined && entry.id !== null)
  const kept = new Set<string>()
  const ops: Op[] = []
  const removals: Op[] = []
  let lastOrd: string | null = null
  filled.forEach((entry, index) => {
    const byId = livingById.get(String(entry.id))
    const known = hasIds ? (kept.has(byId?.id ?? '') ? undefined : byId) : living[index]
    const id = known?.id ?? newId(env.random)
    kept.add(id)
    const inOrder = known && (lastOrd === null || known.ord > lastOrd)
    const ord: string = inOrder ? known.ord : keyBetween(lastOrd, nextOrd(living, kept, lastOrd))
    lastOrd = ord
    const { id: _id, ...wanted } = { ...lineOfPart(entry, known), ord }
    const op = opFor(stamp, 'line', id, known ? null : kitId, storedById.get(id) ?? {}, wanted)
    if (op) ops.push(op)
  })
  for (const line of living) {
    if (kept.has(line.id)) continue
    const op = opFor(stamp, 'line', line.id, null, storedById.get(line.id) ?? {}, { del: true })
    if (op) removals.push(op)
  }
  // Removals first: a full kit has no room otherwise.
  return [...removals, ...ops]
}

/** An order key between two; after the first where another program wrote invalid keys. */
function keyBetween(before: string | null, after: string | null): string {
  try {
    return generateKeyBetween(before, after)
  } catch {
    return ordAfter(before)
  }
}

/** Order key of the next remaining line, the bound for an insertion before it. */
function nextOrd(
  living: readonly Line[],
  kept: ReadonlySet<string>,
  after: string | null,
): string | null {
  const next = living.find((line) => !kept.has(line.id) && (after === null || line.ord > after))
  return next?.ord ?? null
}

/** The first value sent, null included; else the stored one. */
function given<T>(sent: readonly (T | null | undefined)[], stored: T | null): T | null {
  const first = sent.find((value) => value !== undefined)
  return first === undefined ? stored : first
}

/** A client that knows only dollars returns 0.00 for other currencies: that changes nothing. */
function priceOfPart({ price, unitPrice, unit_price: other }: Part, known: Price): Price {
  if (price) return price
  const cents = given<Price>([unitPrice, other], known)
  return cents === 0 && typeof known === 'string' ? known : cents
}

function lineOfPart(entry: Part, known: Line | undefined): Line {
  return {
    id: known?.id ?? '',
    ord: known?.ord ?? '',
    name: entry.name ?? known?.name ?? '',
    manufacturer: entry.manufacturer ?? known?.manufacturer ?? '',
    partNumber: entry.partNumber ?? known?.partNumber ?? '',
    price: priceOfPart(entry, known?.price ?? null),
    qty: entry.quantity ?? entry.qty ?? known?.qty ?? 1,
    link: given([entry.link], known?.link ?? '')?.trim() ?? '',
  }
}
