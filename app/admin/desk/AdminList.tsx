/** The lists of the desk: rows with their acts, in pages, found by words. */
import { type ComponentProps, type ReactNode, useState } from 'react'

import { t } from '#shared/words/words.ts'
import { isStatus } from '../../forms/failureWords.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import styles from '../../forms/forms.module.css'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import type { ServerData } from '../../forms/useServerData.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import { classes } from '../../ui/look/classes.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { ActButtons, type Acting, type Acts, useActs } from './acts.tsx'
import look from './Admin.module.css'
import { DeskSearch } from './DeskSearch.tsx'
import type { Pages, Paging } from './usePages.ts'

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

/** Longer content, folded. */
export function Fold({
  name,
  isOpen = false,
  children,
}: {
  name: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className={look.fold} open={isOpen}>
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
  empty,
  count = 0,
  isInner = false,
  look: rowLook,
  row,
  search,
  onDone,
  after,
}: {
  title: string
  from: Listed<Item>
  /** Said without items. */
  empty: string
  /** Beside the title. */
  count?: number | undefined
  /** Below a heading of its own. */
  isInner?: boolean
  look?: RowLook
  row: (item: Item, when: When) => Row
  search?: ComponentProps<typeof DeskSearch>
  /** After each act; the list itself is read again. */
  onDone?: () => void
  after?: ReactNode
}) {
  const { data, error, isLoading, reload, pages } = from
  const when = useWhen()
  const acts = useActs(() => {
    reload()
    onDone?.()
  })
  return (
    <section className={classes(search && styles.form)}>
      <h2 className={isInner ? styles.sectionTitle : styles.mainTitle}>
        {title}
        {count > 0 && ` (${count})`}
      </h2>
      {search && <DeskSearch {...search} />}
      {!data && (
        <NotLoaded
          from={from}
          loading={t('Loading...')}
          rows={2}
          failed={isStatus(error, 403) ? t('Access Denied') : t('Failed to load')}
          otherwise={t('The server answered, but not with a list.')}
        />
      )}
      {data?.length === 0 && <EmptyState mark={<CircleCheckIcon />} title={empty} />}
      <StaleNote from={from} />
      {data && data.length > 0 && (
        <Rows of={data.map((item) => row(item, when))} look={rowLook} acts={acts} />
      )}
      {pages?.hasMore && <More pages={pages} />}
      {(data || !isLoading) && (
        <>
          {acts.result}
          {after}
        </>
      )}
    </section>
  )
}

/** The next page of a list. @param props.toastText fixed text where it fails */
export function More({
  pages: { readMore },
  children = t('Show more'),
  ...options
}: {
  pages: Paging
  children?: ReactNode
  toastText?: string
}) {
  const { run, isBusy, failure } = useAction(
    t('This could not be loaded. Please try again.'),
    options,
  )
  return (
    <div className={styles.more}>
      <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
        {isBusy ? t('Loading...') : children}
      </Button>
      <FormResult text={failure} />
    </div>
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
