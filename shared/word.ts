/** What the operator says to every device, beside whatever it has asked for. */
import { kept } from './words/words.ts'

/** Of an answer of the sync: JSON of a Word, percent-encoded. Absent while there is nothing to say. */
export const WORD_HEADER = 'X-Word'

export interface Word {
  /** An announcement: shown until it is taken away, by `id` once on each device. */
  say?: { id: string; text: string }
  /** The server takes nothing for now, and why. */
  rest?: string
}

export const MAX_ANNOUNCEMENT = 300
/** The code of a refusal while the server rests. */
export const RESTING = 'maintenance'
export const DEFAULT_REST_TEXT = kept(
  'Wrenchlist is being looked after and takes nothing just now. Your changes stay on this device and are sent afterwards.',
)
