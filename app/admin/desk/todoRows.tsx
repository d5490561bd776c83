/** Rows of the queue: what each waits for, and what can be done about it. */
import { Link } from 'react-router-dom'

import type { TodoItem } from '#shared/admin/people.ts'

import { MAX_CONTACT_MESSAGE } from '#shared/contact.ts'
import { links } from '#shared/links.ts'
import { inContext, type Later, later, many, say, t } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { T } from '../../ui/words/T.tsx'
import { addedWords } from './accountWords.ts'
import type { Act } from './acts.tsx'
import { decideOn, kitName, post, showKit } from './adminData.ts'
import { AdminForm } from './AdminForm.tsx'
import { type Row, Small, type When } from './AdminList.tsx'

type Of<Kind extends TodoItem['kind']> = Extract<TodoItem, { kind: Kind }>['of']
type Elsewhere = Extract<TodoItem, { of: { count: number; text: string } }>

const reportWords = (count: number) => many(count, '{count} report', '{count} reports')
const reasonWords = (reasons: string[]) => (reasons.length > 0 ? `: ${reasons.join('; ')}` : '')

const dismissal = (list: 'reports' | 'kit-reports', id: string, label: string): Act => ({
  name: inContext('report', 'Dismiss'),
  label,
  call: () => decideOn(list, id, 'dismiss'),
  said: { title: t('Report dismissed') },
})

/** @param onDone after something was done in a form of the row */
export function todoRow(item: TodoItem, when: When, onDone: () => void): Row {
  const time = when(item.at)
  switch (item.kind) {
    case 'deletion':
      return deletionRow(item.of, time)
    case 'message':
      return messageRow(item.of, time, onDone)
    case 'comment':
      return commentRow(item.of, time)
    case 'kit':
      return kitRow(item.of, time)
    case 'task':
      return taskRow(item.of, time)
    case 'file':
    case 'source':
    case 'errors':
    case 'mails':
    case 'disk':
    case 'backup':
      return elsewhereRow(item, time)
  }
}

function deletionRow({ id, username, email }: Of<'deletion'>, asked: string): Row {
  return {
    key: id,
    title: username,
    badges: [[t('Asks to be deleted'), 'bad']],
    text: [email, t('Asked {asked}', { asked })].filter(Boolean).join('. '),
    acts: [
      {
        name: t('Process'),
        label: t('Process the request of {username}', { username }),
        variant: 'danger',
        question: {
          title: t('Delete the account of {username}?', { username }),
          words: [t('Delete the account'), t('Deleting...')],
          needsReason: true,
          text: t(
            'It is signed out everywhere at once. Comments and public kits stay, by “deleted user”. This cannot be undone.',
          ),
        },
        call: (reason) => decideOn('deletion-requests', id, 'process', reason),
        said: { title: t('Account deleted'), text: username },
      },
      {
        name: t('Decline'),
        label: t('Decline the request of {username}', { username }),
        call: () => decideOn('deletion-requests', id, 'decline'),
        said: { title: t('Request declined'), text: username },
      },
    ],
  }
}

/** The pressed Answer button leads to typing. */
const focusOnMount = (field: HTMLTextAreaElement | null) => field?.focus()

/** Message of the contact form; the answer goes out by mail. */
function messageRow(message: Of<'message'>, time: string, onDone: () => void): Row {
  const { id, name, email } = message
  const send = (answer: string | null) => post(['messages', id], { answer })
  return {
    key: id,
    title: name,
    badges: [[t('Message'), 'info']],
    text: `${email}, ${time}`,
    more: <p className={styles.quote}>{message.message}</p>,
    acts: [
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
            onDone={onDone}
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
    ],
  }
}

function commentRow(report: Of<'comment'>, time: string): Row {
  const { author, commentId: id, content } = report
  return {
    key: id,
    title: author,
    badges: [
      [t('Comment'), 'info'],
      [reportWords(report.count), 'wait'],
    ],
    more: (
      <>
        <p className={styles.quote}>{content}</p>
        <Small>
          <T
            text="On {kit}, first reported {time}"
            kit={<Link to={links.kit(report.buildId)}>{kitName(report)}</Link>}
            time={time}
          />
          {reasonWords(report.reasons)}
        </Small>
      </>
    ),
    acts: [
      {
        name: t('Delete'),
        label: t('Delete the comment of {author}', { author }),
        variant: 'danger',
        question: {
          title: t('Delete this comment?'),
          words: [t('Delete the comment'), t('Deleting...')],
          needsReason: true,
          quote: content,
          text: t('It goes for everybody.'),
        },
        call: (reason) => decideOn('reports', id, 'delete', reason),
        said: { title: t('Comment deleted') },
      },
      dismissal('reports', id, t('Dismiss the report of the comment of {author}', { author })),
    ],
  }
}

function kitRow(report: Of<'kit'>, time: string): Row {
  const { kitId, hidden } = report
  const name = kitName(report)
  return {
    key: kitId,
    title: <Link to={links.kit(report.buildId)}>{name}</Link>,
    badges: [[reportWords(report.count), 'wait'], hidden && [t('Hidden already'), 'info']],
    text: `${t('First reported {time}', { time })}${reasonWords(report.reasons)}`,
    acts: [
      !hidden && {
        name: t('Hide'),
        label: t('Hide {name}', { name }),
        variant: 'danger',
        question: {
          title: t('Hide this kit?'),
          words: [t('Hide the kit'), t('Hiding...')],
          needsReason: true,
          quote: name,
          text: t('Nobody but its owner finds it any more.'),
        },
        call: (reason) => decideOn('kit-reports', kitId, 'hide', reason),
        said: { title: t('Kit hidden'), text: name },
        undo: { call: () => showKit(kitId), said: t('Kit shown again') },
      },
      dismissal('kit-reports', kitId, t('Dismiss the report of {name}', { name })),
    ],
  }
}

function taskRow(task: Of<'task'>, time: string): Row {
  const { id, name } = task
  const decide = (action: string) => () => decideOn('tasks', id, action)
  return {
    key: id,
    title: name,
    badges: [[t('Waits for a decision'), 'wait']],
    text: addedWords(task, time),
    acts: [
      {
        name: t('Approve'),
        label: t('Approve {name}', { name }),
        call: decide('approve'),
        said: { title: t('Task approved') },
        undo: { call: decide('withdraw'), said: t('Task withdrawn') },
      },
      {
        name: t('Decline'),
        label: t('Decline {name}', { name }),
        call: decide('decline'),
        said: { title: t('Task declined') },
      },
    ],
  }
}

const ELSEWHERE: Record<Elsewhere['kind'], readonly [name: Later, to: string]> = {
  file: [later('A file waits for a decision'), links.admin()],
  source: [later('A source could not be read'), links.admin()],
  errors: [later('Errors'), links.adminErrors()],
  mails: [later('Letters that were refused or failed'), links.adminStatus()],
  disk: [later('The disk is nearly full'), links.adminStatus()],
  backup: [later('No backup for a week'), links.adminStatus()],
}

function elsewhereRow({ kind, of: { name, text, count } }: Elsewhere, time: string): Row {
  const [what, to] = ELSEWHERE[kind]
  const isCounted = kind === 'errors' || kind === 'mails'
  return {
    key: `${kind} ${name} ${time}`,
    title: isCounted ? `${say(what)} (${count})` : say(what),
    text: [name, text, time].filter(Boolean).join('. '),
    acts: [{ name: t('Look at it'), label: `${t('Look at it')}: ${say(what)}`, to }],
  }
}
