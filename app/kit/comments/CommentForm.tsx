import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { Account } from '../../data/device/account.ts'

import { MAX_COMMENT } from '#shared/kinds/comment.ts'
import { cleanText } from '#shared/define.ts'
import { links } from '#shared/links.ts'
import { many, t } from '#shared/words/words.ts'
import { ApiError } from '../../data/api/api.ts'
import { postComment } from '../../data/kits/open/comments.ts'
import { useSync } from '../../data/device/syncState.ts'
import { track } from '../../data/telemetry/track.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TypeIcon } from '../../ui/blocks/icons.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { TextArea } from '../../ui/controls/Input.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './Comments.module.css'
import { shownPrincipal } from '../../data/device/device.ts'

const FormattingHelp = loadable(
  async () => (await import('../../ui/text/FormattingHelp.tsx')).FormattingHelp,
)

/** The counter appears from here on. */
const COUNTED_FROM = MAX_COMMENT * 0.9

/** Comment form of an account, online or offline. */
export function CommentForm({ kitId, account }: { kitId: string; account: Account }) {
  const id = useId()
  const { pathname } = useLocation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useCommentDraft(kitId)
  const [wasMissing, setMissing] = useState(false)
  const [isPosting, setPosting] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isHelpReady = usePreloaded(FormattingHelp.preload, isHelpOpen)
  const isOffline = useSync((sync) => !sync.isOnline || sync.isFailing)
  const left = MAX_COMMENT - text.length
  const isMissing = wasMissing && isBlank(text)

  async function post() {
    const content = cleanText(text).trim()
    if (isBlank(content)) {
      setMissing(true)
      field.current?.focus()
      toast({
        title: t('Comment required'),
        text: t('Please enter a comment'),
        tone: 'error',
        isOver: () => !isBlank(field.current?.value ?? ''),
      })
      return
    }
    setMissing(false)
    // A second press must not post twice.
    if (isPosting) return
    setPosting(true)
    try {
      await postComment(kitId, content)
      setText('')
      track({ name: 'comment', length: content.length })
    } catch (error) {
      const sentence = error instanceof ApiError ? error.sentence : ''
      const message = sentence || t('Something went wrong')
      toast({ title: t('Failed to post comment'), text: message, tone: 'error' })
      return
    } finally {
      setPosting(false)
    }
    const waitsFor = useSync.getState().isStorageFailing
      ? t('In this page only: keep it open until the comment is sent.')
      : waitingFor(isOffline, account)
    toast({ title: t('Comment posted!'), ...(waitsFor && { text: waitsFor }) })
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    void post()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void post()
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <label className="label" htmlFor={id}>
        {t('Add a comment')}
      </label>
      <TextArea
        ref={field}
        id={id}
        className={styles.field}
        value={text}
        maxLength={MAX_COMMENT}
        readOnly={isPosting}
        aria-invalid={isMissing || undefined}
        aria-describedby={`${id}-note`}
        onKeyDown={handleKey}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={`muted small ${isMissing ? styles.missing : styles.left}`} id={`${id}-note`}>
        {isMissing && t('Please enter a comment')}
        {text.length > COUNTED_FROM &&
          (left === 0
            ? t('No room left.')
            : many(left, '{count} characters left.', '{count} characters left.'))}
      </p>
      <div id={`${id}-help`} hidden={!isHelpOpen}>
        {isHelpReady && <FormattingHelp />}
      </div>
      <div className={`row wrap between ${styles.buttons}`}>
        <Button
          variant="ghost"
          size="s"
          aria-expanded={isHelpOpen}
          aria-controls={`${id}-help`}
          onClick={() => setHelpOpen(!isHelpOpen)}
        >
          <TypeIcon />
          {t('Formatting Help')}
        </Button>
        <Button type="submit">{t('Post Comment')}</Button>
      </div>
      {account.isExpired && (
        <p className={`muted small ${styles.signIn}`}>
          {account.ended === 'deleted' ? (
            t('Your account was deleted: what you post stays on this device.')
          ) : (
            <>
              {t('You are signed out. What you post is kept on this device.')}{' '}
              <Link to={links.login(pathname)}>{t('Sign in to send')}</Link>
            </>
          )}
        </p>
      )}
    </form>
  )
}

const isBlank = (text: string) => cleanText(text).trim() === ''

/** Why a comment is still pending; '' when it is on its way. */
function waitingFor(isOffline: boolean, account: Account): string {
  if (account.ended === 'deleted') return t('On this device. It cannot be sent any more.')
  if (account.ended) return t('On this device. It is sent once you sign in.')
  return isOffline ? t('On this device. It is sent when there is a signal.') : ''
}

/**
 * Draft of a comment, kept for the tab, so that leaving the page loses nothing. Keyed by principal:
 * another account on this tab does not see it.
 */
function useCommentDraft(kitId: string): [string, (text: string) => void] {
  const key = `comment:${shownPrincipal()}:${kitId}`
  const [text, setText] = useState(() => read(key))
  return [
    text,
    (next) => {
      setText(next)
      write(key, next)
    },
  ]
}

// Storage may be blocked; writing still works.
function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // See above.
  }
}
