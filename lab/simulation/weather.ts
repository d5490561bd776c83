/** Conditions around devices: failures on the way, full storage, collection, and rollbacks. */
import type { NetResult } from '../../app/data/api/net.ts'
import type { Op, SyncRequest } from '#shared/sync/protocol.ts'
import type { backUp } from './memoryCollect.ts'

const KINDS = ['fine', 'portal', 'busy', 'small', 'collision', 'broken'] as const
type Between = (typeof KINDS)[number]

export class Weather {
  /** With a backup less can be asserted, so most seeds go without. */
  mayRestore = false
  mayCollect = false
  between: Between = 'fine'
  /** Ops that a small proxy lets through. */
  maxOps = 1
  /** A kit whose rows the server cannot store for now. */
  badKit = ''
  backup: ReturnType<typeof backUp> | null = null
  /** Collected rows, `kind id`, and kits whose drafts expired. */
  readonly purged = new Set<string>()
  readonly expired = new Set<string>()
  hasRestored = false
  /** Version of each scope when devices were last told. */
  readonly told = new Map<string, number>()

  /** @param isOneWay whether time only moves on: no rollback and no collection */
  draw(chance: () => number, isOneWay: boolean): void {
    const [mayRestore, mayCollect] = [chance() < 0.3, chance() < 0.3]
    this.mayRestore = mayRestore && !isOneWay
    this.mayCollect = mayCollect && !isOneWay
  }

  turn(pick: <T>(list: readonly T[]) => T): void {
    this.between = pick(KINDS)
    this.maxOps = pick([1, 2, 5])
  }

  clear(): void {
    this.between = 'fine'
    this.badKit = ''
  }

  /** Failure between device and server. */
  stop({ ops }: SyncRequest): NetResult | null {
    // A portal's page is no answer of ours, whatever its status: see net.ts.
    if (this.between === 'portal') return { kind: 'failed' }
    if (this.between === 'busy') return { kind: 'failed', retryAfterMs: 30_000 }
    if (this.between === 'small' && ops.length > this.maxOps) return { kind: 'tooLarge' }
    return null
  }

  /** Whether the server defers an op: it collided three times, or cannot be stored. */
  isPutOff(op: Op, kit: string): boolean {
    if (this.between === 'collision') return true
    return this.between === 'broken' && this.badKit !== '' && (op.kit ?? kit) === this.badKit
  }
}
