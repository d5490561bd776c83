/** When to send, and when to try again. It has no timers of its own, so any clock may drive it. */
const DEBOUNCE_MS = 1_000
const DEBOUNCE_LIMIT_MS = 5_000
const FIRST_BACKOFF_MS = 1_000
const VISIBLE_BACKOFF_MS = 15_000
const HIDDEN_BACKOFF_MS = 5 * 60_000

export class Pace {
  #failures = 0
  #firstUnsentEdit = 0

  /**
   * Something was stored at `now`.
   * @returns when to send: a second after the last change, and after 5 s at the latest. Null while
   * tries fail: typing does not speed them up
   */
  edited(now: number): number | null {
    this.#firstUnsentEdit ||= now
    const latest = this.#firstUnsentEdit + DEBOUNCE_LIMIT_MS
    return this.#failures === 0 ? Math.min(now + DEBOUNCE_MS, Math.max(latest, now)) : null
  }

  /** A try begins; what is edited from now on is another one's. */
  begin(): void {
    this.#firstUnsentEdit = 0
  }

  /** It went well, or there is reason to believe that it will. */
  startOver(): void {
    this.#failures = 0
  }

  /**
   * A try failed.
   * @param chance 0 to 1: devices must not all come back at once
   * @returns how long to wait, milliseconds
   */
  failed(isVisible: boolean, chance: number, retryAfterMs = 0): number {
    this.#failures++
    const cap = isVisible ? VISIBLE_BACKOFF_MS : HIDDEN_BACKOFF_MS
    const span = Math.min(cap, FIRST_BACKOFF_MS * 2 ** this.#failures)
    return Math.max(retryAfterMs, chance * span)
  }
}
