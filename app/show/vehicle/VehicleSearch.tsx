import type { KeyboardEvent, RefObject } from 'react'

import { useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'

import type { FoundVehicle } from '#shared/vehicles/findVehicles.ts'

import { findVehicles } from '#shared/vehicles/findVehicles.ts'
import { many, t } from '#shared/words/words.ts'
import { takeTyped } from '../../ui/browser/lastPressed.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { SearchIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { foundWords } from './foundWords.ts'
import styles from './pickers.module.css'
import { readRecentVehicles } from './recentVehicles.ts'
import { useVehicleModels } from './useVehicleModels.ts'

const MOST_SHOWN = 8
const MAX_TYPED = 120

/** A vehicle by a few of its letters: "08 s4". Enter takes the first, or the one the arrows are at. */
export function VehicleSearch(props: {
  text: string
  input: RefObject<HTMLInputElement | null>
  onText: (text: string) => void
  onTake: (found: FoundVehicle) => void
}) {
  const { text, input, onText, onTake } = props
  const id = useId()
  const own = useLiveQuery(readRecentVehicles)
  const isTyped = text.trim() !== ''
  const { models, isFailed, retry } = useVehicleModels(isTyped)
  const found = useMemo(
    () => findVehicles(text, models, own ?? [], MOST_SHOWN),
    [text, models, own],
  )
  const [active, setActive] = useState({ at: 0, of: '' })
  const at = active.of === text ? active.at : 0
  const activeId = found[at] && `${id}-${at}`

  useLayoutEffect(() => {
    // Whoever comes back to it goes on typing.
    if (text !== '') input.current?.focus()
    else onText(takeTyped())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as it is when it comes
  }, [])
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const chosen = found[at]
    if (key === 'Enter' && chosen) onTake(chosen)
    else if (key === 'Escape' && found.length > 0) onText('')
    else if (by !== 0 && found.length > 0)
      setActive({ at: (at + by + found.length) % found.length, of: text })
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.finder}>
      <div className={styles.search}>
        <SearchIcon />
        <label className={styles.hiddenLabel} htmlFor={id}>
          {t('Type the vehicle')}
        </label>
        <Input
          ref={input}
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={activeId}
          placeholder={t('Type it, such as 08 s4')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_TYPED}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
      </div>
      {found.length > 0 && (
        <div className={styles.results} role="listbox" id={`${id}-list`} aria-label={t('Vehicles')}>
          {found.map((one, place) => {
            const { title, note } = foundWords(one)
            return (
              // Its keys are those of the field.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={title}
                id={`${id}-${place}`}
                className={classes(styles.result, place === at && styles.active)}
                role="option"
                tabIndex={-1}
                aria-selected={place === at}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onTake(one)}
              >
                <b>{title}</b>
                {note !== '' && <span>{note}</span>}
              </div>
            )
          })}
        </div>
      )}
      {isTyped && (
        <p className={styles.state} role="status">
          {stateOf(found.length, models !== null, isFailed)}
        </p>
      )}
      {isTyped && isFailed && <Button onClick={retry}>{t('Try again')}</Button>}
    </div>
  )
}

function stateOf(count: number, isLoaded: boolean, isFailed: boolean): string {
  if (isFailed) return t('Failed to load models. Makes and years are found.')
  if (!isLoaded) return t('Loading models...')
  if (count === 0) return t('Type a year, a make or a model.')
  return many(count, '{count} vehicle found', '{count} vehicles found')
}
