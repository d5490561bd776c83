import type { PersonList, PersonPage, PersonRow } from '#shared/person.ts'

import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'

import { Badge } from '../../ui/Badge.tsx'
import { Field } from '../../ui/Field.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { actAlone } from '../desk/auditWords.ts'
import { AdminSection } from '../desk/AdminSection.tsx'
import { MoreAndFile } from '../desk/MoreAndFile.tsx'
import { usePages } from '../desk/usePages.ts'
import { listFile, readList } from './personData.ts'

type Shown = Exclude<PersonList, 'notes'>

const LISTS: Record<Shown, { name: string; what: string; empty: { title: string; text: string } }> =
  {
    acts: {
      name: 'Acts',
      what: 'acts',
      empty: { title: 'Nothing', text: 'No administrator did anything about it, nor it itself.' },
    },
    sessions: {
      name: 'Sessions',
      what: 'sessions',
      empty: { title: 'No sessions', text: 'It is signed in nowhere.' },
    },
    kits: { name: 'Kits', what: 'kits', empty: { title: 'No kits', text: 'It has saved none.' } },
    comments: {
      name: 'Comments',
      what: 'comments',
      empty: { title: 'No comments', text: 'It has written none.' },
    },
    mails: {
      name: 'Mail',
      what: 'letters',
      empty: {
        title: 'No letters',
        text: 'Of the newest letters none is to it. With a mail server none are kept here.',
      },
    },
    notices: {
      name: 'Notices',
      what: 'notices',
      empty: { title: 'No notices', text: 'It was told nothing lately.' },
    },
    errors: {
      name: 'Errors',
      what: 'errors',
      empty: { title: 'No errors', text: 'Nothing that went wrong was last seen by it.' },
    },
    messages: {
      name: 'Messages',
      what: 'messages',
      empty: { title: 'No messages', text: 'Nothing was written to us from its address.' },
    },
  }
const CHOICES = (Object.keys(LISTS) as Shown[]).map((value) => ({ value, name: LISTS[value].name }))

const rowsOf = ({ rows }: PersonPage) => rows

/** What the account did, and what was done about it: one list at a time. */
export function PersonLists({
  id,
  acts,
}: {
  id: string
  /** How many were done here: the lists are read anew. */
  acts: number
}) {
  const [chosen, setChosen] = useState<Shown>('acts')
  return (
    <section className={styles.form}>
      <Field label="What is listed">
        {(control) => (
          <select
            {...control}
            className={look.select}
            value={chosen}
            onChange={({ target }) => setChosen(target.value as Shown)}
          >
            {CHOICES.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <List key={`${chosen} ${acts}`} id={id} list={chosen} />
    </section>
  )
}

function List({ id, list }: { id: string; list: Shown }) {
  const read = useCallback((after?: string) => readList(id, list, after), [id, list])
  const pages = usePages(`person:${id}:${list}`, read, rowsOf)
  const { name, what, empty } = LISTS[list]
  return (
    <AdminSection
      title={name}
      from={pages.list}
      loading={`Loading ${what}...`}
      count={0}
      empty={empty}
      after={
        <MoreAndFile
          what={what}
          {...pages}
          file={pages.list.data?.length ? listFile(id, list) : null}
        />
      }
    >
      {(rows) => rows.map((row) => <Row key={row.id} row={row} list={list} />)}
    </AdminSection>
  )
}

function Row({ row: { at, title, text, state, path }, list }: { row: PersonRow; list: Shown }) {
  const now = useNow()
  const isAct = list === 'acts'
  const words = isAct ? actAlone(title) : title || (list === 'kits' ? 'Untitled kit' : 'No words')
  const isLong = list === 'mails' || list === 'messages'
  const more = list === 'sessions' && text ? `last used ${dayAndTime(Date.parse(text), now)}` : text
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        {path ? <Link to={path}>{words}</Link> : words}
        {isAct
          ? state === 'by' && <Badge tone="info">By this account</Badge>
          : state && <Badge>{state}</Badge>}
      </div>
      <div className="muted small">
        {dayAndTime(at, now)}
        {more && !isLong && `. ${more}`}
      </div>
      {isLong && text && <p className={styles.quote}>{text}</p>}
    </li>
  )
}
