/** Counts in a backup that a person can compare with the screen. */
import type { Line } from '#shared/kinds/kit.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import type { BackupFile } from './backupFile.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { groupBy } from '#shared/lists.ts'
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
  const content = [...known, ...pending].filter(({ kind }) => isContent(kind))
  const kits = groupBy(content, ({ p, kit }) => `${p} ${kit}`)
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
