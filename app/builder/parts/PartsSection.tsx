import type { ClipboardEvent, FocusEvent } from 'react'

import { useLayoutEffect, useRef, useState } from 'react'

import type { Build } from '../../kits/open/builds.ts'
import type { EarlyPaste } from '../paste/earlyPaste.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { many, t } from '#shared/words/words.ts'
import { AddSampleParts } from './AddSampleParts.tsx'
import { PartsList } from './PartsList.tsx'
import styles from '../builder.module.css'
import { OneLine } from '../oneLine/OneLine.tsx'
import { holdPaste } from '../paste/earlyPaste.ts'
import { createRowActions } from './rowActions.ts'
import { useRows } from './useRows.ts'
import { LinkHint, PartsTools } from '../restViews.ts'

/** The parts list: cards on the phone, a table at the desk. */
export function PartsSection({
  build,
  isDesk,
  hasTools,
}: {
  build: Build
  isDesk: boolean
  /** Whether the code that may come after the first paint is here. */
  hasTools: boolean
}) {
  const rows = useRows(build)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const focused = useRef<{ line: string; cell: string } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const [{ actions, follow }] = useState(createRowActions)
  const [early, setEarly] = useState<readonly EarlyPaste[]>([])

  // The tablet was turned: the same field goes on in the other layout.
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
    // The focus of the inputs inside, nothing to press itself.
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
          {t('Parts')} {count > 0 && <span className={`num ${styles.beside}`}>{counted}</span>}
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
        <p className={styles.full} role="status">
          {t('Reading what was pasted...')}
        </p>
      )}
      {hasTools && !isDesk && count === 0 && <LinkHint />}
      {count >= MAX_LINES && (
        <p className={styles.full} role="status">
          {t('This kit has {max} lines, which is as many as fit. Remove one to add another.', {
            max: MAX_LINES,
          })}
        </p>
      )}
    </section>
  )
}
