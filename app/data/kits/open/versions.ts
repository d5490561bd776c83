/** Saved versions of an own kit; the server keeps the content of older ones. */

import { type Cells, fieldOf, type Json } from '#shared/cells/cells.ts'
import { bodyOf, MAX_VERSIONS, savedAtOf } from '#shared/kinds/version.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { ApiError, callApi } from '../../api/api.ts'
import type { StoredRow } from '../../device/db.ts'
import { env, shownPrincipal } from '../../device/device.ts'
import { ofKit } from '../../device/ranges.ts'
import { mergedRows } from '../../device/store.ts'

export interface SavedVersion {
  id: string
  savedAt: number
  lineCount: number
  /** Cents. */
  total: number
  /** With the body as `bodyOf` reads it, if it is on this device. */
  cells: Cells
  /** Still pending. */
  isWaiting: boolean
}

/** Versions of an own kit, newest first; undefined until read. */
export function useVersions(kitId: string): SavedVersion[] | undefined {
  const principal = shownPrincipal()
  return useLiveQuery(() => readVersions(principal, kitId), [principal, kitId])
}

export async function readVersions(principal: string, kitId: string): Promise<SavedVersion[]> {
  const [rows, pending] = await ofKit(principal, kitId)
  const unsent = new Set(pending.map(({ id }) => id))
  const merged = mergedRows([...rows, ...pending].filter(({ kind }) => kind === 'version'))
  const versions = [...merged.values()].flatMap(({ id, cells }): SavedVersion[] => {
    if (cells['del']?.[0] === true) return []
    const [lineCount, total] = [numberIn(cells, 'lineCount'), numberIn(cells, 'total')]
    const isWaiting = unsent.has(id)
    return [{ id, savedAt: savedAtOf(cells), lineCount, total, cells, isWaiting }]
  })
  // The server keeps no more either.
  return versions.sort((a, b) => b.savedAt - a.savedAt).slice(0, MAX_VERSIONS)
}

function numberIn(cells: Cells, name: string): number {
  const value = cells[name]?.[0]
  return typeof value === 'number' ? value : 0
}

/** Result of a fetch: everything the server has is here, no signal, or failed. */
export type Fetched = 'done' | 'offline' | 'failed'

/** Fetches version bodies and stores them for offline use. */
export async function fetchContents(kitId: string, ids: readonly string[]): Promise<Fetched> {
  const principal = shownPrincipal()
  const missing = new Set(ids)
  try {
    // Answers are size-limited: missing bodies are requested again.
    while (missing.size > 0) {
      const path = `/api/kits/${kitId}/versions?ids=${[...missing].join()}`
      const got = contentsIn(await callApi('GET', path))
      await keep(principal, got)
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

/** Stores bodies as if they came with their rows: under the server's stamps. */
async function keep(principal: string, contents: readonly Content[]): Promise<void> {
  await env.store.transact(async (tx) => {
    const stored = await tx.many(
      'rows',
      contents.map(({ id }) => [principal, 'version', id]),
    )
    const whole: StoredRow[] = []
    for (const [at, { body }] of contents.entries()) {
      const row = stored[at]
      if (row && !row.cells['body'] && bodyOf({ body })) {
        whole.push({ ...row, cells: { ...row.cells, body } })
      }
    }
    if (whole.length > 0) await tx.put('rows', whole)
  })
}
