import { type ReactNode, useId, useMemo, useState } from 'react'

import type { Fetching } from './useContents.ts'

import { type Content, differenceOf } from '#shared/kinds/difference.ts'
import { differenceInWords } from '#shared/kinds/differenceWords.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DifferenceView } from './DifferenceView.tsx'
import styles from './History.module.css'

/** Changes between two versions: a sentence, and in full on request. */
export function Changes({
  before,
  after,
  fetching,
  children,
}: {
  before: Content | null
  after: Content | null
  /** State of loading missing contents. */
  fetching: Fetching
  /** Further actions beside the button. */
  children?: ReactNode
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const difference = useMemo(
    () => (before && after ? differenceOf(before, after, 'id') : null),
    [before, after],
  )
  const words = difference && differenceInWords(difference)
  return (
    <>
      <p className={difference ? 'breaks' : 'muted'}>
        {words === '' ? t('Nothing changed') : (words ?? say(WHY_NOT[fetching]))}
      </p>
      <div className={`wrap ${styles.buttons}`}>
        {words && (
          <Button
            size="s"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('Hide changes') : t('Show changes')}
          </Button>
        )}
        {children}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && difference && <DifferenceView difference={difference} />}
      </div>
    </>
  )
}

/** Why a version's content is missing. */
export const WHY_NOT: Record<Fetching, Later> = {
  reading: later('Reading what was saved...'),
  offline: later('Not on this device yet. It is read when there is signal.'),
  expired: later('Not on this device yet. It is read once you have signed in again.'),
  failed: later('Could not be read. It is tried again when you open this page again.'),
  done: later('Not kept any more.'),
}
