/** Debounce and backoff of syncs. Has no timers of its own, so any clock may drive it. */
import { backoffMs } from '../../device/delay.ts'

const DEBOUNCE_MS = 1_000
const DEBOUNCE_LIMIT_MS = 5_000
const VISIBLE_BACKOFF_MS = 15_000
const HIDDEN_BACKOFF_MS = 5 * 60_000
/** No longer than a patch of signal lasts where there is little of it. */
const SILENT_BACKOFF_MS = 5_000
const SHORTEST_SILENT_MS = 1_500

interface Failure {
  /** Whether this page is visible. */
  isVisible: boolean
  /** Whether there are pending rows. */
  isWaiting: boolean
  /** Whether no byte came back: no signal, rather than an overloaded server. */
  isSilent: boolean
  /** Duration of the try, milliseconds. */
  tookMs: number
  retryAfterMs?: number | undefined
}

export class Pace {
  #failures = 0
  #firstUnsentEdit = 0

  /**
   * Notes an edit stored at `now`.
   * @returns when to send: a second after the last edit, after 5 s at the latest. Null during
   * backoff: typing does not shorten it
   */
  edited(now: number): number | null {
    this.#firstUnsentEdit ||= now
    const latest = this.#firstUnsentEdit + DEBOUNCE_LIMIT_MS
    return this.#failures === 0 ? Math.min(now + DEBOUNCE_MS, Math.max(latest, now)) : null
  }

  /** Starts a try; later edits belong to the next one. */
  begin(): void {
    this.#firstUnsentEdit = 0
  }

  /** Resets the backoff after a success, or with reason to expect one. */
  startOver(): void {
    this.#failures = 0
  }

  /**
   * Notes a failed try.
   * @param chance 0 to 1, jitter: devices must not all come back at once
   * @returns how long to wait, milliseconds
   */
  failed({ isVisible, tookMs, retryAfterMs = 0, ...rest }: Failure, chance: number): number {
    const tries = ++this.#failures
    const isEager = isVisible && rest.isWaiting && rest.isSilent
    // Full jitter while the server may be overloaded by many devices.
    const cap = isVisible ? VISIBLE_BACKOFF_MS : HIDDEN_BACKOFF_MS
    if (!isEager) return Math.max(retryAfterMs, chance * backoffMs(tries, cap))
    // Without signal, a silent try counts as waiting: signal may last only a few seconds.
    const wait = (backoffMs(tries, SILENT_BACKOFF_MS) * (1 + chance)) / 2
    return Math.max(retryAfterMs, wait - tookMs, chance * SHORTEST_SILENT_MS)
  }
}
