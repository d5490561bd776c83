/** Keeps object identity of unchanged parts of a kit, so no screen redraws them. */
import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from './builds.ts'

/** `next` with equal parts taken from `before`; `before` itself when all are equal. */
export function unlessSame(before: Build, next: Build): Build {
  const kit = keepKit(before.kit, next.kit)
  const shared = next.shared === next.kit ? kit : keepKit(before.shared, next.shared)
  const drafts = keepMap(before.drafts, next.drafts)
  const statuses = keepMap(before.statuses, next.statuses)
  return keep(before, { ...next, kit, shared, drafts, statuses })
}

const MINUTE_MS = 60_000
const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS)

function keepKit(before: Kit, next: Kit): Kit {
  const isSameVehicle = JSON.stringify(before.vehicle) === JSON.stringify(next.vehicle)
  return keep(before, {
    ...next,
    // Screens show minutes: comparing seconds would redraw everything at each write.
    updatedAt:
      minuteOf(before.updatedAt) === minuteOf(next.updatedAt) ? before.updatedAt : next.updatedAt,
    vehicle: isSameVehicle ? before.vehicle : next.vehicle,
    lines: keepRows(before.lines, next.lines),
    steps: keepRows(before.steps, next.steps),
  })
}

function keepRows<Row extends { id: string }>(before: Row[], next: Row[]): Row[] {
  const known = new Map(before.map((row) => [row.id, row]))
  const rows = next.map((row) => {
    const same = known.get(row.id)
    return same ? keep(same, row) : row
  })
  return rows.length === before.length && rows.every((row, at) => row === before[at])
    ? before
    : rows
}

function keepMap<Map extends ReadonlyMap<string, string>>(before: Map, next: Map): Map {
  const isSame =
    before.size === next.size && [...next].every(([key, value]) => before.get(key) === value)
  return isSame ? before : next
}

/** `before` when every field is the same. */
export function keep<Value extends object>(before: Value, next: Value): Value {
  const names = Object.keys(next) as (keyof Value)[]
  const isSame =
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && before[name] === next[name])
  return isSame ? before : next
}
