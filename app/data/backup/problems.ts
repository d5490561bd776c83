/** Actions on refused and overwritten values: give again, or discard. */
import type { Json } from '#shared/cells/cells.ts'
import type { ProblemRow } from '../device/db.ts'

import { cellProblem, ruleOf } from '#shared/kinds/schema.ts'
import { env, shownPrincipal } from '../device/device.ts'
import { noteEdit } from '../device/syncState.ts'
import { dropParked, PARKED, sendAgain } from '../sync/receive/parked.ts'
import { work } from '../device/work.ts'
import { settleOffer } from '../sync/receive/offers.ts'
import { setCells, settled } from '../sync/write/writeQueue.ts'

/** Values of one row refused for one reason: one decision for the person. Never empty. */
export type ProblemCase = readonly [ProblemRow, ...ProblemRow[]]

/** Codes that apply to the row as a whole, although each value is stored as its own problem. */
const ROW_CODES = new Set([
  'forbidden',
  'gone',
  PARKED,
  'kit_too_large',
  'malformed',
  'not_owner',
  'parent_gone',
  'tooLarge',
  'too_many_lines',
  'unknown_kind',
])

/** Whether a problem concerns its whole row: a comment, task, version, or line that did not fit. */
export function isWholeRow({ kind, code }: Pick<ProblemRow, 'kind' | 'code'>): boolean {
  const { insertOnce, isOpen } = ruleOf(kind)
  return code !== 'overwritten' && (insertOnce || isOpen === true || ROW_CODES.has(code))
}

/** Groups problems into cases, latest first. */
export function casesOf(problems: readonly ProblemRow[]): ProblemCase[] {
  const cases = new Map<string, ProblemCase>()
  for (const problem of problems.toSorted((a, b) => b.at - a.at)) {
    const { p, kind, row, code, id } = problem
    const key = isWholeRow(problem) ? `${p} ${kind} ${row} ${code}` : `${p} ${id}`
    const known = cases.get(key)
    cases.set(key, known ? [...known, problem] : [problem])
  }
  return [...cases.values()]
}

/** Code of this device's own rule that refuses the values too, null when they may be retried. */
export function retryProblem(problems: ProblemCase): string | null {
  const [{ kind, kit, code: reason }] = problems
  if (reason === PARKED) return null
  if (kit === '' && ruleOf(kind).inKit) return 'parent_gone'
  for (const { cell, value } of problems) {
    const code = cellProblem(kind, cell, value)
    if (code !== null) return code
  }
  return null
}

/**
 * Writes the values again as if typed now; for a version it saves the kit anew as it stands. The
 * problem goes once that is stored.
 * @returns false, with nothing changed, when it cannot be given again
 */
export async function giveAgain(problems: ProblemCase): Promise<boolean> {
  const [{ kind, row, kit, p }] = problems
  if (p !== shownPrincipal() || retryProblem(problems) !== null) return false
  if (problems[0].code === PARKED) {
    await sendAgain(problems[0])
    return true
  }
  if (kind === 'version') {
    // The old content under a new stamp would claim to include later edits.
    const { saveKit } = await import('../kits/open/saveKit.ts')
    await saveKit(kit)
  } else {
    const cells: Record<string, Json> = {}
    for (const { cell, value } of problems) cells[cell] = value
    setCells(kind, row, kit, cells)
    await settled()
  }
  await discardProblems(problems)
  return true
}

/** Discards problems, except one replaced under the same id meanwhile. */
export async function discardProblems(problems: readonly ProblemRow[]): Promise<void> {
  for (const problem of problems) if (problem.code === PARKED) return dropParked(problem)
  await work(env, async (act) => {
    const { tx } = act
    for (const problem of problems) {
      const now = await tx.get('problems', problem.id)
      if (now?.at !== problem.at || now.code !== problem.code) continue
      if (now.code === 'overwritten') await settleOffer(act, now)
      else await tx.delete('problems', [now.id])
    }
  })
  noteEdit()
}
