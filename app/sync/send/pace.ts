/** When to send, and when to try again. It has no timers of its own, so any clock may drive it. */
const DEBOUNCE_MS = 1_000
const DEBOUNCE_LIMIT_MS = 5_000
const FIRST_BACKOFF_MS = 1_000
const VISIBLE_BACKOFF_MS = 15_000
const HIDDEN_BACKOFF_MS = 5 * 60_000
/** No more than a spell of signal lasts where there is little of it. */
const SILENT_BACKOFF_MS = 5_000
const SHORTEST_SILENT_MS = 1_500

interface Failure {
  /** Whether somebody looks at this page. */
  isVisible: boolean
  /** Whether something here waits to be sent. */
  isWaiting: boolean
  /** Whether nothing at all came back: there is no signal, rather than a server in need. */
  isSilent: boolean
  /** How long the try took, milliseconds. */
  tookMs: number
  /** What the server asked for. */
  retryAfterMs?: number | undefined
}

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
  failed({ isVisible, tookMs, retryAfterMs = 0, ...rest }: Failure, chance: number): number {
    const span = FIRST_BACKOFF_MS * 2 ** ++this.#failures
    const isEager = isVisible && rest.isWaiting && rest.isSilent
    // Who may be one of many that a server is too much for waits by chance.
    const cap = isVisible ? VISIBLE_BACKOFF_MS : HIDDEN_BACKOFF_MS
    if (!isEager) return Math.max(retryAfterMs, chance * Math.min(cap, span))
    // Who hears nobody must not sleep through the few seconds of signal there are: what a try
    // without an answer took was waiting, too.
    const wait = (Math.min(SILENT_BACKOFF_MS, span) * (1 + chance)) / 2
    return Math.max(retryAfterMs, wait - tookMs, chance * SHORTEST_SILENT_MS)
  }
}
