import { type ReactNode, useEffect, useId, useState } from 'react'

import { Badge } from '../blocks/Badge.tsx'
import { classes } from '../look/classes.ts'
import { copyText } from '../browser/copyText.ts'
import styles from './CopyLink.module.css'
import { IconButton } from './IconButton.tsx'
import { CheckIcon, CopyIcon } from '../blocks/icons.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { WitnessMark, type MarkState } from '../blocks/WitnessMark.tsx'
import { t } from '#shared/words/words.ts'

const COPIED_SHOWN_MS = 2_000

/** Whether a link works for others, in words. */
export interface LinkState {
  isOpen: boolean
  /** "Live", "Not live yet" */
  word: string
  /** Explanation of the word. */
  sentence: string
  mark: MarkState
  /** It has just started to work. */
  hasArrived?: boolean
}

interface CopyLinkProps {
  /** Host and path: "wrenchlist.app/list/hT4kQ9". */
  url: string
  state: LinkState
  onCopied: () => void
  /** A badge in the box instead of the sentence below. */
  isCompact?: boolean
  /** Another way to share, before the copy button. */
  children?: ReactNode
}

/** A link to share, and whether it works yet. */
export function CopyLink({ url, state, onCopied, isCompact, children }: CopyLinkProps) {
  const { isOpen, word, sentence } = state
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

  return (
    <div>
      <div className={classes('row', styles.box, !isOpen && styles.pending)}>
        {copied === 'byHand' ? (
          <input
            className={`grow ${styles.byHand}`}
            readOnly
            value={url}
            aria-label={t('Link, copy it by hand')}
            ref={(input) => input?.select()}
          />
        ) : (
          <span className={`grow small nowrap ${styles.url}`}>
            <span>{url.slice(0, cut)}</span>
            <b>{url.slice(cut)}</b>
          </span>
        )}
        {isCompact && <Badge tone={toneOf(state)}>{word}</Badge>}
        {children}
        <IconButton
          label={t('Copy link')}
          aria-describedby={noteId}
          onClick={() => void handleCopy()}
        >
          {copied === 'yes' ? <CheckIcon /> : <CopyIcon />}
        </IconButton>
      </div>
      {isCompact ? (
        <VisuallyHidden id={noteId}>
          {word}. {sentence}
        </VisuallyHidden>
      ) : (
        <LinkNote state={state} id={noteId} />
      )}
    </div>
  )
}

/** State of a link that is shown elsewhere. */
export function LinkNote({ state, id }: { state: LinkState; id?: string }) {
  const { word, sentence, mark, hasArrived = false } = state
  return (
    <p className={`row top muted small ${styles.note}`} id={id}>
      <WitnessMark state={mark} isDrawn={hasArrived} />
      <span>
        <b>{word}.</b> {sentence}
      </span>
    </p>
  )
}

const toneOf = ({ isOpen, mark }: LinkState) =>
  isOpen ? 'ok' : mark === 'attention' ? 'bad' : 'wait'
