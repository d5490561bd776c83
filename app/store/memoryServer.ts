/**
 * The server in memory, around the same decide() that the real one runs: rows, one counter per
 * stream, and an answer for each request. For tests and simulations.
 */
import type { StoredRow } from '#shared/decide.ts'
import type { Principal, Scope } from '#shared/limits.ts'
import type {
  Claim,
  ClaimAnswers,
  OpResult,
  PulledRow,
  SyncAnswer,
  SyncRequest,
} from '#shared/protocol.ts'

import { textIn } from '#shared/cells.ts'
import { decide, rowKey } from '#shared/decide.ts'
import { kitScope, ownerScope } from '#shared/limits.ts'
import { decodeAnswer, encodeAnswer } from '#shared/answer.ts'
import { encodeRequest } from '#shared/protocol.ts'
import { decodeRequest } from '#shared/readRequest.ts'
import { isPublicCell } from '#shared/schema.ts'
import { taskKey } from '#shared/task.ts'

interface Versioned {
  row: StoredRow
  kitVersion: number
}

export class MemoryServer {
  readonly rows = new Map<string, Versioned>()
  readonly buildIds = new Map<string, string>()
  readonly counters = new Map<Scope, number>()
  /** Whose secret is whose: the real server computes it. */
  readonly devices = new Map<string, Principal>()
  readonly #departures = new Map<string, number>()
  /** Requests answered so far. */
  requests = 0
  readonly #totals = new Map<string, { maxMs: number; liveLines: number; bytes: number }>()
  readonly #now: () => number
  #drawn = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** One round trip, through the wire's own text in both directions. */
  sync(request: SyncRequest): SyncAnswer {
    this.requests++
    const decoded = decodeRequest(JSON.parse(JSON.stringify(encodeRequest(request))))
    const ops = decoded.ops.filter((op) => 'kind' in op)
    const principal = decoded.principal
    const claims = this.#claim(principal, decoded.claims ?? [])
    const world = {
      rows: new Map([...this.rows].map(([key, { row }]) => [key, { ...row }])),
      totals: this.#totals,
      buildIds: this.buildIds,
      taskIds: this.#tasksOf(principal),
      changed: new Set<StoredRow>(),
      beaten: [] as StoredRow[],
    }
    const env = {
      now: this.#now(),
      serverNode: 'server000',
      drawBuildId: () => `S${String(this.#drawn++).padStart(5, '0')}`,
      beatenId: (id: string, cell: string, stamp: string) =>
        `${stamp}${shortHash(`${id} ${cell}`)}`,
    }
    const name = principal.startsWith('u:') ? principal.slice(2) : null
    const actor = { principal, name, ownerCursor: decoded.cursors[ownerScope(principal)] ?? 0 }
    const results: OpResult[] = ops.map((op) => decide(world, op, actor, env))
    const known = this.#store(world.changed, world.beaten, principal, actor.ownerCursor)
    const answer: SyncAnswer = {
      now: this.#now(),
      gen: 'memory',
      results,
      rows: [],
      cursors: {},
      more: false,
      reset: [],
      gone: [],
      claims,
    }
    for (const [scope, cursor] of Object.entries(decoded.cursors)) {
      this.#read(scope, cursor, principal, known, answer)
    }
    return decodeAnswer(JSON.parse(JSON.stringify(encodeAnswer(answer))))
  }

  #tasksOf(p: Principal): Map<string, string> {
    const own = [...this.rows.values()].filter(({ row }) => row.kind === 'task' && row.owner === p)
    return new Map(own.map(({ row }) => [taskKey(textIn(row.cells, 'name')), row.id]))
  }

  #claim(account: Principal, claims: readonly Claim[]): ClaimAnswers {
    const answers: ClaimAnswers = {}
    if (!account.startsWith('u:')) return answers
    for (const { secret, kits } of claims) {
      const device = this.devices.get(secret) ?? 'd:nobody'
      for (const kitId of kits) {
        const owner = this.rows.get(rowKey('kit', kitId))?.row.owner
        if (owner === undefined) answers[kitId] = 'unknown'
        else answers[kitId] = owner === device || owner === account ? 'yours' : 'other'
        if (owner === device) this.#move(kitId, device, account)
      }
    }
    return answers
  }

  #move(kitId: string, from: Principal, to: Principal): void {
    const ownerVersion = this.#bump(ownerScope(to))
    this.#departures.set(`${from} ${kitId}`, this.#bump(ownerScope(from)))
    for (const entry of this.rows.values()) {
      const { row } = entry
      if (row.kit === kitId && row.owner === from) entry.row = { ...row, owner: to, ownerVersion }
    }
  }

  #bump(scope: Scope): number {
    const version = (this.counters.get(scope) ?? 0) + 1
    this.counters.set(scope, version)
    return version
  }

  #store(changed: Set<StoredRow>, beaten: StoredRow[], p: Principal, cursor: number): Set<string> {
    const known = new Set<string>()
    if (changed.size === 0) return known
    const ownerVersion = this.#bump(ownerScope(p))
    const kits = new Set([...changed].map((row) => row.kit).filter(Boolean))
    const kitVersions = new Map([...kits].map((kit) => [kit, this.#bump(kitScope(kit))]))
    for (const row of [...changed, ...beaten]) {
      const key = rowKey(row.kind, row.id)
      if (row.kind === 'beaten' && this.rows.has(key)) continue
      if (row.ownerVersion <= cursor && row.kind !== 'beaten') known.add(key)
      this.rows.set(key, {
        row: { ...row, ownerVersion },
        kitVersion: kitVersions.get(row.kit) ?? 0,
      })
    }
    return known
  }

  #read(scope: Scope, cursor: number, p: Principal, known: Set<string>, answer: SyncAnswer): void {
    const isOwners = scope === ownerScope(p)
    const counter = this.counters.get(scope) ?? 0
    if (isOwners && cursor > counter) answer.lost = true
    if (counter <= cursor || !(isOwners || scope.startsWith('k:'))) return
    answer.cursors[scope] = counter
    for (const [key, version] of this.#departures) {
      const [owner = '', kitId = ''] = key.split(' ')
      if (isOwners && owner === p && version > cursor) answer.gone.push(kitId)
    }
    const isSaved = [...this.rows.values()].some(
      ({ row }) => row.kind === 'version' && kitScope(row.kit) === scope,
    )
    for (const [key, { row, kitVersion }] of this.rows) {
      const version = isOwners ? row.ownerVersion : kitVersion
      const isInScope = isOwners ? row.owner === p : kitScope(row.kit) === scope
      if (!isInScope || version <= cursor || (isOwners && known.has(key))) continue
      if (!isOwners && row.kind === 'beaten') continue
      // Of a saved kit the link shows the version alone.
      if (!isOwners && isSaved && (row.kind === 'line' || row.kind === 'step')) continue
      const cells = Object.entries(row.cells).filter(
        ([name]) => isOwners || isPublicCell(row.kind, name),
      )
      const { kind, id, kit } = row
      const pulled: PulledRow = {
        kind,
        id,
        kit,
        mine: row.owner === p,
        cells: Object.fromEntries(cells),
      }
      answer.rows.push(pulled)
    }
  }
}

/** Three letters that tell the cells of one stamp apart. */
function shortHash(text: string): string {
  let hash = 7
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return String(Math.abs(hash) % 1_000).padStart(3, '0')
}
