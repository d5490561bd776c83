/**
 * In-memory server around the real server's decide(): rows, one counter per scope, and an answer
 * per request. For tests and simulations.
 */
import type { Digest } from '#shared/sync/digest.ts'
import type { KitTotals, StoredRow } from '#shared/sync/decide.ts'
import type { Principal, Scope } from '#shared/cells/limits.ts'
import type {
  Claim,
  ClaimAnswers,
  Op,
  OpResult,
  SyncAnswer,
  SyncRequest,
} from '#shared/sync/protocol.ts'
import type { RandomBytes } from '#shared/ids.ts'

import { sha256 } from '@noble/hashes/sha2.js'

import { Digesting } from '#shared/sync/digest.ts'
import { boundName, bytesToMark, markOfHash } from '#shared/cells/boundLink.ts'
import { isKitAlive, textIn } from '#shared/cells/cells.ts'
import { decide, inOrder, rowKey } from '#shared/sync/decide.ts'
import { noteRefusals, refusedFrom, type Refusals } from '#shared/sync/refusals.ts'
import { newBuildId } from '#shared/ids.ts'
import { ACCOUNTS_TO_APPROVE, kitScope, ownerScope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { decodeAnswer, encodeAnswer } from '#shared/sync/answer.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { decodeRequest } from '#shared/sync/readRequest.ts'
import type { Alias } from '#shared/cells/cells.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { savedAtOf } from '#shared/kinds/version.ts'
import { read, type Versioned } from './memoryPull.ts'

/** Identity and randomness of a real server, so that this one beside it behaves identically. */
export interface Likeness {
  gen: string
  serverNode: string
  random: RandomBytes
  beatenId: (id: string, cell: string, stamp: string) => string
  alias: Alias
}

export class MemoryServer {
  readonly rows = new Map<string, Versioned>()
  readonly buildIds = new Map<string, string>()
  /** Owners of collected kits. */
  readonly formerOwners = new Map<string, Principal>()
  readonly counters = new Map<Scope, number>()
  readonly refusals = new Map<Principal, Refusals>()
  /** Principal of each device secret: the real server computes it. */
  readonly devices = new Map<string, Principal>()
  /** `${owner} ${kit}`: kits that left an owner, and the version of its scope then. */
  readonly departures = new Map<string, number>()
  /** Scopes that readers with a cursor below this must read again from the start. */
  readonly startedOver = new Map<Scope, number>()
  /** Newest version of each saved kit: its link shows that. */
  readonly published = new Map<string, string>()
  /** Rows per answer, before it ends with a version. */
  pageRows = Number.POSITIVE_INFINITY
  /** Requests answered so far. */
  requests = 0
  readonly totals = new Map<string, KitTotals>()
  /** When each kit was last written, milliseconds. */
  readonly touched = new Map<string, number>()
  /** Name of the data's history: changes when a backup is restored. */
  gen: string
  readonly alias: Alias
  /** Node of its own stamps. */
  readonly serverNode: string
  readonly #now: () => number
  readonly #likeness: Likeness | undefined
  #drawn = 0

  constructor(now: () => number, likeness?: Likeness) {
    this.#now = now
    this.#likeness = likeness
    this.gen = likeness?.gen ?? 'memory'
    this.serverNode = likeness?.serverNode ?? 'server000'
    this.alias =
      likeness?.alias ?? ((node, kit) => `-${shortHash(`${kit} ${node}`)}${'-'.repeat(5)}`)
  }

  /** One round trip, through the wire format in both directions. */
  sync(request: SyncRequest): SyncAnswer {
    this.requests++
    const decoded = decodeRequest(JSON.parse(JSON.stringify(encodeRequest(request))))
    const ops = decoded.ops.filter((op) => 'kind' in op)
    const principal = decoded.principal
    const claims = this.#claim(principal, decoded.claims ?? [])
    const world = {
      rows: this.#rowsOf(ops),
      totals: this.totals,
      buildIds: this.buildIds,
      formerOwners: this.formerOwners,
      taskIds: ops.some((op) => op.kind === 'task') ? this.#tasksOf(principal) : new Map(),
      changed: new Set<StoredRow>(),
      beaten: [] as StoredRow[],
      renamed: [] as { kitId: string; buildId: string }[],
    }
    const env = {
      now: this.#now(),
      serverNode: this.serverNode,
      drawBuildId: () =>
        this.#likeness
          ? newBuildId(this.#likeness.random)
          : `S${String(this.#drawn++).padStart(5, '0')}`,
      beatenId:
        this.#likeness?.beatenId ??
        ((id: string, cell: string, stamp: string) => `${stamp}${shortHash(`${id} ${cell}`)}`),
    }
    const name = principal.startsWith('u:') ? principal.slice(2) : null
    const isOther = decoded.gen !== undefined && decoded.gen !== this.gen
    const ownerCursor = isOther ? 0 : (decoded.cursors[ownerScope(principal)] ?? 0)
    const { node, refusals: count } = decoded
    const heard = count === undefined ? undefined : { node, refusals: count }
    const refusals = this.refusals.get(principal) ?? []
    const actor = { principal, name, ownerCursor, refusedFrom: refusedFrom(refusals, heard) }
    const deleted = [...world.rows.values()].filter(
      (row) => row.kind === 'kit' && !isKitAlive(row.cells),
    )
    const results: OpResult[] = []
    for (const index of inOrder(ops)) {
      const op = ops[index]
      if (op) results[index] = decide(world, op, actor, env)
    }
    const noted = heard && noteRefusals(refusals, heard, env.now, results)
    if (noted) this.refusals.set(principal, noted.refusals)
    for (const { kitId, buildId } of world.renamed) {
      const mark = markOfHash(sha256(bytesToMark(kitId)))
      this.buildIds.set(boundName(buildId, mark), kitId)
    }
    const isRead = this.counters.get(ownerScope(principal)) === actor.ownerCursor
    const isSame = !decoded.audit || !isRead || this.#has(principal, decoded.audit)
    const known = this.#store(world.changed, world.beaten, principal, actor.ownerCursor)
    if (name !== null) this.#approvePopular(world.changed)
    for (const { id, cells } of deleted) {
      const scope = kitScope(id)
      if (isKitAlive(cells)) this.startedOver.set(scope, this.counters.get(scope) ?? 0)
    }
    const answer: SyncAnswer = {
      now: this.#now(),
      gen: this.gen,
      results,
      rows: [],
      cursors: {},
      more: false,
      reset: [],
      gone: [],
      claims,
    }
    if (!isSame) answer.differs = true
    if (noted?.count) answer.refusals = noted.count
    for (const [scope, cursor] of Object.entries(decoded.cursors)) {
      const begun = decoded.begun?.[scope] ?? 0
      read(this, { scope, cursor, begun, principal, known }, answer)
    }
    return decodeAnswer(JSON.parse(JSON.stringify(encodeAnswer(answer))))
  }

  #has(principal: Principal, [count, top]: Digest): boolean {
    const digesting = new Digesting()
    digesting.add(
      [...this.rows.values()].map(({ row }) => row).filter((row) => row.owner === principal),
    )
    return count === digesting.digest[0] && top === digesting.digest[1]
  }

  /** Copies of the rows that ops name, and of their kits: all that decide() reads. */
  #rowsOf(ops: readonly Op[]): Map<string, StoredRow> {
    const named = new Map<string, StoredRow>()
    const add = (key: string): string => {
      const row = this.rows.get(key)?.row
      if (row && !named.has(key)) named.set(key, { ...row })
      return row?.kit ?? ''
    }
    for (const { kind, id, kit } of ops) add(rowKey('kit', add(rowKey(kind, id)) || (kit ?? '')))
    return named
  }

  #tasksOf(principal: Principal): Map<string, string> {
    const own = [...this.rows.values()].filter(
      ({ row }) => row.kind === 'task' && row.owner === principal,
    )
    return new Map(own.map(({ row }) => [taskKey(textIn(row.cells, 'name')), row.id]))
  }

  /** A task of enough accounts becomes everybody's: among equal names, the first. */
  #approvePopular(changed: Iterable<StoredRow>): void {
    for (const { kind, cells } of changed) {
      if (kind !== 'task') continue
      const key = taskKey(textIn(cells, 'name'))
      const same = [...this.rows.values()].filter(
        ({ row }) => row.kind === 'task' && taskKey(textIn(row.cells, 'name')) === key,
      )
      const ofAccounts = same.filter(({ row }) => row.owner.startsWith('u:'))
      const owners = new Set(ofAccounts.map(({ row }) => row.owner))
      if (owners.size < ACCOUNTS_TO_APPROVE || same.some(({ kitVersion }) => kitVersion > 0))
        continue
      const [first] = ofAccounts.toSorted((a, b) => (addedAt(a.row) < addedAt(b.row) ? -1 : 1))
      if (first) first.kitVersion = this.#bump(TASK_SCOPE)
    }
  }

  #claim(account: Principal, claims: readonly Claim[]): ClaimAnswers {
    const answers: ClaimAnswers = {}
    if (!account.startsWith('u:')) return answers
    for (const { secret, kits } of claims) {
      const device = this.devices.get(secret) ?? 'd:nobody'
      const owners = kits.map((kit) => this.rows.get(rowKey('kit', kit))?.row.owner)
      const moving = kits.filter((_, at) => owners[at] === device)
      if (moving.length > 0) this.#move(new Set(moving), device, account)
      for (const [at, kit] of kits.entries()) {
        if (this.formerOwners.get(kit) === device) this.formerOwners.set(kit, account)
        const owner = owners[at]
        if (owner === undefined) answers[kit] = 'unknown'
        else answers[kit] = owner === device || owner === account ? 'yours' : 'other'
      }
    }
    return answers
  }

  #move(kits: ReadonlySet<string>, from: Principal, to: Principal): void {
    const left = this.#bump(ownerScope(from))
    const ownerVersion = this.#bump(ownerScope(to))
    for (const kit of kits) this.departures.set(`${from} ${kit}`, left)
    for (const entry of this.rows.values()) {
      const { row } = entry
      if (kits.has(row.kit) && row.owner === from) entry.row = { ...row, owner: to, ownerVersion }
    }
  }

  #bump(scope: Scope): number {
    const version = (this.counters.get(scope) ?? 0) + 1
    this.counters.set(scope, version)
    return version
  }

  #store(
    changed: Set<StoredRow>,
    beaten: StoredRow[],
    principal: Principal,
    cursor: number,
  ): Set<string> {
    const known = new Set<string>()
    if (changed.size === 0) return known
    const ownerVersion = this.#bump(ownerScope(principal))
    const kits = new Set([...changed].map((row) => row.kit).filter(Boolean))
    for (const kit of kits) this.touched.set(kit, this.#now())
    const kitVersions = new Map([...kits].map((kit) => [kit, this.#bump(kitScope(kit))]))
    const offered = beaten.filter(({ kind, id }) => !this.rows.has(rowKey(kind, id)))
    for (const row of [...changed, ...offered]) {
      const key = rowKey(row.kind, row.id)
      if (row.ownerVersion <= cursor && changed.has(row)) known.add(key)
      this.rows.set(key, {
        row: { ...row, ownerVersion },
        kitVersion: kitVersions.get(row.kit) ?? 0,
      })
      if (row.kind === 'version') this.#publish(row)
    }
    return known
  }

  #publish({ kit, id, cells }: StoredRow): void {
    const shown = this.rows.get(rowKey('version', this.published.get(kit) ?? ''))?.row
    if (!shown || savedAtOf(shown.cells) <= savedAtOf(cells)) this.published.set(kit, id)
  }
}

const addedAt = ({ cells, id }: StoredRow): string => `${cells['name']?.[1] ?? ''} ${id}`

/** Three letters that tell the cells of one stamp apart. */
function shortHash(text: string): string {
  let hash = 7
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return String(Math.abs(hash) % 1_000).padStart(3, '0')
}
