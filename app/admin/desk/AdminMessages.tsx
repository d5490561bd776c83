import { useState } from 'react'

import { type ListedMessage, messagesPage } from '#shared/admin/people.ts'

import { MAX_CONTACT_MESSAGE } from '#shared/contact.ts'
import { later, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { Segments } from '../../ui/controls/Segments.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { TypedArea } from '../../forms/Typed.tsx'
import { answerMessage } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'

const STATES = [
  { value: 'waiting', name: later('Waiting') },
  { value: 'done', name: later('Done') },
] as const

/** The pressed Answer button leads to typing. */
const focusOnMount = (field: HTMLTextAreaElement | null) => field?.focus()

type State = (typeof STATES)[number]['value']

/** Messages from the contact form and the answers, which go out by mail. */
export function AdminMessages({ onDecided }: { onDecided: () => void }) {
  const [state, setState] = useState<State>('waiting')
  const pages = usePages(
    `/api/admin/messages?state=${state}`,
    messagesPage,
    ({ messages }) => messages,
  )
  const { list, hasMore } = pages
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))

  async function handleDone(message: ListedMessage, answer: string | null) {
    const title = answer === null ? t('Message put away') : t('Answer sent')
    const said = { title, text: message.name }
    if (!(await run(() => answerMessage(message.id, answer), said))) return
    list.reload()
    onDecided()
  }

  return (
    <AdminSection
      title={t('Messages')}
      from={list}
      loading={t('Loading messages...')}
      count={state === 'waiting' && !hasMore ? list.data?.length : 0}
      empty={
        state === 'waiting'
          ? { title: t('No messages'), text: t('Nobody waits for an answer.') }
          : { title: t('None done yet'), text: t('Messages that were answered stand here.') }
      }
      after={
        <div className={styles.more}>
          <MoreAndFile
            of="messages"
            pages={pages}
            file={list.data?.length ? `messages-${state}` : null}
          />
          <div className="row">
            <Segments
              label={t('Which messages')}
              choices={STATES}
              chosen={state}
              onChoose={setState}
            />
          </div>
          <FormResult text={failure} />
        </div>
      }
    >
      {(messages) =>
        messages.map((message) => (
          <Message key={message.id} message={message} isBusy={isBusy} onDone={handleDone} />
        ))
      }
    </AdminSection>
  )
}

function Message({
  message,
  isBusy,
  onDone,
}: {
  message: ListedMessage
  isBusy: boolean
  onDone: (message: ListedMessage, answer: string | null) => Promise<void>
}) {
  const now = useNow()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [wasMissing, setMissing] = useState(false)
  const { name, email, receivedAt, answer, doneAt, doneBy } = message
  const isMissing = wasMissing && text.trim() === ''

  function handleSend() {
    if (text.trim() === '') setMissing(true)
    else if (!isBusy) void onDone(message, text.trim())
  }

  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>{name}</div>
      <div className="muted small">
        {email}, {dayAndTime(Date.parse(receivedAt), now)}
      </div>
      {/* Who answers it reads all of it. */}
      <p className={classes(styles.quote, isOpen && styles.whole)}>{message.message}</p>
      {doneAt !== null && (
        <div className="muted small">
          {doneWords({ answer, doneBy }, dayAndTime(Date.parse(doneAt), now))}
        </div>
      )}
      {answer !== null && <p className={styles.quote}>{answer}</p>}
      {doneAt === null && isOpen && (
        <TypedArea
          label={t('Answer to {name}', { name })}
          hint={t('It goes by mail, with what they had written.')}
          error={isMissing && t('Answer is required')}
          ref={focusOnMount}
          rows={4}
          maxLength={MAX_CONTACT_MESSAGE}
          value={text}
          onType={setText}
        />
      )}
      {doneAt === null && (
        <div className={styles.itemActions}>
          {isOpen ? (
            <>
              <Button variant="primary" aria-disabled={isBusy} onClick={handleSend}>
                {t('Send answer')}
              </Button>
              <Button onClick={() => setOpen(false)}>{t('Cancel')}</Button>
            </>
          ) : (
            <>
              <Button aria-label={t('Answer {name}', { name })} onClick={() => setOpen(true)}>
                {t('Answer')}
              </Button>
              <Button
                aria-disabled={isBusy}
                aria-label={t('Put away the message of {name}', { name })}
                onClick={() => void onDone(message, null)}
              >
                {t('Put away')}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}

function doneWords(
  { answer, doneBy }: Pick<ListedMessage, 'answer' | 'doneBy'>,
  time: string,
): string {
  if (answer === null) {
    return doneBy
      ? t('Put away {time} by {name}', { time, name: doneBy })
      : t('Put away {time}', { time })
  }
  return doneBy
    ? t('Answered {time} by {name}', { time, name: doneBy })
    : t('Answered {time}', { time })
}
