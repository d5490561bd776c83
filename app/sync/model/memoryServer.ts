/**
 * The server in memory, around the same decide() that the real one runs: rows, one counter per
 * stream, and an answer for each request. For tests and simulations.
 */
import type { Digest } from '#shared/sync/audit.ts'
import type { KitTotals, StoredRow } from '#shared/sync/decide.ts'
import type { Principal, Scope } from '#shared/sync/limits.ts'
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

import { Digesting } from '#shared/sync/audit.ts'
import { boundName, bytesToMark, markOfHash } from '#shared/sync/boundLink.ts'
import { isKitAlive, textIn } from '#shared/sync/cells.ts'
import { decide, inOrder, rowKey } from '#shared/sync/decide.ts'
import { noteRefusals, refusedFrom, type Refusals } from '#shared/sync/refusals.ts'
import { newBuildId } from '#shared/ids.ts'
import { ACCOUNTS_TO_APPROVE, kitScope, ownerScope, TASK_SCOPE } from '#shared/sync/limits.ts'
import { decodeAnswer, encodeAnswer } from '#shared/sync/answer.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { decodeRequest } from '#shared/sync/readRequest.ts'
import type { Alias } from '#shared/sync/cells.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { savedAtOf } from '#shared/kinds/version.ts'
import { read, type Versioned } from './memoryPull.ts'

/** What the real server has of its own, so that one beside it can be told apart by nothing. */
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
  /** Whose kits were that collection took. */
  readonly formerOwners = new Map<string, Principal>()
  readonly counters = new Map<Scope, number>()
  readonly refusals = new Map<Principal, Refusals>()
  /** Whose secret is whose: the real server computes it. */
  readonly devices = new Map<string, Principal>()
  /** `${owner} ${kit}`: kits that left an owner, and at which version of its stream. */
  readonly departures = new Map<string, number>()
  /** Streams that have to be read again from their start by whoever has read less than this. */
  readonly startedOver = new Map<Scope, number>()
  /** The newest version of each kit that was saved: what its link shows. */
  readonly published = new Map<string, string>()
  /** How many rows an answer has before it ends with a version. */
  pageRows = Number.POSITIVE_INFINITY
  /** Requests answered so far. */
  requests = 0
  readonly totals = new Map<string, KitTotals>()
  /** When each kit was last written, milliseconds. */
  readonly touched = new Map<string, number>()
  /** The name of the data's history: another one after a backup was restored. */
  gen: string
  readonly alias: Alias
  /** As whom it gives stamps itself. */
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

  /** One round trip, through the wire's own text in both directions. */
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

  #has(p: Principal, [count, top]: Digest): boolean {
    const digesting = new Digesting()
    digesting.add([...this.rows.values()].map(({ row }) => row).filter((row) => row.owner === p))
    return count === digesting.digest[0] && top === digesting.digest[1]
  }

  /** Copies of the rows that ops name and of their kits, which is all that decide() looks at. */
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

  #tasksOf(p: Principal): Map<string, string> {
    const own = [...this.rows.values()].filter(({ row }) => row.kind === 'task' && row.owner === p)
    return new Map(own.map(({ row }) => [taskKey(textIn(row.cells, 'name')), row.id]))
  }

  /** The task of enough accounts is everybody's: of those with its name the one that came first. */
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

  #store(changed: Set<StoredRow>, beaten: StoredRow[], p: Principal, cursor: number): Set<string> {
    const known = new Set<string>()
    if (changed.size === 0) return known
    const ownerVersion = this.#bump(ownerScope(p))
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
