import type { FormEvent } from 'react'

import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { Input } from '../../ui/Input.tsx'
import { FoundParts } from './FoundParts.tsx'
import { KnownPrices } from './KnownPrices.tsx'
import styles from './place.module.css'

/** As much as the server reads of a search. */
const MAX_QUERY = 200

/** Where one goes for a price: a search, what is waited for, what was looked at, the baskets. */
export function PricesScreen() {
  const navigate = useNavigate()
  const query = new URLSearchParams(useLocation().search).get('q')?.trim() ?? ''
  const field = useRef<HTMLInputElement>(null)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const words = field.current?.value.trim() ?? ''
    // What was found is below the phone's keyboard.
    field.current?.blur()
    navigate(links.prices(words))
  }

  return (
    <div className={`page ${styles.screen}`}>
      <h1>Prices</h1>
      <form className={styles.search} role="search" onSubmit={handleSubmit}>
        <Input
          // Another search by the browser's way back is shown too.
          key={query}
          ref={field}
          type="search"
          aria-label="Search parts"
          placeholder="Part name, brand or number"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_QUERY}
          defaultValue={query}
        />
        <Button type="submit" variant="primary" aria-label="Search">
          <SearchIcon />
        </Button>
      </form>
      {query === '' ? <KnownPrices /> : <FoundParts key={query} query={query} />}
    </div>
  )
}
