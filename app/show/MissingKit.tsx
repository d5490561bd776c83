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
  /** Offline, and this device has never seen it; or the server does not know it, or fails. */
  why: 'notFound' | 'offline' | 'failed'
  /** Its titles and sentences where it is no kit. */
  words?: Words
  /** Absent when it is known that looking again finds nothing. */
  onLookAgain?: (() => void) | undefined
  /** Its link may have come from somebody. */
  isSent?: boolean
  /** What looks again where there is no signal. */
  retry?: string
  /** Where to go from here. */
  wayOut: ReactNode
  /** Said first where it was not found. */
  children?: ReactNode
}

/** Why there is no kit to show, and what becomes of it. */
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
