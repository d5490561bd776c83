/** Decided things that may be looked at, or taken back. */
import { type ComponentType, useState } from 'react'

import {
  deletionsPage,
  hiddenKitsPage,
  type ListedMessage,
  messagesPage,
  moderatedTasks,
} from '#shared/admin/people.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'
import { askApi } from '../../data/api/api.ts'
import { Chosen } from '../../forms/Chosen.tsx'
import styles from '../../forms/forms.module.css'
import { useServerData } from '../../forms/useServerData.ts'
import { addedWords } from './accountWords.ts'
import { decideOn, deskPath, kitName, showKit } from './adminData.ts'
import { AdminList, Small } from './AdminList.tsx'
import { usePages } from './usePages.ts'

type Shown = 'kits' | 'tasks' | 'messages' | 'deletions'

interface Changing {
  /** After something was taken back. */
  onChanged: () => void
}

const LISTS: Record<Shown, { name: Later; List: ComponentType<Changing> }> = {
  kits: { name: later('Hidden kits'), List: HiddenKits },
  tasks: { name: later('Tasks of everybody'), List: ApprovedTasks },
  messages: { name: later('Answered messages'), List: DoneMessages },
  deletions: { name: later('Deletion requests'), List: Deletions },
}

/** One list at a time. @param props.decided counts decisions: each may have changed it */
export function DecidedLists({
  decided,
  isOperator,
  onChanged,
}: Changing & { decided: number; isOperator: boolean }) {
  const [chosen, setChosen] = useState<Shown>('kits')
  const { List } = LISTS[chosen]
  const shown = Object.entries(LISTS).filter(([list]) => isOperator || list !== 'deletions')
  return (
    <section className={styles.form}>
      <Chosen
        label={t('What was decided')}
        choices={shown.map(([list, { name }]) => [list as Shown, say(name)])}
        chosen={chosen}
        onChoose={setChosen}
      />
      <List key={`${chosen} ${decided}`} onChanged={onChanged} />
    </section>
  )
}

function HiddenKits({ onChanged }: Changing) {
  const from = usePages(deskPath('hidden-kits'), hiddenKitsPage, ({ kits }) => kits)
  return (
    <AdminList
      title={t('Hidden kits')}
      isInner
      from={from}
      count={from.data?.length}
      empty={t('No hidden kits')}
      onDone={onChanged}
      row={(kit, when) => ({
        key: kit.kitId,
        title: kitName(kit),
        text: t('{buildId}, hidden {time}', { buildId: kit.buildId, time: when(kit.hiddenAt) }),
        acts: [
          {
            name: t('Show again'),
            label: t('Show again {name}', { name: kitName(kit) }),
            call: () => showKit(kit.kitId),
            said: { title: t('Kit shown again'), text: kitName(kit) },
          },
        ],
      })}
    />
  )
}

const readTasks = async () => (await askApi(moderatedTasks, 'GET', deskPath('tasks'))).approved

function ApprovedTasks({ onChanged }: Changing) {
  return (
    <AdminList
      title={t('Tasks of everybody')}
      isInner
      from={useServerData('tasks', readTasks)}
      empty={t('No tasks')}
      onDone={onChanged}
      row={(task, when) => ({
        key: task.id,
        title: task.name,
        badges: [[t('Offered to everybody'), 'ok']],
        text: addedWords(task, when(task.addedAt)),
        acts: [
          {
            name: t('Withdraw'),
            label: t('Withdraw {name}', { name: task.name }),
            variant: 'danger',
            question: {
              title: t('Withdraw this task?'),
              words: [t('Withdraw the task'), t('Withdrawing...')],
              quote: task.name,
              text: t(
                'Only those who added it are offered it from then on. Kits that have it keep it.',
              ),
            },
            call: () => decideOn('tasks', task.id, 'withdraw'),
            said: { title: t('Task withdrawn') },
          },
        ],
      })}
    />
  )
}

function DoneMessages() {
  const path = `${deskPath('messages')}?state=done`
  return (
    <AdminList
      title={t('Answered messages')}
      isInner
      from={usePages(path, messagesPage, ({ messages }) => messages)}
      empty={t('None done yet')}
      row={(message, when) => ({
        key: message.id,
        title: message.name,
        text: `${message.email}, ${when(message.receivedAt)}`,
        more: (
          <>
            <p className={styles.quote}>{message.message}</p>
            {message.doneAt !== null && <Small>{doneWords(message, when(message.doneAt))}</Small>}
            {message.answer !== null && <p className={styles.quote}>{message.answer}</p>}
          </>
        ),
      })}
    />
  )
}

function doneWords({ answer, doneBy }: ListedMessage, time: string): string {
  const by = { time, name: doneBy || t('an account that is gone') }
  return answer === null ? t('Put away {time} by {name}', by) : t('Answered {time} by {name}', by)
}

const STATUS: Record<string, Later> = {
  processed: later('processed'),
  declined: later('declined'),
}

function Deletions() {
  const from = usePages(deskPath('deletion-requests'), deletionsPage, ({ requests }) =>
    requests.filter(({ status }) => status !== 'open'),
  )
  return (
    <AdminList
      title={t('Deletion requests')}
      isInner
      from={from}
      empty={t('No requests')}
      row={({ id, username, email, status, requestedAt, decidedAt }, when) => ({
        key: id,
        title: username,
        badges: [[worded(STATUS[status] ?? status)]],
        text: [
          email,
          t('Asked {asked}, decided {decided}', {
            asked: when(requestedAt),
            decided: when(decidedAt ?? requestedAt),
          }),
        ]
          .filter(Boolean)
          .join('. '),
      })}
    />
  )
}
