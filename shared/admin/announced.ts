/** Operator's word to every device, sent with any answer. */
import { kept } from '../words/words.ts'

/** Header of sync answers: JSON of Announced, percent-encoded. Absent without one. */
export const ANNOUNCED_HEADER = 'X-Word'

export interface Announced {
  /** An announcement: shown until dismissed, by `id` once per device. */
  say?: { id: string; text: string }
  /** The server accepts nothing for now; the reason. */
  rest?: string
}

export const MAX_ANNOUNCEMENT = 300
/** Refusal code while the server rests. */
export const RESTING = 'maintenance'
export const DEFAULT_REST_TEXT = kept(
  'Wrenchlist is being looked after and takes nothing just now. Your changes stay on this device and are sent afterwards.',
)
