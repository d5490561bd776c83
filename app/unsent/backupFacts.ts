/** What is in a backup, in figures a person can compare with what is on the screen. */
import type { Cells } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { UnsentFile } from './unsentFile.ts'

import { isBlankLine, kitTotalCents } from '#shared/kinds/kit.ts'
import { isContent } from '#shared/kinds/schema.ts'
import { kitOfRows } from '../kits/open/builds.ts'

export interface BackupFacts {
  kits: number
  lines: number
  /** Of all kits together, in cents. */
  total: number
}

export function backupFacts({ known, pending }: UnsentFile): BackupFacts {
  const kits = new Map<string, { id: string; kind: Kind; cells: Cells }[]>()
  for (const row of [...known, ...pending]) {
    if (!isContent(row.kind)) continue
    const key = `${row.p} ${row.kit}`
    const rows = kits.get(key)
    if (rows) rows.push(row)
    else kits.set(key, [row])
  }
  const facts: BackupFacts = { kits: 0, lines: 0, total: 0 }
  for (const [key, rows] of kits) {
    const kit = kitOfRows(key.slice(key.indexOf(' ') + 1), rows)
    if (!kit) continue
    const lines = kit.lines.filter((line) => !isBlankLine(line))
    facts.kits++
    facts.lines += lines.length
    facts.total += kitTotalCents(lines)
  }
  return facts
}
