/** What a person does with what was refused or lost: give it again, or let it go. */
import type { Json } from '#shared/sync/cells.ts'
import type { ProblemRow } from '../device/db.ts'

import { cellProblem, ruleOf } from '#shared/kinds/schema.ts'
import { OpenClock, readDevice } from '../device/clock.ts'
import { env, principal } from '../device/device.ts'
import { noteEdit } from '../device/syncState.ts'
import { dropHeld, HELD, sendAgain } from '../sync/receive/held.ts'
import { settleOffer } from '../sync/receive/offers.ts'
import { setCells, settled } from '../sync/write/pump.ts'

/** Values of one row that were refused for one reason: one decision for the person. Never empty. */
export type ProblemCase = readonly [ProblemRow, ...ProblemRow[]]

/** Said of a row as a whole, although each of its values is kept by itself. */
const ROW_CODES = new Set([
  'forbidden',
  'gone',
  HELD,
  'kit_too_large',
  'malformed',
  'not_owner',
  'parent_gone',
  'tooLarge',
  'too_many_lines',
  'unknown_kind',
])

/** Whether a problem is of its whole row: a comment, a task, a version, a line that did not fit. */
export function isWholeRow({ kind, code }: Pick<ProblemRow, 'kind' | 'code'>): boolean {
  const { insertOnce, isOpen } = ruleOf(kind)
  return code !== 'overwritten' && (insertOnce || isOpen === true || ROW_CODES.has(code))
}

/** Problems as they are decided about, the latest first. */
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

/** What keeps values from being given again: this device's own rule refuses them too. */
export function retryProblem(problems: ProblemCase): string | null {
  const [{ kind, kit, code: reason }] = problems
  if (reason === HELD) return null
  if (kit === '' && ruleOf(kind).inKit) return 'parent_gone'
  for (const { cell, value } of problems) {
    const code = cellProblem(kind, cell, value)
    if (code !== null) return code
  }
  return null
}

/**
 * Gives the values again, as if they had been typed now; of a version the kit is saved anew as it
 * stands. The problem goes once that is stored.
 * @returns false when it cannot be given again; then nothing has changed
 */
export async function giveAgain(problems: ProblemCase): Promise<boolean> {
  const [{ kind, row, kit, p }] = problems
  if (p !== principal() || retryProblem(problems) !== null) return false
  if (problems[0].code === HELD) {
    await sendAgain(problems[0])
    return true
  }
  if (kind === 'version') {
    // Its old content under a new stamp would claim to hold what was typed since.
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

/** Lets problems go, but not one that has come anew under the same id meanwhile. */
export async function discardProblems(problems: readonly ProblemRow[]): Promise<void> {
  for (const problem of problems) if (problem.code === HELD) return dropHeld(problem)
  await env.store.transact(async (tx) => {
    const { node } = await readDevice(tx)
    const clock = await OpenClock.open(tx, node, env.now())
    for (const problem of problems) {
      const now = await tx.getProblem(problem.id)
      if (now?.at !== problem.at || now.code !== problem.code) continue
      if (now.code === 'overwritten') await settleOffer(tx, env, clock, now)
      else await tx.deleteProblems([now.id])
    }
    await clock.close()
  })
  noteEdit()
}
