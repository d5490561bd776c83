import { type ReactNode, useState, useEffect, useMemo, useRef, useId } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { PartSearch } from '#shared/catalogue/partSearch.ts'

import {
  isSearching,
  MAX_SEARCH,
  searchTitle,
  partSearchQuery,
  readPartSearch,
} from '#shared/catalogue/partSearch.ts'
import { t, worded } from '#shared/words/words.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from './Find.module.css'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { FoundParts } from './FoundParts.tsx'
import { SearchFor } from './SearchFor.tsx'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { T } from '../../ui/words/T.tsx'
import { useTasks } from '../../show/task/useTasks.ts'
import { readRecentVehicles } from '../../show/vehicle/recentVehicles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CarIcon } from '../../ui/blocks/icons.tsx'

export { readFirst } from './useFoundParts.ts'

/** Catalogue search by car, task, words, brand and number. The address holds the whole search. */
export function FindScreen() {
  const { search, text, setText, writeWords, change } = useSearchAddress()
  const [isNarrowing, setNarrowing] = useState(false)
  const hasSearch = isSearching(search)
  useTitle(hasSearch ? searchTitle(search) : t('Find parts'))
  return (
    <div className="page stack roomy">
      <h1>{t('Find parts')}</h1>
      <SearchField
        label={t('Search parts')}
        placeholder={t('Part, brand or number')}
        maxLength={MAX_SEARCH}
        text={text}
        onText={setText}
        onSubmit={writeWords}
      />
      <SearchFor search={search} onChange={change} />
      {hasSearch ? (
        <FoundParts
          search={search}
          onChange={change}
          isNarrowing={isNarrowing}
          onNarrowing={setNarrowing}
        />
      ) : (
        <Starts onChange={change} />
      )}
    </div>
  )
}

const WRITE_AFTER_MS = 250

const readSearch = (address: string) => readPartSearch(new URLSearchParams(address))

/** Search of the address, with its words as typed: those get there a moment later. */
function useSearchAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = useMemo(() => readSearch(search), [search])
  const [text, setText] = useState(asked.q)
  /** Addresses written here, from the rendered to the latest. */
  const written = useRef([search])

  useEffect(() => {
    const at = written.current.indexOf(search)
    written.current = at < 0 ? [search] : written.current.slice(at)
    // Back navigation or a link: the field shows its words.
    if (at < 0) setText(asked.q)
  }, [search, asked])

  const last = () => written.current.at(-1) ?? ''

  /** @param changes relative to the latest address */
  function write(changes: Partial<PartSearch>, replace: boolean) {
    const query = partSearchQuery({ ...readSearch(last()), ...changes })
    const address = query && `?${query}`
    if (address === last()) return
    written.current.push(address)
    void navigate(pathname + address, { replace })
  }

  /** Typing replaces the address; the finished words push one entry. */
  function writeWords() {
    const q = text.trim()
    write({ q }, q !== '' && readSearch(last()).q !== '')
  }
  const latest = useRef(writeWords)
  useEffect(() => {
    latest.current = writeWords
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])

  return {
    search: asked,
    text,
    setText,
    writeWords,
    /** Changes filters, including words still being typed. */
    change: (changes: Partial<PartSearch>) => {
      if (changes.q !== undefined) setText(changes.q)
      write({ q: text.trim(), ...changes }, false)
    },
  }
}

const MOST_VEHICLES = 6
const MOST_TASKS = 12

/** Before any search: suggestions of where to begin. */
function Starts({ onChange }: { onChange: (changes: Partial<PartSearch>) => void }) {
  const vehicles = useLiveQuery(readRecentVehicles)
  const tasks = useTasks()
  return (
    <>
      <p className="muted">
        <T
          text="By any words, a brand, or a number however it is written: <number>LX 1006/1D</number> is <typed>lx10061d</typed>. A vehicle leaves the parts that are said to fit it."
          number={(text) => <span className="mono nowrap">{text}</span>}
          typed={(text) => <span className="mono nowrap">{text}</span>}
        />
      </p>
      {vehicles && vehicles.length > 0 && (
        <Group title={t('Your vehicles')}>
          {vehicles.slice(0, MOST_VEHICLES).map((vehicle) => (
            <li key={vehicleTitle(vehicle)}>
              <Button
                onClick={() => {
                  const { year, make, model } = vehicle
                  onChange({ year, make, model })
                }}
              >
                <CarIcon />
                <span className="ellipsis">{vehicleTitle(vehicle)}</span>
              </Button>
            </li>
          ))}
        </Group>
      )}
      <Group title={t('Tasks')}>
        {tasks.slice(0, MOST_TASKS).map(({ name }) => (
          <li key={name}>
            <Button onClick={() => onChange({ task: name })}>
              <span className="ellipsis">{worded(name)}</span>
            </Button>
          </li>
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={`wrap ${styles.starts}`}>{children}</ul>
    </section>
  )
}
