import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { Account } from '../../data/device/account.ts'

import { MAX_COMMENT } from '#shared/kinds/comment.ts'
import { cleanText } from '#shared/define.ts'
import { links } from '#shared/links.ts'
import { later, t } from '#shared/words/words.ts'
import { postComment } from '../../data/kits/open/comments.ts'
import { shownPrincipal } from '../../data/device/device.ts'
import { useSync } from '../../data/device/syncState.ts'
import { track } from '../../data/telemetry/track.ts'
import { schemaOf } from '../../forms/schemaOf.ts'
import { TypedArea } from '../../forms/Typed.tsx'
import { failsAs, useForm } from '../../forms/useForm.ts'
import { leftWords, useFormatting } from '../../show/useFormatting.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './Comments.module.css'

const failed = failsAs(later('Failed to post comment'), later('Something went wrong'))
const schema = schemaOf<{ text: string }>(({ text }) => ({
  text: isBlank(text) ? t('Please enter a comment') : '',
}))

/** Comment form of an account, online or offline. */
export function CommentForm({ kitId, account }: { kitId: string; account: Account }) {
  const { pathname } = useLocation()
  const formatting = useFormatting(useId())
  const isOffline = useSync((sync) => !sync.isOnline || sync.isFailing)
  // Another account on this tab does not see the text.
  const kept = `comment:${shownPrincipal()}:${kitId}`
  const [initial] = useState(() => ({ text: olderText(kept) }))
  const form = useForm({ schema, initial, failed, send, kept })
  const { formProps, values } = form

  async function send({ text }: { text: string }) {
    const content = cleanText(text).trim()
    await postComment(kitId, content)
    form.set('text', '')
    form.settle()
    track({ name: 'comment', length: content.length })
    const waitsFor = useSync.getState().isStorageFailing
      ? t('In this page only: keep it open until the comment is sent.')
      : waitingFor(isOffline, account)
    toast({ title: t('Comment posted!'), ...(waitsFor && { text: waitsFor }) })
  }

  function handleSubmit(event: FormEvent) {
    formProps.onSubmit(event)
    if (!isBlank(values.text)) return
    toast({
      title: t('Comment required'),
      text: t('Please enter a comment'),
      tone: 'error',
      isOver: () => !isBlank(formProps.ref.current?.querySelector('textarea')?.value ?? ''),
    })
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    formProps.ref.current?.requestSubmit()
  }

  return (
    <form {...formProps} onSubmit={handleSubmit}>
      <TypedArea
        {...form.leave('text')}
        label={t('Add a comment')}
        hint={leftWords(values.text, MAX_COMMENT)}
        error={form.problemsOf('text')[0] ?? form.failure}
        className={styles.field}
        value={values.text}
        maxLength={MAX_COMMENT}
        readOnly={form.isPending}
        onKeyDown={handleKey}
        onType={(text) => form.set('text', text)}
      />
      {formatting.help}
      <div className={`row wrap between ${styles.buttons}`}>
        {formatting.button}
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

/** Text that a version before December 2026 kept for this tab, as it stood: no JSON of a form. */
function olderText(key: string): string {
  try {
    const text = sessionStorage.getItem(key) ?? ''
    return text.startsWith('{"text":') ? '' : text
  } catch {
    return ''
  }
}
