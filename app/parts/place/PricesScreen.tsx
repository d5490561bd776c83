import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CarIcon, ChevronRightIcon, ReceiptIcon, SearchIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import styles from './place.module.css'
import { kitTitle } from '#shared/kinds/kit.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { formatCents } from '#shared/money/money.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { readRecentBuilds } from '../../data/kits/index/ownBuilds.ts'
import { hasNumber } from '../../data/prices/hasNumber.ts'
import { readSeenParts } from '../../data/prices/seenParts.ts'
import { readWatches, type Watched } from '../../data/prices/watches.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { PartChoice } from '../PartChoices.tsx'

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

const MOST_SEEN = 10
const MOST_BASKETS = 5
/** Latest kits searched for part numbers. */
const KITS_READ = 20

/** Prices this device knows: available offline. */
function KnownPrices() {
  const known = useLiveQuery(readKnown)
  // All at once: nothing moves away under a finger.
  if (!known) return null
  const { watches, seen, kits } = known
  if (watches.length + seen.length + kits.length === 0) {
    return (
      <EmptyState
        mark={<ReceiptIcon />}
        title={t('No prices on this device yet')}
        text={t(
          'Search a part. What you look at is kept here, also without signal, with prices you wait for and the cheapest basket of each of your kits.',
        )}
      />
    )
  }
  return (
    <>
      {watches.length > 0 && (
        <Group title={t('Watched prices')}>
          {watches.map(({ key, name, lowestCents, isUnder, isBack, ...watch }) => (
            <Row key={key} to={addressOf(watch)} title={name} text={waitingFor(watch)}>
              {isUnder && <Badge tone="mark">{t('Under your target')}</Badge>}
              {isBack && <Badge tone="mark">{t('In stock')}</Badge>}
              {lowestCents !== null && <span className="price">{formatCents(lowestCents)}</span>}
            </Row>
          ))}
        </Group>
      )}
      {kits.length > 0 && (
        <Group title={t('Cheapest basket')}>
          {kits.map(({ kit }) => (
            <Row
              key={kit.id}
              to={links.basket(kit.buildId)}
              title={kitTitle(kit, t('Untitled draft'))}
              text={t('{parts} with a number', {
                parts: parts(kit.lines.filter(hasNumber).length),
              })}
            />
          ))}
        </Group>
      )}
      {seen.length > 0 && (
        <Group title={t('Looked at lately')}>
          {seen.map((part) => (
            <PartChoice key={part.id} part={part} />
          ))}
        </Group>
      )}
    </>
  )
}

async function readKnown() {
  const [watches, seen, builds] = await Promise.all([
    readWatches(),
    readSeenParts(MOST_SEEN),
    readRecentBuilds(KITS_READ),
  ])
  const kits = builds.filter(({ kit }) => kit.lines.some(hasNumber)).slice(0, MOST_BASKETS)
  return { watches, seen, kits }
}

type Waiting = Pick<Watched, 'partNumber' | 'brand' | 'kitId' | 'targetCents' | 'isForStock'>

const addressOf = ({ kitId, partNumber, brand }: Waiting) =>
  kitId === null ? links.product(partNumber, brand) : links.basket(kitId)

function waitingFor({ targetCents, kitId, isForStock }: Waiting): string {
  const price = targetCents === null ? '' : formatCents(targetCents)
  const what = !isForStock
    ? price
    : price === ''
      ? t('it to be back in stock')
      : t('{price}, or for it to be back in stock', { price })
  return kitId
    ? t('Cheapest basket, waiting for {what}', { what })
    : t('Waiting for {what}', { what })
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className="card links" aria-labelledby={id}>
        {children}
      </ul>
    </section>
  )
}

function Row(props: { to: string; title: string; text: string; children?: ReactNode }) {
  const { to, title, text, children } = props
  return (
    <li>
      <Link to={to}>
        <span className="grow">
          <b>{title}</b>
          <span className="muted small">{text}</span>
        </span>
        {children}
        <ChevronRightIcon />
      </Link>
    </li>
  )
}
