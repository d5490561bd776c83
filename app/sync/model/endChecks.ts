/** What has to hold once the faults are over and everything has arrived. */
import type { Cells } from '#shared/sync/cells.ts'
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
} from '#shared/sync/cells.ts'
import { sharedScope, shownToAll, shownToOwner } from './memoryPull.ts'
import { checkFollowed } from './followerChecks.ts'
import { check, describe, isSameCell } from './invariants.ts'
import { tokenOf } from './ledger.ts'

/** Cells nobody types: a lost one is not offered back. */
const SILENT = new Set(['ord', 'del', 'buildId', 'fork'])

interface Ending {
  server: MemoryServer
  weather: Weather
  ledger: Ledger
  isCopied: boolean
}

/** What a device and a principal have in the end, compared with the server: I1 and I8. */
export function checkConverged(
  device: Holder,
  p: string,
  { server, weather, ledger, isCopied }: Ending,
): void {
  checkFollowed(device, p, { server, weather })
  const { rows, pending, problems, meta } = device.store.tables
  checkOffers(p, { rows, pending, problems }, server)
  const isHeld = ({ kind, id }: { kind: string; id: string }) => problems.has(`held:${kind}:${id}`)
  const left = [...pending.values()].filter((row) => row.p === p && !isHeld(row))
  check(left.length === 0, 'I8', () => ['still waits', left])
  const claims = meta.get(`claims:${p}`)
  const kitsHeld = new Set([...pending.values()].filter(isHeld).map((row) => row.kit))
  const open = (Array.isArray(claims) ? (claims as unknown as Claim[]) : [])
    .flatMap((claim) => claim.kits)
    .filter((kit) => !kitsHeld.has(kit))
  check(open.length === 0, 'I12', () => ['still claimed', claims])
  const followed = new Set(Object.keys((meta.get(`cursors:${p}`) ?? {}) as object))
  const mine = new Map<string, Cells>()
  for (const row of rows.values()) {
    if (row.p === p && row.mine) mine.set(`${row.kind} ${row.id}`, row.cells)
  }
  for (const { row, kitVersion } of server.rows.values()) {
    const key = `${row.kind} ${row.id}`
    if (row.owner === p) {
      const here = mine.get(key)
      const there = shownToOwner(server, row)
      // Of two copies of one profile each brings back of an expired draft what was typed there
      // since: the other may have more and later of it.
      const mayHaveMore = isCopied && weather.purged.has(key)
      // The other copy took its kit into an account, and says so to this device alone. Or it was thrown
      // away there before the server had it, and what the device had sent of it came later.
      const isLeft = isCopied || ledger.unclaimable.has(row.kit)
      if (!here && isLeft && meta.has(`claimed:${row.kit}`)) continue
      const isSame =
        here !== undefined &&
        (mayHaveMore || Object.keys(here).every((cell) => cell in row.cells)) &&
        Object.entries(there).every(([cell, value]) => {
          const own = here[cell]
          return isSameCell(own, value) || (mayHaveMore && own !== undefined && beats(own, value))
        })
      check(isSame, 'I1', () => [p, key, { here, there }])
      mine.delete(key)
    } else if (kitVersion > 0 && followed.has(sharedScope(row))) {
      const here = rows.get(`${p} ${key}`)?.cells
      for (const [cell, value] of Object.entries(shownToAll(server, row, p) ?? {})) {
        // An expired draft may come back with the stamp of an earlier copy of the same value.
        const isBack = weather.purged.has(key)
        const known = here?.[cell]
        const isSame = isBack && known !== undefined && isSameValue(known[0], value[0])
        // A kit that was this principal's own was read with the nodes that others see by an alias.
        const wasOwn =
          known?.[1].slice(0, 10) === value[1].slice(0, 10) && isSameValue(known[0], value[0])
        check(isSame || wasOwn || isSameCell(known, value), 'I1', () => [
          'followed',
          p,
          key,
          cell,
          here?.[cell],
          value,
        ])
      }
    }
  }
  // What was collected half a year after it was deleted, and drafts that expired, nobody is told of.
  for (const key of weather.purged) {
    const kit = rows.get(`${p} ${key}`)?.kit ?? ''
    // Where somebody else has used its id since, the next key typed into it makes a copy. Of two
    // copies of one profile each brings back what it has, with the next key typed there.
    const isElsewhere = server.rows.get(`kit:${kit}`)?.row.owner !== p || isCopied
    const isExpired = weather.expired.has(kit) && isElsewhere
    if (isExpired || !isShown(key, mine, rows, p)) mine.delete(key)
  }
  check(mine.size === 0, 'I1', () => ['not on the server', p, [...mine]])
}

/** I25, I27: nobody is asked about a value that stands there already, or that somebody has settled. */
function checkOffers(
  p: string,
  { rows, pending, problems }: Omit<Tables, 'meta'>,
  server: MemoryServer,
): void {
  for (const { row } of server.rows.values()) {
    if (row.kind !== 'beaten' || row.owner !== p || !row.cells['settled']) continue
    const id = ['row', 'cell', 'stamp'].map((name) => textIn(row.cells, name)).join(':')
    check(!problems.has(id), 'I27', () => ['settled and offered', id])
  }
  for (const problem of problems.values()) {
    if (problem.p !== p || problem.code !== 'overwritten') continue
    const key = `${p} ${problem.kind} ${problem.row}`
    const cells = mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {})
    const stands = cells[problem.cell]
    const isSame = stands !== undefined && isSameValue(stands[0], problem.value)
    check(!isSame, 'I25', () => ['offered and the same', problem, stands])
  }
}

/** Whether a row is to be seen anywhere: not with its kit deleted, nor as a comment's author alone. */
function isShown(
  key: string,
  mine: ReadonlyMap<string, Cells>,
  rows: Tables['rows'],
  p: string,
): boolean {
  const row = rows.get(`${p} ${key}`)
  if (!row || row.kind === 'comment' || row.kind === 'beaten') return false
  const kit = mine.get(`kit ${row.kit}`) ?? rows.get(`${p} kit ${row.kit}`)?.cells
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
    // What still waits is held, and shown as such: see checkConverged.
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
    // Whose browser threw the older value away could not see it, and the server thinks that he did.
    const winner = winnerOf(server, token)
    if (watch.isEvicted(ledger.tokens.get(winner)?.device)) continue
    // Of a copied profile both devices are one node: what it wrote elsewhere passes as its own.
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
    // What was collected, as a draft before its claim came, or was discarded before the server had
    // it, is nobody's: who types into it in a window that still shows it begins it anew.
    if (weather.purged.has(`kit ${kit}`) || ledger.unclaimable.has(kit)) continue
    const owner = server.rows.get(`kit:${kit}`)?.row.owner
    check(owner !== from, 'I12', () => ['not claimed', kit, from, to])
  }
}

/**
 * The one residual that is known: with a clock that runs ahead somebody types in an account, signs
 * out before it was sent, and types on as the device in a window left open. When the account's value
 * comes to be sent it is refused, given a new stamp, and is the later one.
 */
function isGivenAnew(server: MemoryServer, ledger: Ledger, token: Token): boolean {
  const winner = ledger.tokens.get(winnerOf(server, token))
  return (
    token.isAccepted &&
    token.p.startsWith('d:') &&
    winner?.device === token.device &&
    winner.isReplaced &&
    // Typed in the account, or as the device and taken into it.
    ledger.claimed.some(
      ({ from, to }) => from === token.p && (to === winner.p || winner.place.startsWith(`${to} `)),
    )
  )
}

function winnerOf(server: MemoryServer, { place, cell }: Token): number {
  const [, kind = '', id = ''] = place.split(' ')
  return tokenOf(server.rows.get(`${kind}:${id}`)?.row.cells[cell]?.[0])
}
