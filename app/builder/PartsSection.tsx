import type { FocusEvent, KeyboardEvent } from 'react'

import { useLayoutEffect, useRef, useState } from 'react'

import type { Build } from '../store/builds.ts'

import { MAX_LINES } from '#shared/kit.ts'
import { AddSampleParts } from './AddSampleParts.tsx'
import { PartsList } from './PartsList.tsx'
import styles from './builder.module.css'
import { createRowActions } from './rowActions.ts'
import { useRows } from './useRows.ts'

/** The parts list: cards on the phone, a table at the desk. */
export function PartsSection({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const { rows, begin } = useRows(build)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const focused = useRef<{ line: string; cell: string } | null>(null)
  const [{ actions, follow }] = useState(createRowActions)

  // The tablet was turned: the same field goes on in the other layout.
  useLayoutEffect(() => {
    const { line, cell } = focused.current ?? {}
    if (line && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-line="${line}"] [data-cell="${cell}"]`)?.focus()
    }
  }, [isDesk])

  // Before any handler of this render can run.
  useLayoutEffect(() => {
    follow({
      build,
      rows,
      begin: (line) => {
        begin(line)
        setOpenKey(line.id)
      },
    })
  })

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

  const count = rows.filter((row) => !row.isGhost).length
  return (
    <section className={styles.section} aria-labelledby="parts">
      <AddSampleParts build={build} actions={actions}>
        <h2 id="parts">
          Parts{' '}
          {count > 0 && <span className="num">{`${count} ${count === 1 ? 'line' : 'lines'}`}</span>}
        </h2>
      </AddSampleParts>
      {/* Keys and focus of the inputs inside, nothing to press itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={moveDownOnEnter} onFocus={handleFocus} onBlur={handleBlur}>
        <PartsList
          rows={rows}
          actions={actions}
          isDesk={isDesk}
          openKey={openKey}
          onOpen={setOpenKey}
        />
      </div>
      {count >= MAX_LINES && (
        <p className={styles.full} role="status">
          {`This kit has ${MAX_LINES} lines, which is as many as fit. Remove one to add another.`}
        </p>
      )}
    </section>
  )
}

/** Enter goes to the same field of the next line; on the phone, where that is closed, to its name. */
function moveDownOnEnter(event: KeyboardEvent<HTMLDivElement>) {
  const input = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (!(input instanceof HTMLInputElement)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-cell]')]
  const line = (field: HTMLInputElement) => field.closest('[data-line]')
  const below = all.slice(all.indexOf(input)).filter((field) => line(field) !== line(input))
  const cell = input.dataset['cell']
  const next = below.find((field) => field.dataset['cell'] === cell) ?? below[0]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
