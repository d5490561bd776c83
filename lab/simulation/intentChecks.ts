/** End invariants of every edit: nothing older wins, and no deleted row returns untyped. */
import type { StoredRow } from '#shared/sync/decide.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { Intent, Intents } from './intents.ts'
import type { Holder } from './ledger.ts'
import type { Weather } from './weather.ts'

import { isContentCell, isRowAlive, isSameValue } from '#shared/cells/cells.ts'
import { check } from './invariants.ts'
import { closures } from './intents.ts'

interface Ending {
  server: MemoryServer
  intents: Intents
  devices: readonly Holder[]
  isCopied: boolean
  isServerSkewed: boolean
  weather: Weather
  watch: { lateCells: ReadonlySet<string> }
}

const tell = ({ at, device, p, kind, id, cell, value, stamp, isAccepted }: Intent) => ({
  at,
  p,
  kind,
  id,
  cell,
  value,
  stamp,
  isAccepted,
  by: device.principal,
})

function grouped(list: readonly Intent[], nameOf: (intent: Intent) => string) {
  const groups = new Map<string, Intent[]>()
  for (const intent of list) {
    const group = groups.get(nameOf(intent))
    if (group) group.push(intent)
    else groups.set(nameOf(intent), [intent])
  }
  return groups
}

/** I19 to I22, once everything has arrived. */
export function checkIntents(ending: Ending): void {
  const { intents, server, isCopied } = ending
  // Copies of a profile share a node: stamps do not tell who saw what.
  if (isCopied) return
  const byRow = grouped(intents.all, ({ kind, id }) => `${kind}:${id}`)
  const closureOf = closures()
  for (const [key, ofRow] of byRow) {
    const row = server.rows.get(key)?.row
    if (!row || ending.weather.purged.has(key.replace(':', ' '))) continue
    const counted = ofRow.filter((intent) => !intent.isOver && intent.p === row.owner)
    checkCells(ending, row, counted, closureOf)
    if (row.kind !== 'kit' && row.kind !== 'version' && row.kind !== 'task')
      checkExistence(ending, row, counted, ofRow, closureOf)
  }
}

type ClosureOf = ReturnType<typeof closures>

/** Whether a rolled-back server took the cell from a late copy of a refused request. */
const isLateCell = ({ lateCells }: Ending['watch'], { kind, id }: StoredRow, cell: string) =>
  lateCells.has(`${kind} ${id} ${cell}`)

function checkCells(
  { intents, devices, watch }: Ending,
  row: StoredRow,
  counted: readonly Intent[],
  closureOf: ClosureOf,
): void {
  for (const [cell, ofCell] of grouped(counted, ({ cell }) => cell)) {
    const stored = row.cells[cell]
    const typedInto = intents.all.filter(
      (later) => later.cell === cell && (later.id === row.id || later.typedInto === row.id),
    )
    // An overwritten value is exempt: it may be lost with an ended history while the server refused
    // its successor, or stay behind when the successor moved into a copy.
    const isTypedOver = (intent: Intent) =>
      typedInto.some((later) => later !== intent && closureOf(later).has(intent))
    // A deletion somebody saw and typed over is void; I21 and I22 check whether the row lives.
    const isRevived = (intent: Intent) =>
      cell === 'del' &&
      counted.some((later) => isContentCell(later.cell) && closureOf(later).has(intent))
    const last = ofCell.filter((intent) => intent.isAccepted && !isTypedOver(intent))
    check(stored !== undefined || last.length === 0, 'I19', () => ['a cell is lost', row, cell])
    if (isLateCell(watch, row, cell)) continue
    const winner = intents.of({ ...row, cell }, stored)
    for (const intent of ofCell) {
      // Typed twice, by two who did not know of each other, or undone.
      const isSame = winner !== undefined && isSameValue(winner.value, intent.value)
      if (isSame || isTypedOver(intent) || isRevived(intent)) continue
      const isOlder = winner !== undefined && closureOf(intent).has(winner)
      const isShown = devices.some((device) => isOffered(device, intent))
      check(!isOlder || isShown, 'I19', () => [
        'an edit lost to one that it had seen',
        { lost: tell(intent), winner: winner && tell(winner) },
      ])
      check(intent.isAccepted || isShown, 'I20', () => ['never arrived', tell(intent), stored])
    }
  }
}

/** Whether its own device offers it as refused or overwritten, or shows it parked. */
function isOffered({ store }: Holder, { kind, id, cell, value }: Intent): boolean {
  const { problems, pending } = store.tables
  for (const problem of problems.values()) {
    if (problem.row !== id || problem.kind !== kind) continue
    if (problem.cell === cell && isSameValue(problem.value, value)) return true
  }
  return [...pending.values()].some((row) => row.id === id && problems.has(`held:${kind}:${id}`))
}

function checkExistence(
  { watch }: Ending,
  row: StoredRow,
  counted: readonly Intent[],
  ofRow: readonly Intent[],
  closureOf: ClosureOf,
): void {
  const deletions = counted.filter(({ cell, value }) => cell === 'del' && value === true)
  const typed = ofRow.filter(
    ({ cell, value }) => isContentCell(cell) || (cell === 'del' && value === false),
  )
  if (isRowAlive(row.cells)) {
    // Taken from a late copy by a rolled-back server: counts as typed after the deletion.
    const isLate = Object.keys(row.cells).some((cell) => isLateCell(watch, row, cell))
    for (const deletion of deletions) {
      if (!deletion.isAccepted || isLate) continue
      const isMeant = typed.some((intent) => !closureOf(deletion).has(intent))
      check(isMeant, 'I21', () => ['a deletion is undone by nobody', tell(deletion), row])
    }
    return
  }
  for (const intent of typed) {
    if (intent.isOver || !intent.isAccepted || intent.p !== row.owner) continue
    const isLast =
      deletions.every((deletion) => closureOf(intent).has(deletion)) &&
      ofRow.every((later) => later.cell !== 'del' || !closureOf(later).has(intent))
    check(!isLast, 'I22', () => ['what was typed into a deleted row is gone', tell(intent), row])
  }
}
