/** Invariants once the faults are over and everything has arrived. */
import type { Cells } from '#shared/cells/cells.ts'
import type { Claim } from '#shared/sync/protocol.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { Holder, Ledger, Tables, Token } from './ledger.ts'
import type { Weather } from './weather.ts'

import {
  beats,
  isKitAlive,
  isRowAlive,
  isSameValue,
  mergeCells,
  textIn,
} from '#shared/cells/cells.ts'
import { sharedScope, shownToAll, shownToOwner } from './memoryPull.ts'
import { checkFollowed } from './followerChecks.ts'
import { check, describe, isSameCell } from './invariants.ts'
import { tokenOf } from './ledger.ts'

/** Cells nobody types: no offer when they lose. */
const SILENT = new Set(['ord', 'del', 'buildId', 'fork'])

interface Ending {
  server: MemoryServer
  weather: Weather
  ledger: Ledger
  isCopied: boolean
}

/** I1 and I8: a device's rows of a principal equal the server's. */
export function checkConverged(
  device: Holder,
  principal: string,
  { server, weather, ledger, isCopied }: Ending,
): void {
  checkFollowed(device, principal, { server, weather })
  const { rows, pending, problems, meta } = device.store.tables
  checkOffers(principal, { rows, pending, problems }, server)
  const isHeld = ({ kind, id }: { kind: string; id: string }) => problems.has(`held:${kind}:${id}`)
  const left = [...pending.values()].filter((row) => row.p === principal && !isHeld(row))
  check(left.length === 0, 'I8', () => ['still waits', left])
  const claims = meta.get(`claims:${principal}`)
  const kitsHeld = new Set([...pending.values()].filter(isHeld).map((row) => row.kit))
  const open = (Array.isArray(claims) ? (claims as unknown as Claim[]) : [])
    .flatMap((claim) => claim.kits)
    .filter((kit) => !kitsHeld.has(kit))
  check(open.length === 0, 'I12', () => ['still claimed', claims])
  const followed = new Set(Object.keys((meta.get(`cursors:${principal}`) ?? {}) as object))
  const mine = new Map<string, Cells>()
  for (const row of rows.values()) {
    if (row.p === principal && row.mine) mine.set(`${row.kind} ${row.id}`, row.cells)
  }
  for (const { row, kitVersion } of server.rows.values()) {
    const key = `${row.kind} ${row.id}`
    if (row.owner === principal) {
      const here = mine.get(key)
      const there = shownToOwner(server, row)
      // Each copy of a profile restores what was typed there of an expired draft: the other may
      // have more and later cells of it.
      const mayHaveMore = isCopied && weather.purged.has(key)
      // The other copy claimed its kit for an account, which only this device learns. Or it was
      // discarded there before the server had it, and this device's rows arrived later.
      const isLeft = isCopied || ledger.unclaimable.has(row.kit)
      if (!here && isLeft && meta.has(`claimed:${row.kit}`)) continue
      const isSame =
        here !== undefined &&
        (mayHaveMore || Object.keys(here).every((cell) => cell in row.cells)) &&
        Object.entries(there).every(([cell, value]) => {
          const own = here[cell]
          return isSameCell(own, value) || (mayHaveMore && own !== undefined && beats(own, value))
        })
      check(isSame, 'I1', () => [principal, key, { here, there }])
      mine.delete(key)
    } else if (kitVersion > 0 && followed.has(sharedScope(row))) {
      const here = rows.get(`${principal} ${key}`)?.cells
      for (const [cell, value] of Object.entries(shownToAll(server, row, principal) ?? {})) {
        // An expired draft may come back with the stamp of an earlier copy of the same value.
        const isBack = weather.purged.has(key)
        const known = here?.[cell]
        const isSame = isBack && known !== undefined && isSameValue(known[0], value[0])
        // This principal's own kit was pulled with real nodes, which others see as aliases.
        const wasOwn =
          known?.[1].slice(0, 10) === value[1].slice(0, 10) && isSameValue(known[0], value[0])
        check(isSame || wasOwn || isSameCell(known, value), 'I1', () => [
          'followed',
          principal,
          key,
          cell,
          here?.[cell],
          value,
        ])
      }
    }
  }
  // Nobody is told of rows collected half a year after their deletion, or of expired drafts.
  for (const key of weather.purged) {
    const kit = rows.get(`${principal} ${key}`)?.kit ?? ''
    // If somebody else has used its id since, the next edit makes a copy. Each copy of a profile
    // restores its rows with the next edit there.
    const isElsewhere = server.rows.get(`kit:${kit}`)?.row.owner !== principal || isCopied
    const isExpired = weather.expired.has(kit) && isElsewhere
    if (isExpired || !isShown(key, mine, rows, principal)) mine.delete(key)
  }
  check(mine.size === 0, 'I1', () => ['not on the server', principal, [...mine]])
}

/** I25, I27: no offer of a value that is current already, or that somebody settled. */
function checkOffers(
  principal: string,
  { rows, pending, problems }: Omit<Tables, 'meta'>,
  server: MemoryServer,
): void {
  for (const { row } of server.rows.values()) {
    if (row.kind !== 'beaten' || row.owner !== principal || !row.cells['settled']) continue
    const id = ['row', 'cell', 'stamp'].map((name) => textIn(row.cells, name)).join(':')
    check(!problems.has(id), 'I27', () => ['settled and offered', id])
  }
  for (const problem of problems.values()) {
    if (problem.p !== principal || problem.code !== 'overwritten') continue
    const key = `${principal} ${problem.kind} ${problem.row}`
    const cells = mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {})
    const stands = cells[problem.cell]
    const isSame = stands !== undefined && isSameValue(stands[0], problem.value)
    check(!isSame, 'I25', () => ['offered and the same', problem, stands])
  }
}

/** Whether a row is visible: not if its kit is deleted, nor as a comment's author alone. */
function isShown(
  key: string,
  mine: ReadonlyMap<string, Cells>,
  rows: Tables['rows'],
  principal: string,
): boolean {
  const row = rows.get(`${principal} ${key}`)
  if (!row || row.kind === 'comment' || row.kind === 'beaten') return false
  const kit = mine.get(`kit ${row.kit}`) ?? rows.get(`${principal} kit ${row.kit}`)?.cells
  return kit !== undefined && isKitAlive(kit) && isRowAlive(row.cells)
}

interface Ending {
  server: MemoryServer
  ledger: Ledger
  devices: readonly Holder[]
  isCopied: boolean
  isServerSkewed: boolean
  weather: Weather
  watch: {
    isEvicted(device: Holder | undefined): boolean
    letInLate: ReadonlySet<number>
  }
}

/** I2, I3, I11 and I12, once everything has arrived. */
export function checkEnd({
  server,
  ledger,
  devices,
  isCopied,
  isServerSkewed,
  weather,
  watch,
}: Ending): void {
  const held = new Map<number, number>()
  const buildIds = new Set<string>()
  let kits = 0
  for (const { row } of server.rows.values()) {
    for (const [value] of Object.values(row.cells)) {
      const id = tokenOf(value)
      if (id > 0) held.set(id, (held.get(id) ?? 0) + 1)
    }
    if (row.kind !== 'kit') continue
    kits++
    buildIds.add(textIn(row.cells, 'buildId'))
  }
  check(buildIds.size === kits, 'I11', () => [...buildIds])
  const problems = new Map<number, string>()
  for (const { store } of devices) {
    for (const { value, code } of store.tables.problems.values()) problems.set(tokenOf(value), code)
    // Rows still pending are parked, and shown as such: see checkConverged.
    for (const { cells } of store.tables.pending.values())
      for (const [value] of Object.values(cells)) problems.set(tokenOf(value), 'held')
  }
  for (const token of ledger.tokens.values()) {
    if (token.kind === 'comment' && token.cell === 'text') {
      const count = held.get(token.id) ?? 0
      check(count <= 1, 'I3', () => ['stored more than once', describe(token), count])
    }
    if (token.isReplaced || token.isDiscarded || SILENT.has(token.cell)) continue
    const isKept =
      held.has(token.id) || problems.has(token.id) || isGivenAnew(server, ledger, token)
    // A browser that evicted the older value could not show it, but the server assumes it was seen.
    const winner = winnerOf(server, token)
    if (watch.isEvicted(ledger.tokens.get(winner)?.device)) continue
    // Copies of a profile share a node: the other's edits pass as one's own.
    check(isKept || isCopied, 'I2', () => ['lost', describe(token)])
    check(isKept || token.isAccepted, 'I2', () => ['lost', describe(token)])
    if (
      isCopied ||
      isServerSkewed ||
      problems.get(token.id) !== 'overwritten' ||
      held.has(token.id)
    )
      continue
    // Offered back all the same.
    if (watch.letInLate.has(winner)) continue
    const isOwnOlder =
      winner > 0 && winner < token.id && ledger.tokens.get(winner)?.device === token.device
    check(!isOwnOlder, 'I2', () => ['lost against its own older value', describe(token), winner])
  }
  for (const { kit, from, to } of ledger.claimed) {
    // A kit that was collected before its claim came, or discarded before the server had it,
    // belongs to nobody: an edit in a window that still shows it creates it again.
    if (weather.purged.has(`kit ${kit}`) || ledger.unclaimable.has(kit)) continue
    const owner = server.rows.get(`kit:${kit}`)?.row.owner
    check(owner !== from, 'I12', () => ['not claimed', kit, from, to])
  }
}

/**
 * The one known residual: with a fast clock somebody types in an account, signs out before it was
 * sent, and types on as the device in an open window. When sent, the account's value is refused and
 * restamped, and so becomes the later one.
 */
function isGivenAnew(server: MemoryServer, ledger: Ledger, token: Token): boolean {
  const winner = ledger.tokens.get(winnerOf(server, token))
  return (
    token.isAccepted &&
    token.p.startsWith('d:') &&
    winner?.device === token.device &&
    winner.isReplaced &&
    // Typed in the account, or as the device and claimed.
    ledger.claimed.some(
      ({ from, to }) => from === token.p && (to === winner.p || winner.place.startsWith(`${to} `)),
    )
  )
}

function winnerOf(server: MemoryServer, { place, cell }: Token): number {
  const [, kind = '', id = ''] = place.split(' ')
  return tokenOf(server.rows.get(`${kind}:${id}`)?.row.cells[cell]?.[0])
}
