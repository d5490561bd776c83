/** A browser's data, read from IndexedDB directly: neither version of the app is involved. */
import type { Page } from '@playwright/test'

import type { Json } from '#shared/cells/cells.ts'
import type { Reading, Row } from './compare.ts'

type Stored = Row & { p: string }

export interface DeviceData {
  meta: { key: string; value: Json }[]
  rows: (Stored & { mine: boolean })[]
  /** Rows with cells that are not acknowledged yet. */
  pending: Stored[]
  /** Typed text that is no value yet. */
  drafts: { p: string; id: string; cell: string; text: string }[]
  problems: Json[]
  /** Pending messages and the like. */
  calls: { id: string; kind: string; body: Json }[]
  watches: Json[]
}

/** Reads everything; the page may show any screen of the app. */
export function readDevice(page: Page): Promise<DeviceData> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('wrenchlist')
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve)
      opening.addEventListener('error', reject)
    })
    const database = opening.result
    const names = ['meta', 'rows', 'pending', 'drafts', 'problems', 'calls', 'watches'] as const
    const tx = database.transaction(names)
    const lists = await Promise.all(
      names.map(async (name) => {
        const asked = tx.objectStore(name).getAll()
        await new Promise((resolve, reject) => {
          asked.addEventListener('success', resolve)
          asked.addEventListener('error', reject)
        })
        return [name, asked.result] as const
      }),
    )
    database.close()
    return Object.fromEntries(lists) as unknown as DeviceData
  })
}

/** Deletes one unsent row behind the app's back: the fault `edit`. */
export function dropUnsent(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('wrenchlist')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const tx = opening.result.transaction('pending', 'readwrite')
    const cursor = tx.objectStore('pending').openCursor()
    cursor.addEventListener('success', () => cursor.result?.delete())
    await new Promise((resolve) => tx.addEventListener('complete', resolve))
    opening.result.close()
  })
}

/** Rows of one owner. */
export function ofOwner<Kept extends { p: string }>(rows: readonly Kept[], p: string): Kept[] {
  return rows.filter((row) => row.p === p)
}

/** Pending rows and drafts, whole: stamps, texts and messages too. */
export function unsentOf({ pending, drafts, problems, calls }: DeviceData): Reading {
  return new Map<string, Json>([
    ...pending.map(({ p, kind, id, kit, cells }): [string, Json] => [
      `unsent ${p} ${kind} ${id}`,
      { kit, cells: cells as unknown as Json },
    ]),
    ...drafts.map((draft): [string, Json] => [`draft ${draft.id} ${draft.cell}`, draft.text]),
    ...calls.map((one): [string, Json] => [
      `message ${one.id}`,
      { kind: one.kind, body: one.body },
    ]),
    ...problems.map((problem, at): [string, Json] => [`problem ${at}`, problem]),
  ])
}

/** Number of values a device has to send. */
export function countCells(rows: readonly Row[]): number {
  return rows.reduce((sum, { cells }) => sum + Object.keys(cells).length, 0)
}
