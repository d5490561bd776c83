import { type PersonList, personPage, type PersonRow } from '#shared/admin/person.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'

import { useState } from 'react'
import { Link } from 'react-router-dom'

import styles from '../../forms/forms.module.css'
import { actAlone } from '../desk/auditWords.ts'
import { AdminList, type Row, type When } from '../desk/AdminList.tsx'
import { usePages } from '../desk/usePages.ts'
import { Chosen } from '../../forms/Chosen.tsx'
import { listPath } from './personData.ts'

type Shown = Exclude<PersonList, 'notes'>

const LISTS: Record<Shown, readonly [name: Later, none: Later]> = {
  acts: [later('Acts'), later('No administrator did anything about it, nor it itself.')],
  sessions: [later('Sessions'), later('It is signed in nowhere.')],
  kits: [later('Kits'), later('It has saved none.')],
  comments: [later('Comments'), later('It has written none.')],
  mails: [
    later('Mail'),
    later('Of the newest letters none is to it. With a mail server none are kept here.'),
  ],
  notices: [later('Notices'), later('It was told nothing lately.')],
  errors: [later('Errors'), later('Nothing that went wrong was last seen by it.')],
  messages: [later('Messages'), later('Nothing was written to us from its address.')],
}
const KINDS = Object.keys(LISTS) as Shown[]

/** Activity of an account and acts about it, one list at a time. */
export function PersonLists({
  id,
  acts,
}: {
  id: string
  /** Count of acts done here: a change reloads the lists. */
  acts: number
}) {
  const [chosen, setChosen] = useState<Shown>('acts')
  return (
    <section className={styles.form}>
      <Chosen
        label={t('What is listed')}
        choices={KINDS.map((kind) => [kind, say(LISTS[kind][0])])}
        chosen={chosen}
        onChoose={setChosen}
      />
      <List key={`${chosen} ${acts}`} id={id} list={chosen} />
    </section>
  )
}

function List({ id, list }: { id: string; list: Shown }) {
  const [name, none] = LISTS[list]
  return (
    <AdminList
      title={say(name)}
      isInner
      from={usePages(listPath(id, list), personPage, ({ rows }) => rows)}
      empty={say(none)}
      row={(row, when) => rowOf(list, row, when)}
    />
  )
}

function rowOf(list: Shown, { id, at, title, text, state, path }: PersonRow, when: When): Row {
  const isAct = list === 'acts'
  const otherwise = list === 'kits' ? t('Untitled kit') : t('No words')
  const words = isAct ? actAlone(title) : title || otherwise
  const isLong = list === 'mails' || list === 'messages'
  const isSession = list === 'sessions' && text !== ''
  const more = isSession ? t('last used {time}', { time: when(text) }) : text
  return {
    key: id,
    title: path ? <Link to={path}>{words}</Link> : words,
    badges: [
      isAct && state === 'by' && [t('By this account'), 'info'],
      !isAct && state !== '' && [state],
    ],
    text: more && !isLong ? `${when(at)}. ${more}` : when(at),
    more: isLong && text && <p className={styles.quote}>{text}</p>,
  }
}
