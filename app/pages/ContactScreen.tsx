import { useLocation } from 'react-router-dom'

import { contactForm } from '#shared/contact.ts'
import { newId } from '#shared/ids.ts'
import { useAccount } from '../data/device/account.ts'
import { callApi } from '../data/api/api.ts'
import { discardCall, queueCall, useRefusedCalls, useWaitingCalls } from '../data/api/calls.ts'
import { useSync } from '../data/device/syncState.ts'
import { Button } from '../ui/controls/Button.tsx'
import { MailIcon } from '../ui/blocks/icons.tsx'
import { toast } from '../ui/browser/toast.ts'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'
import styles from '../forms/forms.module.css'
import { isUnanswered, serverWords } from '../forms/failureWords.ts'
import { AreaField, Column, EmailField, FormCard, TextField } from '../forms/FormParts.tsx'
import { useForm } from '../forms/useForm.ts'
import { useServerData } from '../forms/useServerData.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'
import { later, many, say, t } from '#shared/words/words.ts'

const MAX_ABOUT = 100
const FAILED = later('Failed to send message. Please try again.')
const failed = {
  title: later('Error'),
  text: () => say(FAILED),
  note: (error: unknown) => serverWords(error, say(FAILED)),
}

async function readAddress(): Promise<string | null> {
  const address = fieldOf(await callApi('GET', '/api/contact'), 'address')
  return typeof address === 'string' ? address : null
}

/** Message to the administrators. Offline it waits in the outbox. */
export function ContactScreen() {
  const account = useAccount()
  const isOnline = useSync((state) => state.isOnline)
  const { data: address } = useServerData('contact', readAddress)
  const waiting = useWaitingCalls('contact')
  const empty = { name: '', email: account?.email ?? '', message: '' }
  // An administrators' letter links here for an answer.
  const about = new URLSearchParams(useLocation().search).get('about')?.slice(0, MAX_ABOUT) ?? ''
  const initial = { ...empty, message: about && `${t('About: {about}', { about })}\n` }
  const form = useForm({ schema: contactForm, initial, failed, send, kept: 'contactDraft' })

  async function send(typed: typeof empty) {
    const body = {
      name: typed.name.trim(),
      email: typed.email.trim(),
      message: typed.message.trim(),
    }
    const key = newId()
    try {
      await callApi('POST', '/api/contact', body, { 'Idempotency-Key': key })
      toast({ title: t('Message sent!') })
    } catch (error) {
      if (!isUnanswered(error)) throw error
      // Same idempotency key: the server may have the message though its answer was lost.
      await queueCall('contact', body, key)
      toast({ title: t('Message saved'), text: t('It is sent when there is a signal.') })
    }
    form.set('message', '')
    form.settle()
  }

  return (
    <Column
      title={t('Contact')}
      text={t('Questions, faults, ideas: the people who run this read them.')}
    >
      {address && (
        <a className={`card row ${styles.mailto}`} href={`mailto:${address}`}>
          <MailIcon />
          <span>{address}</span>
        </a>
      )}
      {waiting > 0 && (
        <p className={styles.offline} role="status">
          <WitnessMark state="waiting" />
          <span>
            <b>
              {many(
                waiting,
                '{count} message waits for a signal.',
                '{count} messages wait for a signal.',
              )}
            </b>{' '}
            {t('It is kept on this device and sent by itself.')}
          </span>
        </p>
      )}
      <RefusedMessages />
      <FormCard
        form={form}
        submit={isOnline ? t('Send Message') : t('Send when there is a signal')}
        pending={t('Sending...')}
        offline={t('Write it now, it is sent by itself later.')}
      >
        <TextField form={form} name="name" label={t('Name')} autoComplete="name" />
        <EmailField form={form} name="email" label={t('Email')} />
        <AreaField form={form} name="message" label={t('Message')} rows={6} />
      </FormCard>
    </Column>
  )
}

/** Queued messages that were refused keep their text until discarded. */
function RefusedMessages() {
  const refused = useRefusedCalls('contact')
  return refused.map(({ id, body, problem }) => (
    <div key={id} className={`card ${styles.pad} ${styles.text}`} role="alert">
      <p>
        <b>{t('A message was not taken.')}</b> {problem}
      </p>
      <p className={styles.quote}>{messageOf(body)}</p>
      <Button onClick={() => void discardCall(id)}>{t('Discard')}</Button>
    </div>
  ))
}

function messageOf(body: Json): string {
  const message = fieldOf(body, 'message')
  return typeof message === 'string' ? message : ''
}
