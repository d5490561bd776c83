/** The saved versions of an own kit, and the content of older ones, which the server keeps. */

import type { Cells, Json } from '#shared/sync/cells.ts'
import type { StoredRow } from '../../device/db.ts'

import { fieldOf, mergeCells } from '#shared/sync/cells.ts'
import { bodyOf, MAX_VERSIONS, savedAtOf } from '#shared/kinds/version.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { ApiError, callApi } from '../../api/api.ts'
import { db } from '../../device/db.ts'
import { env, principal } from '../../device/device.ts'

export interface SavedVersion {
  id: string
  savedAt: number
  lineCount: number
  /** Cents. */
  total: number
  /** With its content as `bodyOf` reads it, where that is on this device. */
  cells: Cells
  /** The server does not have it yet. */
  isWaiting: boolean
}

/** The versions of a kit of one's own, the newest first; undefined while they are read. */
export function useVersions(kitId: string): SavedVersion[] | undefined {
  const p = principal()
  return useLiveQuery(() => readVersions(p, kitId), [p, kitId])
}

/** The same, read once. */
export async function readVersions(p: string, kitId: string): Promise<SavedVersion[]> {
  const [rows, pending] = await Promise.all([
    db.rows.where('[p+kit]').equals([p, kitId]).toArray(),
    db.pending.where('[p+kit]').equals([p, kitId]).toArray(),
  ])
  const merged = new Map<string, { cells: Cells; isWaiting: boolean }>()
  for (const { kind, id, cells } of rows) {
    if (kind === 'version') merged.set(id, { cells, isWaiting: false })
  }
  for (const { kind, id, cells } of pending) {
    if (kind !== 'version') continue
    merged.set(id, { cells: mergeCells(merged.get(id)?.cells ?? {}, cells), isWaiting: true })
  }
  const versions: SavedVersion[] = []
  for (const [id, { cells, isWaiting }] of merged) {
    if (cells['del']?.[0] === true) continue
    const [lineCount, total] = [numberIn(cells, 'lineCount'), numberIn(cells, 'total')]
    versions.push({ id, savedAt: savedAtOf(cells), lineCount, total, cells, isWaiting })
  }
  // As many as the server keeps.
  return versions.sort((a, b) => b.savedAt - a.savedAt).slice(0, MAX_VERSIONS)
}

function numberIn(cells: Cells, name: string): number {
  const value = cells[name]?.[0]
  return typeof value === 'number' ? value : 0
}

/** How asking went: all that the server has is here, there is no signal, or it failed. */
export type Fetched = 'done' | 'offline' | 'failed'

/** Gets the content of versions and keeps it on this device, to be read without a signal. */
export async function fetchContents(kitId: string, ids: readonly string[]): Promise<Fetched> {
  const p = principal()
  const missing = new Set(ids)
  try {
    // An answer has a limit: what did not fit is asked for again.
    while (missing.size > 0) {
      const path = `/api/kits/${kitId}/versions?ids=${[...missing].join()}`
      const got = contentsIn(await callApi('GET', path))
      await keep(p, got)
      const before = missing.size
      for (const { id } of got) missing.delete(id)
      if (missing.size === before) return 'done'
    }
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.status === 0 ? 'offline' : 'failed'
    throw error
  }
}

interface Content {
  id: string
  body: Cells[string]
}

function contentsIn(answer: Json): Content[] {
  const versions = fieldOf(answer, 'versions')
  if (!Array.isArray(versions)) return []
  return versions.flatMap((version) => {
    const [id, body] = [fieldOf(version, 'id'), fieldOf(version, 'body')]
    const [json, stamp] = Array.isArray(body) ? body : []
    if (typeof id !== 'string' || typeof json !== 'string' || typeof stamp !== 'string') return []
    return [{ id, body: [json, stamp] as const }]
  })
}

/** As if it had come with the row: the server's content under the server's stamp. */
async function keep(p: string, contents: readonly Content[]): Promise<void> {
  await env.store.transact(async (tx) => {
    const stored = await tx.getRows(contents.map(({ id }) => [p, 'version', id]))
    const whole: StoredRow[] = []
    for (const [at, { body }] of contents.entries()) {
      const row = stored[at]
      if (row && !row.cells['body'] && bodyOf({ body })) {
        whole.push({ ...row, cells: { ...row.cells, body } })
      }
    }
    if (whole.length > 0) await tx.putRows(whole)
  })
}
