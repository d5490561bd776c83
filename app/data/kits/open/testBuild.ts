/** Builds on the open device, for tests. */
import type { Json } from '#shared/cells/cells.ts'
import type { ProblemRow } from '../../device/db.ts'

import { newId } from '#shared/ids.ts'
import { drawBuild, findHere } from './builds.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { nameBuild, setCells, settled } from '../../sync/write/writeQueue.ts'

/** Draws a build; its first edit stores it. */
export async function drawKit(): Promise<{ buildId: string; kitId: string }> {
  const buildId = await drawBuild()
  const kitId = (await findHere(buildId)) ?? ''
  nameBuild(kitId, buildId)
  return { buildId, kitId }
}

/** Stores a build whose lines hold these cells, in this order. */
export async function storeBuild(...lines: Record<string, Json>[]) {
  const { buildId, kitId } = await drawKit()
  const lineIds = lines.map((cells, at) => {
    const id = newId()
    setCells('line', id, kitId, { ord: `a${at}`, ...cells })
    return id
  })
  await settled()
  return { buildId, kitId, lineIds }
}

/** Stores a problem: a line's overwritten quantity unless `more` says otherwise. */
export async function storeProblem(
  line: string,
  kit: string,
  more: Partial<ProblemRow> = {},
): Promise<ProblemRow> {
  const problem: ProblemRow = {
    id: `${more.row ?? line}:${more.cell ?? 'qty'}`,
    p: shownPrincipal(),
    at: 1,
    kind: 'line',
    row: line,
    kit,
    cell: 'qty',
    value: 2,
    code: 'overwritten',
    ...more,
  }
  await db.problems.put(problem)
  return problem
}
