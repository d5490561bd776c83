import { type FormEvent, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CarIcon, SearchIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { KnownPrices } from './KnownPrices.tsx'
import styles from './place.module.css'

/** Prices: search, watches, recently viewed parts, baskets. */
export function PricesScreen() {
  const navigate = useNavigate()
  const query = new URLSearchParams(useLocation().search).get('q')?.trim() ?? ''
  const field = useRef<HTMLInputElement>(null)
  // Searches had this address before they had their own.
  if (query !== '') return <Navigate to={links.parts({ q: query })} replace />

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void navigate(links.parts({ q: field.current?.value.trim() ?? '' }))
  }

  return (
    <div className="page stack roomy">
      <h1>{t('Prices')}</h1>
      <form className={styles.search} role="search" onSubmit={handleSubmit}>
        <Input
          ref={field}
          type="search"
          aria-label={t('Search parts')}
          placeholder={t('Part name, brand or number')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_SEARCH}
        />
        <Button type="submit" variant="primary" aria-label={t('Search')}>
          <SearchIcon />
        </Button>
      </form>
      <LinkButton to={links.parts()} className={styles.byCar}>
        <CarIcon />
        {t('Find parts by car, task or brand')}
      </LinkButton>
      <KnownPrices />
    </div>
  )
}
