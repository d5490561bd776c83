import type { Feed } from '#shared/catalogue/feed.ts'
import type { Question } from '../desk/acts.tsx'

import { type Later, later, say } from '#shared/words/words.ts'
import { FeedEffects } from './FeedFacts.tsx'

const QUESTIONS = {
  import: [
    later('Import this file?'),
    later('Import the file'),
    later('Starting...'),
    later('All of it or nothing; it can be taken back until the next one.'),
  ],
  discard: [
    later('Discard this file?'),
    later('Discard the file'),
    later('Discarding...'),
    later('Nothing of it counts, and nothing else changes.'),
  ],
  undo: [
    later('Take the import back?'),
    later('Take it back'),
    later('Starting...'),
    later(
      'Prices and parts are as they were before it, but for what others have said since. The next file waits for a decision.',
    ),
  ],
  remove: [
    later('Remove this source?'),
    later('Remove the source'),
    later('Removing...'),
    later(
      'It is not read any more. What it says of parts goes; its prices stay until they are too old.',
    ),
  ],
} satisfies Record<string, readonly [title: Later, idle: Later, busy: Later, text: Later]>

/**
 * Asked before an act on a feed or source.
 * @param name of the file or its source
 * @param feed what is imported
 */
export function importQuestion(what: keyof typeof QUESTIONS, name: string, feed?: Feed): Question {
  const [title, idle, busy, text] = QUESTIONS[what]
  return {
    title: say(title),
    words: [say(idle), say(busy)],
    variant: what === 'import' ? 'primary' : 'danger',
    quote: name,
    text: (
      <>
        {feed && <FeedEffects feed={feed} />}
        <p>{say(text)}</p>
      </>
    ),
  }
}
