import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useMemo } from 'react'

import { findVehicles, type FoundVehicle } from '#shared/vehicles/findVehicles.ts'
import { many, t } from '#shared/words/words.ts'
import { takeTyped } from '../../ui/browser/lastPressed.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { SearchIcon } from '../../ui/blocks/icons.tsx'
import { useCombobox } from '../../ui/controls/useCombobox.ts'
import { Input } from '../../ui/controls/Input.tsx'
import styles from './pickers.module.css'
import { readRecentVehicles } from './recentVehicles.ts'
import { useVehicleModels } from './useVehicleModels.ts'
import { quoted } from '#shared/text/quoted.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'

const MOST_SHOWN = 8
const MAX_TYPED = 120

/** Finds a vehicle by a few letters: "08 s4". Enter takes the first one, or the active one. */
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
  const box = useCombobox(id, { of: text, keys: found.map((_, place) => String(place)) })

  useLayoutEffect(() => {
    // Coming back resumes the typing.
    if (text !== '') input.current?.focus()
    else onText(takeTyped())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as it is when it comes
  }, [])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const chosen = found[box.at]
    if (event.key === 'Enter' && chosen) onTake(chosen)
    else if (event.key === 'Escape' && chosen) onText('')
    else if (!box.move(event)) return
    event.preventDefault()
  }

  return (
    <div className="mb4">
      <div className={styles.search}>
        <SearchIcon />
        <Input
          ref={input}
          {...box.field}
          aria-label={t('Type the vehicle')}
          placeholder={t('Type it, such as 08 s4')}
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
        <div className={styles.results} role="listbox" id={box.listId} aria-label={t('Vehicles')}>
          {found.map((one, place) => {
            const { title, note } = foundWords(one)
            return (
              // The field handles its keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={title}
                role="option"
                tabIndex={-1}
                id={box.idOf(place)}
                aria-selected={place === box.at}
                onMouseDown={box.keepFocus}
                className={classes(
                  'row wrap between',
                  styles.result,
                  place === box.at && styles.active,
                )}
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
        <p className={`muted small ${styles.state}`} role="status">
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

/** Title of a found vehicle, and the step that follows. */
function foundWords(found: FoundVehicle): { title: string; note: string } {
  switch (found.kind) {
    case 'own':
      return {
        title: vehicleTitle(found.vehicle),
        note: ownNote(vehicleDetail(found.vehicle)),
      }
    case 'vehicle':
      return { title: vehicleTitle(found), note: '' }
    case 'typed':
      return { title: vehicleTitle(found), note: t('As you typed it') }
    case 'model':
      return { title: `${found.make} ${found.model}`, note: t('Choose its year') }
    case 'make':
      return found.year === null
        ? { title: found.make, note: t('Choose year and model') }
        : { title: `${found.year} ${found.make}`, note: t('Choose its model') }
    case 'year':
      return { title: String(found.year), note: t('Choose make and model') }
    case 'vin':
      return { title: `VIN ${found.vin}`, note: t('See what it says') }
    case 'rest':
      return {
        title: [found.year, found.make, quoted(found.model)].filter(Boolean).join(' '),
        note: missing(found.year, found.make),
      }
  }
}

const ownNote = (detail: string) =>
  detail === '' ? t('In your kits') : t('In your kits: {detail}', { detail })

function missing(year: number | null, make: string | null): string {
  if (year !== null) return t('In no list. Choose its make')
  return make === null ? t('In no list. Choose year and make') : t('In no list. Choose its year')
}
