/**
 * What happens around devices beside people: whatever stands between them and the server, full
 * devices, collection, and a server that goes back in time.
 */
import type { NetResult } from '../../api/net.ts'
import type { Op, SyncRequest } from '#shared/sync/protocol.ts'
import type { backUp } from './memoryCollect.ts'

const KINDS = ['fine', 'portal', 'busy', 'small', 'collision', 'broken'] as const
type Between = (typeof KINDS)[number]

export class Weather {
  /** With a backup less can be asserted, so most seeds are without. */
  mayRestore = false
  mayCollect = false
  between: Between = 'fine'
  /** What a small proxy lets through: so many ops. */
  maxOps = 1
  /** A kit whose rows the server cannot store for now. */
  badKit = ''
  backup: ReturnType<typeof backUp> | null = null
  /** Rows that collection has taken, `kind id`, and kits of which drafts expired. */
  readonly purged = new Set<string>()
  readonly expired = new Set<string>()
  hasRestored = false
  /** How far each stream was when the devices were last told. */
  readonly told = new Map<string, number>()

  /** @param isOneWay whether time only goes on: nothing is put back and nothing collected */
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

  /** What keeps a request from the server. */
  stop({ ops }: SyncRequest): NetResult | null {
    // A portal's page, with status 200 or any other, is no answer of ours: see net.ts.
    if (this.between === 'portal') return { kind: 'failed' }
    if (this.between === 'busy') return { kind: 'failed', retryAfterMs: 30_000 }
    if (this.between === 'small' && ops.length > this.maxOps) return { kind: 'tooLarge' }
    return null
  }

  /** Whether the server puts an op off: it collided with others three times, or cannot store it. */
  isPutOff(op: Op, kit: string): boolean {
    if (this.between === 'collision') return true
    return this.between === 'broken' && this.badKit !== '' && (op.kit ?? kit) === this.badKit
  }
}
