/** Counts in a backup that a person can compare with the screen. */
import type { Cells } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Line } from '#shared/kinds/kit.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import type { BackupFile } from './backupFile.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { isContent } from '#shared/kinds/schema.ts'
import { kitOfRows } from '../kits/open/builds.ts'

export interface BackupFacts {
  kits: number
  lines: number
  /** Sum over all kits. */
  sum: PriceSum
}

export function backupFacts({ known, pending }: BackupFile): BackupFacts {
  const kits = new Map<string, { id: string; kind: Kind; cells: Cells }[]>()
  for (const row of [...known, ...pending]) {
    if (!isContent(row.kind)) continue
    const key = `${row.p} ${row.kit}`
    const rows = kits.get(key)
    if (rows) rows.push(row)
    else kits.set(key, [row])
  }
  let count = 0
  const all: Line[] = []
  for (const [key, rows] of kits) {
    const kit = kitOfRows(key.slice(key.indexOf(' ') + 1), rows)
    if (!kit) continue
    count++
    all.push(...kit.lines.filter((line) => !isBlankLine(line)))
  }
  return { kits: count, lines: all.length, sum: priceSum(all) }
}
