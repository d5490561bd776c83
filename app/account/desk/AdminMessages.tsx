import { useCallback, useState } from 'react'

import type { ContactMessage, MessagesPage } from './adminData.ts'

import { MAX_CONTACT_MESSAGE } from '#shared/contact.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/Field.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { answerMessage, fileOf, readMessages } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'

const STATES = [
  { value: 'waiting', name: 'Waiting' },
  { value: 'done', name: 'Done' },
] as const

/** Who pressed Answer writes next. */
const focusOnMount = (field: HTMLTextAreaElement | null) => field?.focus()

const messagesOf = ({ messages }: MessagesPage) => messages

type State = (typeof STATES)[number]['value']

/** What people wrote by the contact form, and the answers to it, which go by mail. */
export function AdminMessages({ adminId, onDecided }: { adminId: string; onDecided: () => void }) {
  const [state, setState] = useState<State>('waiting')
  const read = useCallback((after?: string) => readMessages(state, after), [state])
  const { list, hasMore, readMore } = usePages(`messages:${adminId}:${state}`, read, messagesOf)
  const { run, isBusy, failure } = useAction('This could not be done. Please try again.')

  async function handleDone(message: ContactMessage, answer: string | null) {
    if (!(await run(() => answerMessage(message.id, answer)))) return
    toast({ title: answer === null ? 'Message put away' : 'Answer sent', text: message.name })
    list.reload()
    onDecided()
  }

  return (
    <AdminSection
      title="Messages"
      from={list}
      loading="Loading messages..."
      count={state === 'waiting' && !hasMore ? list.data?.length : 0}
      empty={
        state === 'waiting'
          ? { title: 'No messages', text: 'Nobody waits for an answer.' }
          : { title: 'None done yet', text: 'Messages that were answered stand here.' }
      }
      after={
        <div className={styles.more}>
          <MoreAndFile
            what="messages"
            hasMore={hasMore}
            readMore={readMore}
            file={list.data?.length ? fileOf(`messages?state=${state}`, `messages-${state}`) : null}
          />
          <div className="row">
            <Segments label="Which messages" choices={STATES} chosen={state} onChoose={setState} />
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
  message: { id, name, email, message, receivedAt, answer, doneAt, doneBy },
  isBusy,
  onDone,
}: {
  message: ContactMessage
  isBusy: boolean
  onDone: (message: ContactMessage, answer: string | null) => Promise<void>
}) {
  const now = useNow()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [wasMissing, setMissing] = useState(false)
  const all = { id, name, email, message, receivedAt, answer, doneAt, doneBy }
  const isMissing = wasMissing && text.trim() === ''

  function handleSend() {
    if (text.trim() === '') setMissing(true)
    else if (!isBusy) void onDone(all, text.trim())
  }

  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>{name}</div>
      <div className="muted small">
        {email}, {dayAndTime(Date.parse(receivedAt), now)}
      </div>
      {/* Who answers it reads all of it. */}
      <p className={classes(styles.quote, isOpen && styles.whole)}>{message}</p>
      {doneAt !== null && (
        <div className="muted small">
          {answer === null ? 'Put away' : 'Answered'} {dayAndTime(Date.parse(doneAt), now)}
          {doneBy && ` by ${doneBy}`}
        </div>
      )}
      {answer !== null && <p className={styles.quote}>{answer}</p>}
      {doneAt === null && isOpen && (
        <Field
          label={`Answer to ${name}`}
          hint="It goes by mail, with what they had written."
          error={isMissing && 'Answer is required'}
        >
          {(control) => (
            <TextArea
              {...control}
              ref={focusOnMount}
              rows={4}
              maxLength={MAX_CONTACT_MESSAGE}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
      {doneAt === null && (
        <div className={styles.itemActions}>
          {isOpen ? (
            <>
              <Button variant="primary" aria-disabled={isBusy} onClick={handleSend}>
                Send answer
              </Button>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
            </>
          ) : (
            <>
              <Button aria-label={`Answer ${name}`} onClick={() => setOpen(true)}>
                Answer
              </Button>
              <Button
                aria-disabled={isBusy}
                aria-label={`Put away the message of ${name}`}
                onClick={() => void onDone(all, null)}
              >
                Put away
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}
