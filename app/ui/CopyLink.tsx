import type { ReactNode } from 'react'

import { useEffect, useId, useState } from 'react'

import { Badge } from './Badge.tsx'
import { classes } from './classes.ts'
import { copyText } from './copyText.ts'
import styles from './CopyLink.module.css'
import { IconButton } from './IconButton.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { WitnessMark } from './WitnessMark.tsx'

const COPIED_SHOWN_MS = 2_000

interface CopyLinkProps {
  /** Host and path: "wrenchlist.app/list/hT4kQ9". */
  url: string
  /** Whether it opens for others already. */
  isLive: boolean
  onCopied: () => void
  /** A badge in the box instead of the sentence below it. */
  isCompact?: boolean
  /** Another way to give it away, before the copying. */
  children?: ReactNode
}

/** A link to give away, with an honest word on whether it works yet. */
export function CopyLink({ url, isLive, onCopied, isCompact, children }: CopyLinkProps) {
  const noteId = useId()
  const [copied, setCopied] = useState<'no' | 'yes' | 'byHand'>('no')
  const cut = url.lastIndexOf('/') + 1

  useEffect(() => {
    if (copied !== 'yes') return
    const timer = setTimeout(() => setCopied('no'), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function handleCopy() {
    const isCopied = await copyText(`${location.protocol}//${url}`)
    setCopied(isCopied ? 'yes' : 'byHand')
    if (isCopied) onCopied()
  }

  const sentence = isLive ? (
    <>
      <b>Live.</b> Anyone with this link can see the list.
    </>
  ) : (
    <>
      <b>Not live yet.</b> Copy it now, it opens for others once this list has synced.
    </>
  )
  return (
    <div>
      <div className={classes(styles.box, !isLive && styles.pending)}>
        {copied === 'byHand' ? (
          <input
            className={styles.byHand}
            readOnly
            value={url}
            aria-label="Link, copy it by hand"
            ref={(input) => input?.select()}
          />
        ) : (
          <span className={styles.url}>
            <span>{url.slice(0, cut)}</span>
            <b>{url.slice(cut)}</b>
          </span>
        )}
        {isCompact && (
          <Badge tone={isLive ? 'ok' : 'wait'}>{isLive ? 'Live' : 'Not live yet'}</Badge>
        )}
        {children}
        <IconButton label="Copy link" aria-describedby={noteId} onClick={() => void handleCopy()}>
          {copied === 'yes' ? <CheckIcon /> : <CopyIcon />}
        </IconButton>
      </div>
      {isCompact ? (
        <VisuallyHidden id={noteId}>{sentence}</VisuallyHidden>
      ) : (
        <p className={styles.note} id={noteId}>
          <WitnessMark state={isLive ? 'synced' : 'waiting'} />
          <span>{sentence}</span>
        </p>
      )}
    </div>
  )
}
