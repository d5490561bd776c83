import type { ClipboardEvent, FocusEvent, ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'

import type { Build } from '../../data/kits/open/builds.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { PartsList } from './PartsList.tsx'
import styles from '../builder.module.css'
import { OneLine } from '../oneLine/OneLine.tsx'
import { type EarlyPaste, holdPaste } from '../paste/earlyPaste.ts'
import { createRowActions, type RowActions } from '../rows/rowActions.ts'
import { LinkHint, PartsTools } from '../below/restViews.ts'
import { forks } from '../../data/sync/write/writeQueue.ts'
import { openBook, type Row, turnTo } from '../rows/rowBook.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ListPlusIcon } from '../../ui/blocks/icons.tsx'
import { useOffers } from '../../ui/browser/offers.ts'

export function PartsSection({
  build,
  isDesk,
  hasTools,
}: {
  build: Build
  isDesk: boolean
  /** Whether the deferred code is loaded. */
  hasTools: boolean
}) {
  const rows = useRows(build)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const focused = useRef<{ line: string; cell: string } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const [{ actions, follow }] = useState(createRowActions)
  const [early, setEarly] = useState<readonly EarlyPaste[]>([])

  // A rotated tablet switches layouts: the focus stays in the same field.
  useLayoutEffect(() => {
    const { line, cell } = focused.current ?? {}
    if (line && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-line="${line}"] [data-cell="${cell}"]`)?.focus()
    }
  }, [isDesk])

  // Before any handler of this render can run.
  useLayoutEffect(() => follow({ build, begin: setOpenKey }), [build, follow])

  function handleFocus({ target }: FocusEvent) {
    const line = target.closest('[data-line]')?.getAttribute('data-line')
    const cell = target.getAttribute('data-cell')
    focused.current = line && cell ? { line, cell } : null
    if (isDesk && line) setOpenKey(line)
  }
  function handleBlur() {
    const left = focused.current
    setTimeout(() => {
      if (focused.current === left) focused.current = null
    })
  }

  function handlePaste(event: ClipboardEvent) {
    const held = hasTools ? null : holdPaste(event)
    if (held) setEarly((others) => [...others, held])
  }

  const count = rows.filter((row) => !row.isGhost).length
  const line = <OneLine key="line" build={build} rows={rows} actions={actions} />
  const parts = (
    // Listens to the focus of its inputs; nothing to press itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      key="parts"
      ref={list}
      onFocus={handleFocus}
      onBlur={handleBlur}
      onPasteCapture={handlePaste}
    >
      <PartsList
        rows={rows}
        actions={actions}
        isDesk={isDesk}
        openKey={openKey}
        onOpen={setOpenKey}
      />
    </div>
  )
  const counted = many(count, '{count} line', '{count} lines')
  return (
    <section className={styles.section} aria-labelledby="parts">
      <AddSampleParts build={build} actions={actions}>
        <h2 id="parts">
          {t('Parts')} {count > 0 && <span className="num beside">{counted}</span>}
        </h2>
      </AddSampleParts>
      {/* On the phone where new parts appear, and the thumb is; at the desk the grid has a row there. */}
      {isDesk ? [line, parts] : [parts, line]}
      {hasTools && (
        <PartsTools
          build={build}
          rows={rows}
          actions={actions}
          isDesk={isDesk}
          list={list}
          early={early}
        />
      )}
      {!hasTools && early.length > 0 && (
        <p className="muted small after" role="status">
          {t('Reading what was pasted...')}
        </p>
      )}
      {hasTools && !isDesk && count === 0 && <LinkHint />}
      {count >= MAX_LINES && (
        <p className="muted small after" role="status">
          {t('This kit has {max} lines, which is as many as fit. Remove one to add another.', {
            max: MAX_LINES,
          })}
        </p>
      )}
    </section>
  )
}

/** Rows of a build: its lines, and the ghost row. */
function useRows(build: Build): readonly Row[] {
  const [book, setBook] = useState(() => openBook(build))
  const copies = forks.get(book.build.kit.id)?.ids ?? {}
  const current = book.build === build ? book : turnTo(book, build, copies)
  if (current !== book) setBook(current)
  return current.rows
}

/** Head of the parts list, with the button for the task's sample parts. */
function AddSampleParts({
  build,
  actions,
  children,
}: {
  build: Build
  actions: RowActions
  children: ReactNode
}) {
  const { task } = build.kit
  // The task without samples; choosing another clears the message.
  const [askedFor, setAskedFor] = useState<string | null>(null)

  async function handleAdd() {
    const { addSamples } = await import('./addSamples.ts')
    if (!addSamples(task, actions)) setAskedFor(task)
  }
  useOffers(() => [
    { name: t('Add sample parts'), icon: <ListPlusIcon />, onChoose: () => void handleAdd() },
  ])

  return (
    <>
      <div className={`row between ${styles.sectionHead}`}>
        {children}
        <Button
          variant="ghost"
          size="s"
          className={styles.flushRight}
          // Ignores the second half of a double click.
          onClick={({ detail }) => detail < 2 && void handleAdd()}
        >
          <ListPlusIcon />
          {t('Add sample parts')}
        </Button>
      </div>
      <div role="status">
        {askedFor === task && (
          <p className="muted small before">
            {task === ''
              ? t('Choose a task first: sample parts belong to a task.')
              : t('There are no sample parts for {task}, only for the tasks that are built in.', {
                  task: worded(task),
                })}
          </p>
        )}
      </div>
    </>
  )
}
