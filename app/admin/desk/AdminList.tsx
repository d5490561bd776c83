/** The lists of the desk: rows with their acts, in pages, found by words, exported. */
import { type ComponentProps, type ReactNode, useState } from 'react'

import { t } from '#shared/words/words.ts'
import { isStatus } from '../../forms/failureWords.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import styles from '../../forms/forms.module.css'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import type { ServerData } from '../../forms/useServerData.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import { classes } from '../../ui/look/classes.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { ActButtons, type Acting, type Acts, useActs } from './acts.tsx'
import look from './Admin.module.css'
import { DeskSearch } from './DeskSearch.tsx'
import { MoreAndFile } from './MoreAndFile.tsx'
import type { Pages } from './usePages.ts'

export interface Row {
  key: string
  title?: ReactNode
  badges?: readonly (
    | readonly [words: string, tone?: ComponentProps<typeof Badge>['tone']]
    | false
  )[]
  /** Below the title, in grey. */
  text?: ReactNode
  /** Below the text. */
  more?: ReactNode
  acts?: Acts
}

/** "yesterday at 14:06", of milliseconds or an ISO time. */
export type When = (time: number | string) => string

export function useWhen(): When {
  const now = useNow()
  return (time) => dayAndTime(typeof time === 'string' ? Date.parse(time) : time, now)
}

/** A sentence in grey. */
export const Small = ({ children }: { children: ReactNode }) => (
  <div className="muted small">{children}</div>
)

/** A part of a screen. @param props.id also names it, as a region */
export function Titled({
  id,
  title,
  children,
}: {
  id?: string
  title: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.mainTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Longer lists of a row, folded. */
export function Fold({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className={look.problems}>
      <summary>{name}</summary>
      {children}
    </details>
  )
}

type Listed<Item> = Omit<ServerData<Item[]>, 'change'> & Partial<Pages<Item>>

/** A list of the server: loading, failed or empty, or its rows in a card. */
export function AdminList<Item>({
  title,
  from,
  loading,
  empty,
  count = 0,
  isMain = false,
  look: rowLook,
  row,
  more,
  file = null,
  search,
  failed,
  onDone,
  after,
}: {
  title: string
  from: Listed<Item>
  loading: string
  /** Shown without items. */
  empty: readonly [title: string, text: string]
  /** Beside the title. */
  count?: number | undefined
  /** Beside cards with headings of their own. */
  isMain?: boolean
  look?: RowLook
  row: (item: Item, when: When) => Row
  /** Kind of the list, for the words of its next page and its file. */
  more?: ComponentProps<typeof MoreAndFile>['of']
  /** Name of the file, without extension. */
  file?: string | null
  search?: ComponentProps<typeof DeskSearch>
  /** Said where an act failed and the server says nothing. */
  failed?: string
  /** After each act; the list itself is read again. */
  onDone?: () => void
  after?: ReactNode
}) {
  const { data, error, isLoading, reload, pages } = from
  const when = useWhen()
  const acts = useActs(() => {
    reload()
    onDone?.()
  }, failed)
  const isComing = !data && isLoading
  const list = (
    <section>
      <h2 className={isMain ? styles.mainTitle : styles.sectionTitle}>
        {title}
        {count > 0 && ` (${count})`}
      </h2>
      {!data && (
        <NotLoaded
          from={from}
          loading={loading}
          rows={2}
          failed={isStatus(error, 403) ? t('Access Denied') : t('Failed to load')}
          otherwise={t('The server answered, but not with a list.')}
        />
      )}
      {data?.length === 0 && (
        <EmptyState mark={<CircleCheckIcon />} title={empty[0]} text={empty[1]} />
      )}
      <StaleNote from={from} />
      {data && data.length > 0 && (
        <Rows of={data.map((item) => row(item, when))} look={rowLook} acts={acts} />
      )}
      {!isComing && (
        <>
          {more && pages && (
            <MoreAndFile of={more} pages={pages} file={data?.length ? file : null} />
          )}
          {acts.failure !== undefined && <FormResult text={acts.failure} />}
          {after}
        </>
      )}
      {acts.question}
    </section>
  )
  if (!search) return list
  return (
    <section className={styles.form}>
      <DeskSearch {...search} />
      {list}
    </section>
  )
}

/** `aside`: acts beside the words, where there is room. `entry`: rows to be read only. */
type RowLook = 'aside' | 'entry' | undefined

/** Rows in a card. */
export function Rows({ of, look: rowLook, acts }: { of: Row[]; look?: RowLook; acts: Acting }) {
  return (
    <ul className="card">
      {of.map((row) => (
        <RowItem key={row.key} row={row} look={rowLook} acting={acts} />
      ))}
    </ul>
  )
}

function RowItem({ row, look: rowLook, acting }: { row: Row; look: RowLook; acting: Acting }) {
  const [opened, setOpened] = useState<string | null>(null)
  const { title, badges = [], text, more, acts = [] } = row
  const shown = acts.filter((act) => act !== false)
  const form = shown.find(({ name }) => name === opened)?.form
  const isAside = rowLook === 'aside' && !form && shown.length > 0
  const opening = shown.map((act) =>
    act.form ? { ...act, onPress: () => setOpened(act.name) } : act,
  )
  return (
    <li
      className={classes(rowLook === 'entry' ? styles.entry : styles.item, isAside && look.aside)}
    >
      {title && (
        <div className={styles.rowTitle}>
          {title}
          {badges.map(
            (badge) =>
              badge && (
                <Badge key={badge[0]} {...(badge[1] && { tone: badge[1] })}>
                  {badge[0]}
                </Badge>
              ),
          )}
        </div>
      )}
      {text && <Small>{text}</Small>}
      {more}
      {form?.(() => setOpened(null), acting.press)}
      {!form && shown.length > 0 && (
        <div className={styles.itemActions}>
          <ActButtons acts={opening} of={acting} />
        </div>
      )}
    </li>
  )
}
