import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'

import { memo, useEffect, useId, useRef, useState } from 'react'

import { classes } from '../look/classes.ts'
import { Highlighted } from '../text/Highlighted.tsx'
import { IconButton } from './IconButton.tsx'
import { CloseIcon, SearchIcon } from '../blocks/icons.tsx'
import styles from './SearchList.module.css'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { t } from '#shared/words/words.ts'

export interface SearchOption {
  /** The same for the same thing, whatever is searched for. */
  key: string
  icon: ReactNode
  title: string
  detail?: string | undefined
  /** The keys that do the same: "Ctrl S". */
  keys?: string | undefined
}

export interface SearchGroup<Option extends SearchOption> {
  name: string
  options: readonly Option[]
}

/** How far Page Up and Page Down go. */
const PAGE = 6
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

/**
 * A field, and below it what is found: the arrows go through it, Enter takes one. The focus stays
 * in the field (the combobox of the ARIA patterns).
 */
export function SearchList<Option extends SearchOption>({
  label,
  placeholder,
  query,
  words,
  groups,
  note,
  said,
  onQuery,
  onChoose,
  onClose,
}: {
  label: string
  placeholder: string
  query: string
  /** Marked in what is found. */
  words: readonly string[]
  groups: readonly SearchGroup<Option>[]
  /** Below what was found. */
  note?: ReactNode
  /** For those who hear the screen: how much was found. */
  said: string
  onQuery: (query: string) => void
  onChoose: (option: Option) => void
  onClose: () => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // By its key: what comes later moves it, and it stays the one.
  const [marked, setMarked] = useState<{ query: string; key: string } | null>(null)
  const options = groups.flatMap((group) => group.options)
  const keyNow = marked?.query === query ? marked.key : ''
  const active = options.find(({ key }) => key === keyNow) ?? options[0]
  const idOf = (key: string) => `${id}-${encodeURIComponent(key)}`
  const activeId = active && idOf(active.key)

  useEffect(() => {
    // The first one is in sight with the name of its group above it.
    if (keyNow === '') list.current?.scrollTo({ top: 0 })
    else document.getElementById(activeId ?? '')?.scrollIntoView({ block: 'nearest' })
  }, [activeId, keyNow])

  function optionAt({ target }: MouseEvent): Option | undefined {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
    return row ? options.find(({ key }) => key === row.dataset['key']) : undefined
  }

  function handleKey(event: KeyboardEvent) {
    // Of a script that is composed, Enter and the arrows are its own.
    if (event.nativeEvent.isComposing || !active) return
    const step = STEPS[event.key]
    if (event.key === 'Enter') onChoose(active)
    else if (step === undefined) return
    else {
      const at = options.indexOf(active)
      const isSingle = Math.abs(step) === 1
      const to = isSingle
        ? (at + step + options.length) % options.length
        : Math.max(0, Math.min(options.length - 1, at + step))
      setMarked({ query, key: options[to]?.key ?? '' })
    }
    event.preventDefault()
  }

  return (
    <div className={styles.search}>
      <div className={styles.head}>
        <SearchIcon />
        <input
          className={styles.field}
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? id : undefined}
          aria-activedescendant={activeId}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={query}
          onChange={({ target }) => onQuery(target.value)}
          onKeyDown={handleKey}
        />
        <IconButton label={t('Close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {options.length > 0 && (
        // Its keys are the field's.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={list}
          id={id}
          className={styles.list}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          // The field keeps the focus, and the phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={(event) => {
            const pointed = optionAt(event)
            if (pointed && pointed !== active) setMarked({ query, key: pointed.key })
          }}
          onClick={(event) => {
            const pressed = optionAt(event)
            if (pressed) onChoose(pressed)
          }}
        >
          {groups.map((group) => (
            <div key={group.name} role="group" aria-labelledby={idOf(`of ${group.name}`)}>
              <div id={idOf(`of ${group.name}`)} className={styles.group}>
                {group.name}
              </div>
              {group.options.map((option) => (
                <Row
                  key={option.key}
                  id={idOf(option.key)}
                  option={option}
                  words={words}
                  isActive={option === active}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {note && <div className={styles.note}>{note}</div>}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

const Row = memo(function Row({
  id,
  option: { key, icon, title, detail, keys },
  words,
  isActive,
}: {
  id: string
  option: SearchOption
  words: readonly string[]
  isActive: boolean
}) {
  return (
    <div
      id={id}
      role="option"
      // The focus stays in the field, which names the one that is meant.
      tabIndex={-1}
      aria-selected={isActive}
      data-key={key}
      className={classes(styles.option, isActive && styles.active)}
    >
      {icon}
      <span className={styles.words}>
        <span className={styles.title}>
          <Highlighted text={title} words={words} />
        </span>
        {detail && (
          <span className={styles.detail}>
            <VisuallyHidden>, </VisuallyHidden>
            <Highlighted text={detail} words={words} />
          </span>
        )}
      </span>
      {keys && <kbd>{keys}</kbd>}
    </div>
  )
})
