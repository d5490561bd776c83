import { type PersonList, personPage, type PersonRow } from '#shared/admin/person.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'

import { useState } from 'react'
import { Link } from 'react-router-dom'

import { Badge } from '../../ui/blocks/Badge.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { actAlone } from '../desk/auditWords.ts'
import { AdminSection } from '../desk/AdminSection.tsx'
import { usePages } from '../desk/usePages.ts'
import { Chosen } from '../../forms/Chosen.tsx'
import { listPath } from './personData.ts'

type Shown = Exclude<PersonList, 'notes'>

const LISTS: Record<Shown, { name: Later; loading: Later; empty: { title: Later; text: Later } }> =
  {
    acts: {
      name: later('Acts'),
      loading: later('Loading acts...'),
      empty: {
        title: later('Nothing'),
        text: later('No administrator did anything about it, nor it itself.'),
      },
    },
    sessions: {
      name: later('Sessions'),
      loading: later('Loading sessions...'),
      empty: { title: later('No sessions'), text: later('It is signed in nowhere.') },
    },
    kits: {
      name: later('Kits'),
      loading: later('Loading kits...'),
      empty: { title: later('No kits'), text: later('It has saved none.') },
    },
    comments: {
      name: later('Comments'),
      loading: later('Loading comments...'),
      empty: { title: later('No comments'), text: later('It has written none.') },
    },
    mails: {
      name: later('Mail'),
      loading: later('Loading letters...'),
      empty: {
        title: later('No letters'),
        text: later('Of the newest letters none is to it. With a mail server none are kept here.'),
      },
    },
    notices: {
      name: later('Notices'),
      loading: later('Loading notices...'),
      empty: { title: later('No notices'), text: later('It was told nothing lately.') },
    },
    errors: {
      name: later('Errors'),
      loading: later('Loading errors...'),
      empty: {
        title: later('No errors'),
        text: later('Nothing that went wrong was last seen by it.'),
      },
    },
    messages: {
      name: later('Messages'),
      loading: later('Loading messages...'),
      empty: {
        title: later('No messages'),
        text: later('Nothing was written to us from its address.'),
      },
    },
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
        choices={KINDS.map((kind) => [kind, say(LISTS[kind].name)])}
        chosen={chosen}
        onChoose={setChosen}
      />
      <List key={`${chosen} ${acts}`} id={id} list={chosen} />
    </section>
  )
}

function List({ id, list }: { id: string; list: Shown }) {
  const pages = usePages(listPath(id, list), personPage, ({ rows }) => rows)
  const { name, loading, empty } = LISTS[list]
  return (
    <AdminSection
      title={say(name)}
      from={pages.list}
      loading={say(loading)}
      count={0}
      empty={{ title: say(empty.title), text: say(empty.text) }}
      more={{ of: list, pages, file: list }}
    >
      {(rows) => rows.map((row) => <Row key={row.id} row={row} list={list} />)}
    </AdminSection>
  )
}

function Row({ row: { at, title, text, state, path }, list }: { row: PersonRow; list: Shown }) {
  const now = useNow()
  const isAct = list === 'acts'
  const words = isAct
    ? actAlone(title)
    : title || (list === 'kits' ? t('Untitled kit') : t('No words'))
  const isLong = list === 'mails' || list === 'messages'
  const more =
    list === 'sessions' && text
      ? t('last used {time}', { time: dayAndTime(Date.parse(text), now) })
      : text
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        {path ? <Link to={path}>{words}</Link> : words}
        {isAct
          ? state === 'by' && <Badge tone="info">{t('By this account')}</Badge>
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
