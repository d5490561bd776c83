/** Copies of kits: when somebody customizes one, or when a kit turns out to be another's. */
import type { Work } from '../../device/work.ts'
import type { Line } from '#shared/kinds/kit.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Step } from '#shared/kinds/step.ts'
import type { PendingRow } from '../../device/db.ts'
import { mergedRows, type StoreTx, putMeta } from '../../device/store.ts'

import { type Cells, isRowAlive, type Json, latestStamp } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { bodyOf, bodyText, newestVersion, type VersionBody } from '#shared/kinds/version.ts'
import { writeCells } from './writeCells.ts'

/** A copy of somebody else's kit, and where each of its rows went. */
export interface Fork {
  kitId: string
  buildId: string
  /** New ids by old ids, of the kit and its rows. */
  ids: Record<string, string>
}

export function isFork(value: unknown): value is Fork & { at?: number } {
  return typeof value === 'object' && value !== null && 'kitId' in value && 'ids' in value
}

/**
 * Copies a kit as this principal sees it: fresh ids and stamps, lineage kept. A saved kit of
 * somebody else is copied from its newest version. Runs inside the caller's transaction.
 */
export async function forkInto(work: Work, kitId: string, buildId: string): Promise<Fork> {
  const { tx, env, p: principal } = work
  const source = await contentOf(tx, principal, kitId)
  const fork: Fork = { kitId: newId(env.random), buildId, ids: {} }
  const copy = (kind: Kind, id: string, cells: Record<string, Json>) =>
    writeCells(work, { kind, id, kit: fork.kitId, cells })
  fork.ids[kitId] = fork.kitId
  await copy('kit', fork.kitId, { ...source.kit, buildId, fork: { from: kitId } })
  for (const row of source.rows) {
    const id = newId(env.random)
    fork.ids[row.id] = id
    await copy(row.kind, id, row.values)
  }
  await copyDrafts(tx, principal, fork.ids)
  await putMeta(tx, `drawn:${buildId}`, { kitId: fork.kitId, at: env.now() })
  return fork
}

/** Copies drafts to the rows of a copied kit. @param ids new ids by old ones */
export async function copyDrafts(
  tx: StoreTx,
  principal: string,
  ids: Record<string, string>,
): Promise<void> {
  const copies = (await tx.range('drafts', principal)).flatMap((draft) => {
    const id = ids[draft.id]
    return id ? [{ ...draft, id }] : []
  })
  if (copies.length > 0) await tx.put('drafts', copies)
}

interface Content {
  kit: Record<string, Json>
  rows: { kind: Kind; id: string; values: Record<string, Json> }[]
}

async function contentOf(tx: StoreTx, principal: string, kitId: string): Promise<Content> {
  const confirmed = await tx.range('rows', principal, { kit: kitId })
  const isOthers = confirmed.some((row) => row.kind === 'kit' && !row.mine)
  const version = isOthers ? newestVersion(confirmed.filter((row) => row.kind === 'version')) : null
  const body = version && bodyOf(version.cells)
  const source = body ? rowsOfBody(kitId, body) : confirmed
  const shown = source.map((row) => ('mine' in row && row.mine ? row : underTyped(row)))
  const pending = await tx.range('pending', principal, { kit: kitId })
  const merged = mergedRows<{ kind: Kind; id: string; cells: Cells }>([...shown, ...pending])
  const content = [...merged.values()].filter((row) => row.kind === 'line' || row.kind === 'step')
  return {
    kit: ownValuesOf(merged.get(kitId)?.cells ?? {}),
    rows: content
      .filter((row) => isRowAlive(row.cells))
      .map(({ kind, id, cells }) => ({ kind, id, values: ownValuesOf(cells) })),
  }
}

/** Another's row without stamps, so this owner's edits win even when they are older. */
function underTyped<Row extends { cells: Cells }>(row: Row): Row {
  const { del: _, ...cells } = valuesIn(withoutPrivate(row).cells)
  return { ...row, cells: old(isRowAlive(row.cells) ? cells : { ...cells, del: true }) }
}

/** Cells that any stamp beats. */
const old = (values: Record<string, Json>): Cells =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value, '']]))

/** Values of cells, without their stamps. */
export const valuesIn = (cells: Cells): Record<string, Json> =>
  Object.fromEntries(Object.entries(cells).map(([name, [value]]) => [name, value]))

function rowsOfBody(kitId: string, { lines, steps, vehicle, ...texts }: VersionBody) {
  const kit = {
    kind: 'kit' as const,
    id: kitId,
    cells: old({ ...texts, vehicle: vehicle as Json }),
  }
  const ofLine = ({ id, ...line }: Line) => ({ kind: 'line' as const, id, cells: old(line) })
  const ofStep = ({ id, ...step }: Step) => ({ kind: 'step' as const, id, cells: old({ ...step }) })
  return [kit, ...lines.map(ofLine), ...steps.map(ofStep)]
}

/**
 * Carries a pending version of the original over to the copy.
 * @param early stamp from before the copy: for a version edited since
 */
export async function saveCopy(
  work: Work,
  fork: Fork,
  pending: readonly PendingRow[],
  early: string,
): Promise<void> {
  const { tx, env, clock } = work
  const saved = newestVersion(pending.filter((row) => row.kind === 'version'))
  const body = saved && bodyOf(saved.cells)
  if (!body) return
  const inCopy = <Row extends { id: string }>(row: Row): Row => ({
    ...row,
    id: fork.ids[row.id] ?? newId(env.random),
  })
  const moved = { ...body, lines: body.lines.map(inCopy), steps: body.steps.map(inCopy) }
  const values = { ...valuesOf(saved.cells), body: bodyText(moved) }
  const isTypedOn = pending.some((row) => latestStamp(row.cells) > latestStamp(saved.cells))
  const stamp = isTypedOn ? early : clock.tick('')
  const cells: Cells = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value, stamp]]),
  )
  const id = newId(env.random)
  await tx.put('pending', [{ ...saved, id, kit: fork.kitId, cells, tries: 0, next: 0 }])
}

const NOT_COPIED = new Set(['del', 'hidden'])
/** Cells for oneself: a copy of another's kit drops them, a copy of one's own work keeps them. */
const PRIVATE = new Set(['visibility', 'status'])

/** Values a copy of another's row takes: without stamps, never a deletion. */
export function valuesOf(cells: Cells): Record<string, Json> {
  return ownValuesOf(withoutPrivate({ cells }).cells)
}

/** Values of this owner's own edits: private cells too. */
function ownValuesOf(cells: Cells): Record<string, Json> {
  const kept = Object.entries(valuesIn(cells)).filter(([name]) => !NOT_COPIED.has(name))
  return Object.fromEntries(kept)
}

function withoutPrivate<Row extends { cells: Cells }>(row: Row): Row {
  const left = Object.entries(row.cells).filter(([name]) => !PRIVATE.has(name))
  return { ...row, cells: Object.fromEntries(left) }
}
