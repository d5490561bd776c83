import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kinds/kit.ts'
import type { BasketOptions, KitProblem } from '#shared/catalogue/baskets/kitProblem.ts'

import { links } from '#shared/links.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { DOLLARS, formatCents } from '#shared/money/money.ts'
import { Button, buttonClasses } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { ArrowUpRightIcon, WarningIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './Basket.module.css'
import { type Basket, parcelsOf } from '#shared/catalogue/baskets/basketProblem.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { dearerWords, openParcels, parcelCost, parcelWords, savingWords } from './basketWords.ts'
import { SHOP_REL } from '../BuyButton.tsx'
import { useBasket } from './useBasket.ts'

// Shared with other screens: bundled with this one they would slow every start.
const WatchBasket = loadable(async () => (await import('./WatchBasket.tsx')).WatchBasket)
const KitCurrency = loadable(async () => (await import('./KitCurrency.tsx')).KitCurrency)

/** The search usually ends before a progress note could be read. */
const SHOWN_AFTER_MS = 300

interface BasketResultProps {
  asked: KitProblem
  kit: Pick<Kit, 'id' | 'currency' | 'rates'>
  /** Own kit and its constraints; null for somebody else's. */
  watched: { kit: Kit; options: BasketOptions } | null
}

export function BasketResult(props: BasketResultProps) {
  const { asked } = props
  const state = useBasket(asked.problem)
  switch (state.status) {
    case 'searching':
      return <Searching onCancel={state.cancel} />
    case 'found':
      return <Found {...props} basket={state.basket} />
    case 'none':
      return (
        <EmptyState
          mark={<WarningIcon />}
          title={t('No such basket')}
          text={t(
            'The shops you always want cannot all have one of these parts. Let one of them go, or allow more parcels.',
          )}
          role="status"
        />
      )
    case 'ended':
    case 'failed':
      return (
        <EmptyState
          mark={<WarningIcon />}
          title={state.status === 'ended' ? t('Search ended') : t('The search failed')}
          text={t('Nothing was compared to its end.')}
          action={<Button onClick={state.again}>{t('Search again')}</Button>}
          role={state.status === 'ended' ? 'status' : 'alert'}
        />
      )
  }
}

function Searching({ onCancel }: { onCancel: () => void }) {
  const isLong = useDelayed(true, SHOWN_AFTER_MS)
  return (
    <div className={`card row ${styles.searching}`} role="status">
      {isLong && (
        <>
          <Spinner />
          <span className="grow">{t('Comparing baskets...')}</span>
          <Button size="s" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </>
      )}
    </div>
  )
}

function Found({ asked, kit, watched, basket }: BasketResultProps & { basket: Basket }) {
  const count = basket.choice.filter((place) => place >= 0).length
  const isOpen = openParcels(asked, basket).length > 0
  const isForeign = kit.currency !== undefined && kit.currency !== DOLLARS
  const isCurrencyReady = usePreloaded(KitCurrency.preload, isForeign, { isQuiet: true })
  const isWatchReady = usePreloaded(WatchBasket.preload, watched !== null, { isQuiet: true })
  const isWhole = !isOpen && asked.without.length === 0 && !asked.lines.some((one) => one.isOld)
  const saving = savingWords(asked, basket)
  const left = asked.lines.filter((_, line) => (basket.choice[line] ?? -1) < 0)
  return (
    <>
      <section className={`card ${styles.total}`} aria-label={t('Total')} role="status">
        <p className={`figure ${styles.sum}`}>
          <span className="num">{formatCents(basket.totalCents)}</span>
          {isOpen && <small className="muted">{` ${t('+ shipping')}`}</small>}
        </p>
        <p>
          {t('{parts} in {parcels}', {
            parts: parts(count),
            parcels: parcelWords(parcelsOf(basket)),
          })}
        </p>
        {saving && <p className={`strong ${styles.saving}`}>{saving}</p>}
        <p className="muted small">
          {!basket.isProven
            ? t('Too much to compare to the end: another basket may cost a little less.')
            : isOpen
              ? t(
                  'Compared with buying each part where it is cheapest by itself. No basket within your limits costs less before the shipping that is not said.',
                )
              : t(
                  'Compared with buying each part where it is cheapest by itself. No basket within your limits costs less.',
                )}
        </p>
        {left.length > 0 && (
          <p className={styles.left}>
            {t('With so few parcels there is no shop for {names}.', {
              names: left.map(({ line }) => line.name || line.partNumber).join(', '),
            })}
          </p>
        )}
      </section>
      {isForeign && isCurrencyReady && (
        <KitCurrency
          kit={kit}
          isMine={watched !== null}
          totalCents={basket.totalCents}
          isOpen={isOpen}
        />
      )}
      {watched && (
        <div className={`row wrap ${styles.watch}`}>
          {isWatchReady && (
            <WatchBasket {...watched} totalCents={isWhole ? basket.totalCents : null} />
          )}
        </div>
      )}
      <p className="muted tiny">
        <T
          text="We may earn from purchases made through these links. It does not affect products, prices or order. <disclosure>How this works</disclosure>"
          disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
        />
      </p>
      {asked.shops.map((shop, at) => {
        const isUsed = (basket.shipping[at] ?? null) !== null
        return isUsed && <Parcel key={shop.id} asked={asked} basket={basket} shop={at} />
      })}
      <p className="muted small">{t('Prices and availability are subject to change.')}</p>
    </>
  )
}

/** Items from one shop. */
function Parcel({ asked, basket, shop }: { asked: KitProblem; basket: Basket; shop: number }) {
  const { name = '', id = '' } = asked.shops[shop] ?? {}
  const items = asked.problem.lines.flatMap((offers, line) => {
    const choice = offers[basket.choice[line] ?? -1]
    return choice?.shop === shop ? [{ line, costCents: choice.costCents }] : []
  })
  const sum = items.reduce((cents, item) => cents + item.costCents, 0)
  return (
    <section className={`card clip ${styles.parcel}`} aria-labelledby={`shop-${id}`}>
      <div className={`wrap between ${styles.head}`}>
        <h2 id={`shop-${id}`}>{name}</h2>
        <b className="num">{formatCents(sum + (basket.shipping[shop] ?? 0))}</b>
        <p className="muted small">{parcelCost(asked, basket, shop)}</p>
      </div>
      <ul>
        {items.map(({ line, costCents }) => (
          <Item key={line} asked={asked} basket={basket} at={line} costCents={costCents} />
        ))}
      </ul>
    </section>
  )
}

function Item({
  asked,
  basket,
  at,
  costCents,
}: {
  asked: KitProblem
  basket: Basket
  at: number
  costCents: number
}) {
  const entry = asked.lines[at]
  if (!entry) return null
  const { line, part, isOld } = entry
  const offer = entry.offers[basket.choice[at] ?? -1]
  const why = dearerWords(asked, basket, at)
  return (
    <li>
      <div className="grow">
        <Link className={`strong ${styles.part}`} to={links.product(part.partNumber, part.brand)}>
          {line.name || part.name}
        </Link>
        <p className="muted small">
          {line.qty > 1 && <span className="num">{line.qty} × </span>}
          {part.brand} <span className="mono">{part.partNumber}</span>
        </p>
        {why && <p className="muted small">{why}</p>}
      </div>
      <span className="price">
        {isOld ? t('was {amount}', { amount: formatCents(costCents) }) : formatCents(costCents)}
      </span>
      {offer?.buyLink && (
        <a
          className={buttonClasses({ variant: 'soft', size: 's' })}
          href={offer.buyLink}
          target="_blank"
          rel={SHOP_REL}
          aria-label={t('Buy {part} at {host}, opens in a new tab', {
            part: line.name || part.name,
            host: offer.merchant,
          })}
        >
          {t('Buy')}
          <ArrowUpRightIcon />
        </a>
      )}
    </li>
  )
}
