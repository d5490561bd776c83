import { useState } from 'react'

import { type ListedMessage, messagesPage } from '#shared/admin/people.ts'

import { MAX_CONTACT_MESSAGE } from '#shared/contact.ts'
import { later, t } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { Segments } from '../../ui/controls/Segments.tsx'
import type { Act } from './acts.tsx'
import { post } from './adminData.ts'
import { AdminForm } from './AdminForm.tsx'
import { AdminList, Small } from './AdminList.tsx'
import { usePages } from './usePages.ts'

const STATES = [
  { value: 'waiting', name: later('Waiting') },
  { value: 'done', name: later('Done') },
] as const

/** The pressed Answer button leads to typing. */
const focusOnMount = (field: HTMLTextAreaElement | null) => field?.focus()

/** Messages from the contact form and the answers, which go out by mail. */
export function AdminMessages({ onDecided }: { onDecided: () => void }) {
  const [state, setState] = useState<(typeof STATES)[number]['value']>('waiting')
  const path = `/api/admin/messages?state=${state}`
  const from = usePages(path, messagesPage, ({ messages }) => messages)
  const isWaiting = state === 'waiting'

  function actsOn({ id, name }: ListedMessage): Act[] {
    const send = (answer: string | null) => post(['messages', id], { answer })
    return [
      {
        name: t('Answer'),
        label: t('Answer {name}', { name }),
        form: (onClose) => (
          <AdminForm
            initial={{ answer: '' }}
            fields={() => ({
              answer: {
                kind: 'area',
                label: t('Answer to {name}', { name }),
                hint: t('It goes by mail, with what they had written.'),
                missing: t('Answer is required'),
                max: MAX_CONTACT_MESSAGE,
                area: { ref: focusOnMount, rows: 4 },
              },
            })}
            submit={[t('Send answer')]}
            cancel={t('Cancel')}
            said={{ title: t('Answer sent'), text: name }}
            send={({ answer }) => send(answer.trim())}
            onDone={() => {
              from.reload()
              onDecided()
            }}
            onCancel={onClose}
          />
        ),
      },
      {
        name: t('Put away'),
        label: t('Put away the message of {name}', { name }),
        call: () => send(null),
        said: { title: t('Message put away'), text: name },
      },
    ]
  }

  return (
    <AdminList
      title={t('Messages')}
      from={from}
      loading={t('Loading messages...')}
      count={isWaiting && !from.pages.hasMore ? from.data?.length : 0}
      empty={
        isWaiting
          ? [t('No messages'), t('Nobody waits for an answer.')]
          : [t('None done yet'), t('Messages that were answered stand here.')]
      }
      more="messages"
      file={`messages-${state}`}
      onDone={onDecided}
      after={
        <div className={`row ${styles.more}`}>
          <Segments
            label={t('Which messages')}
            choices={STATES}
            chosen={state}
            onChoose={setState}
          />
        </div>
      }
      row={(message, when) => {
        const { id, answer, doneAt } = message
        return {
          key: id,
          title: message.name,
          text: `${message.email}, ${when(message.receivedAt)}`,
          more: (
            <>
              <p className={styles.quote}>{message.message}</p>
              {doneAt !== null && <Small>{doneWords(message, when(doneAt))}</Small>}
              {answer !== null && <p className={styles.quote}>{answer}</p>}
            </>
          ),
          acts: doneAt === null ? actsOn(message) : [],
        }
      }}
    />
  )
}

function doneWords({ answer, doneBy }: ListedMessage, time: string): string {
  if (answer === null) {
    return doneBy
      ? t('Put away {time} by {name}', { time, name: doneBy })
      : t('Put away {time}', { time })
  }
  return doneBy
    ? t('Answered {time} by {name}', { time, name: doneBy })
    : t('Answered {time}', { time })
}
