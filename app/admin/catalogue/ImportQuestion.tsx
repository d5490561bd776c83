import type { ComponentProps } from 'react'

import type { Feed } from '#shared/catalogue/feed.ts'

import { type Later, later, say } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { FeedEffects } from './FeedFacts.tsx'

export interface Asked {
  what: 'import' | 'discard' | 'undo' | 'remove'
  /** Name of the file or its source. */
  name: string
  feed?: Feed
}

const QUESTIONS: Record<Asked['what'], { title: Later; idle: Later; busy: Later; text: Later }> = {
  import: {
    title: later('Import this file?'),
    idle: later('Import the file'),
    busy: later('Starting...'),
    text: later('All of it or nothing; it can be taken back until the next one.'),
  },
  discard: {
    title: later('Discard this file?'),
    idle: later('Discard the file'),
    busy: later('Discarding...'),
    text: later('It has to be uploaded again to be imported.'),
  },
  undo: {
    title: later('Take the import back?'),
    idle: later('Take it back'),
    busy: later('Starting...'),
    text: later(
      'Prices and parts are as they were before it, but for what others have said since. The next file waits for a decision.',
    ),
  },
  remove: {
    title: later('Remove this source?'),
    idle: later('Remove the source'),
    busy: later('Removing...'),
    text: later(
      'It is not read any more. What it says of parts goes; its prices stay until they are too old.',
    ),
  },
}

/** Confirmation of an action on a feed or source. */
export function ImportQuestion({
  asked,
  ...rest
}: { asked: Asked | null } & Pick<
  ComponentProps<typeof AdminConfirm>,
  'isOpen' | 'failure' | 'isBusy' | 'onConfirm' | 'onCancel'
>) {
  const what = asked?.what ?? 'import'
  const { title, idle, busy, text } = QUESTIONS[what]
  return (
    <AdminConfirm
      {...rest}
      title={say(title)}
      variant={what === 'import' ? 'primary' : 'danger'}
      words={{ idle: say(idle), busy: say(busy) }}
    >
      <p className={styles.quote}>{asked?.name}</p>
      {what === 'import' && asked?.feed && <FeedEffects feed={asked.feed} />}
      <p>{say(text)}</p>
    </AdminConfirm>
  )
}
