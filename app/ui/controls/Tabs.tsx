import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

import styles from './Tabs.module.css'
import { keyInOrder } from '../browser/keyNames.ts'

interface Tab {
  name: string
  content: ReactNode
}

/** Tabs (ARIA APG, automatic activation): arrows, Home and End. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId()
  const [shown, setShown] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  function handleKey(event: KeyboardEvent) {
    const last = tabs.length - 1
    const moves = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }
    const to = moves[keyInOrder(event.key) as keyof typeof moves] as number | undefined
    if (to === undefined) return
    event.preventDefault()
    const at = to < 0 ? last : to > last ? 0 : to
    setShown(at)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
  }

  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ name }, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === shown}
            aria-controls={`${id}-panel-${at}`}
            tabIndex={at === shown ? 0 : -1}
            onClick={() => setShown(at)}
            onKeyDown={handleKey}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, at) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          hidden={at !== shown}
        >
          {content}
        </div>
      ))}
    </>
  )
}
