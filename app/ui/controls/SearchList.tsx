import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'

import { memo, useEffect, useId, useRef } from 'react'

import { classes } from '../look/classes.ts'
import { useCombobox } from './useCombobox.ts'
import { Highlighted } from '../text/Highlighted.tsx'
import { IconButton } from './IconButton.tsx'
import { CloseIcon, SearchIcon } from '../blocks/icons.tsx'
import styles from './SearchList.module.css'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { t } from '#shared/words/words.ts'

export interface SearchOption {
  /** Stable across searches. */
  key: string
  icon: ReactNode
  title: string
  detail?: string | undefined
  /** Keyboard shortcut: "Ctrl S". */
  keys?: string | undefined
}

export interface SearchGroup<Option extends SearchOption> {
  name: string
  options: readonly Option[]
}

/** A field with results below: arrows move, Enter takes one. */
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
  /** Highlighted in results. */
  words: readonly string[]
  groups: readonly SearchGroup<Option>[]
  /** Below the results. */
  note?: ReactNode
  /** Screen reader announcement of the count. */
  said: string
  onQuery: (query: string) => void
  onChoose: (option: Option) => void
  onClose: () => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const options = groups.flatMap((group) => group.options)
  const box = useCombobox(id, { of: query, keys: options.map(({ key }) => key) })
  const active = options[box.at]
  const nameId = ({ name }: { name: string }) => `${id}-${encodeURIComponent(name)}`

  useEffect(() => {
    // For the first option the group's name should show above it.
    if (!box.isMoved) list.current?.scrollTo({ top: 0 })
  }, [box.isMoved, box.activeId])

  function placeOf({ target }: MouseEvent): number {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
    return options.findIndex(({ key }) => key === row?.dataset['key'])
  }

  function handleKey(event: KeyboardEvent) {
    // While composing text, Enter and arrows belong to the input method.
    if (event.nativeEvent.isComposing || !active) return
    if (event.key === 'Enter') onChoose(active)
    else if (!box.move(event)) return
    event.preventDefault()
  }

  return (
    <div className={styles.search}>
      <div className={`row ${styles.head}`}>
        <SearchIcon />
        <input
          className={`grow ${styles.field}`}
          {...box.field}
          aria-label={label}
          placeholder={placeholder}
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
        // The field handles its keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={list}
          id={box.listId}
          role="listbox"
          className={styles.list}
          tabIndex={-1}
          aria-label={label}
          onMouseDown={box.keepFocus}
          onMouseMove={(event) => {
            const pointed = placeOf(event)
            if (pointed >= 0 && pointed !== box.at) box.mark(pointed)
          }}
          onClick={(event) => {
            const pressed = options[placeOf(event)]
            if (pressed) onChoose(pressed)
          }}
        >
          {groups.map((group) => (
            <div key={group.name} role="group" aria-labelledby={nameId(group)}>
              <div id={nameId(group)} className={`muted tiny ${styles.group}`}>
                {group.name}
              </div>
              {group.options.map((option) => (
                <Row
                  key={option.key}
                  id={box.idOf(options.indexOf(option))}
                  option={option}
                  words={words}
                  isActive={option === active}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {note && <div className={`muted tiny ${styles.note}`}>{note}</div>}
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
      // The focus stays in the field, which names the active option.
      tabIndex={-1}
      aria-selected={isActive}
      data-key={key}
      className={classes('row', styles.option, isActive && styles.active)}
    >
      {icon}
      <span className={`grow ${styles.words}`}>
        <span className={`ellipsis ${styles.title}`}>
          <Highlighted text={title} words={words} />
        </span>
        {detail && (
          <span className={`ellipsis ${styles.detail}`}>
            <VisuallyHidden>, </VisuallyHidden>
            <Highlighted text={detail} words={words} />
          </span>
        )}
      </span>
      {keys && <kbd>{keys}</kbd>}
    </div>
  )
})
