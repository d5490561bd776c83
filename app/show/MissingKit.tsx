import type { ReactNode } from 'react'

import { type Later, later, say, t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { useTitle } from '../ui/browser/useTitle.ts'

type Words = Record<'notFound' | 'failed', readonly [title: Later, text: Later]>

const OFFLINE = [
  later('Not on this device yet'),
  later("It will open when you're back online"),
] as const

const KIT: Words = {
  notFound: [
    later('Kit not found'),
    later("The kit you're looking for doesn't exist or has been removed."),
  ],
  failed: [
    later('Failed to load kit'),
    later('The server answered, but not with a kit. Please try again.'),
  ],
}

interface MissingKitProps {
  /** Offline and never seen here; or unknown to the server, or an error. */
  why: 'notFound' | 'offline' | 'failed'
  /** Titles and sentences where it is no kit. */
  words?: Words
  /** Absent when a retry is known to find nothing. */
  onLookAgain?: (() => void) | undefined
  /** The link may be from somebody else. */
  isSent?: boolean
  /** Label of the retry while offline. */
  retry?: string
  /** Links to continue. */
  wayOut: ReactNode
  /** Shown first for notFound. */
  children?: ReactNode
}

/** Shown without a kit, with the reason and what happens next. */
export function MissingKit(props: MissingKitProps) {
  const { why, words = KIT, onLookAgain, isSent, retry = t('Retry'), wayOut, children } = props
  const [title, text] = why === 'offline' ? OFFLINE : words[why]
  const isNotFound = why === 'notFound'
  useTitle(say(title))
  useLookingAgain(onLookAgain, { hasFailed: !isNotFound })
  return (
    <Notice
      title={say(title)}
      isAlert={why === 'failed'}
      actions={
        <>
          {!isNotFound && (
            <Button variant="primary" size="l" onClick={onLookAgain}>
              {why === 'failed' ? t('Try again') : retry}
            </Button>
          )}
          {wayOut}
        </>
      }
    >
      {isNotFound && children}
      <p>{say(text)}</p>
      {isSent && isNotFound && onLookAgain && (
        <p className="small">
          {t(
            'If you just got this link, the sender may still be without signal. We look again every 30 seconds.',
          )}
        </p>
      )}
    </Notice>
  )
}
