import { Link } from 'react-router-dom'

import { findLine } from '#shared/catalogue/findLine.ts'
import { type Kit, type Line, dollarCents, isBlankLine } from '#shared/kinds/kit.ts'
import { lineTitle } from '#shared/kinds/line.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import { linkHost, links } from '#shared/links.ts'
import { centsOf } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { track } from '../../data/telemetry/track.ts'
import { ArrowUpRightIcon } from '../../ui/blocks/icons.tsx'
import { buttonClasses } from '../../ui/controls/Button.tsx'
import { Dash } from '../../ui/text/Dash.tsx'
import { T } from '../../ui/words/T.tsx'
import { Parts } from './Parts.tsx'
import styles from './Parts.module.css'

/** A kit's parts, with the notice about the shops. */
export function PartsList(props: { kit: Kit; sum: PriceSum; isDesk: boolean }) {
  const { kit, sum, isDesk } = props
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return (
    <section className="card clip">
      <div className={`wrap between ${styles.head}`}>
        <h2>{t('Parts List')}</h2>
        {lines.length > 0 && (
          <span className="muted small num">{partsAndPieces(lines, sum.open)}</span>
        )}
        <p className={`muted tiny ${styles.disclosure}`}>
          <T
            text="We may earn from purchases made through these links. It does not affect products, prices or order. <disclosure>How this works</disclosure>"
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </p>
        {lines.some(({ partNumber }) => partNumber) && (
          <Link className={styles.basket} to={links.basket(kit.buildId)}>
            {t('Cheapest basket for all of them')}
          </Link>
        )}
      </div>
      {lines.length === 0 && (
        <p className={`muted ${styles.empty}`}>{t('No parts in this kit yet')}</p>
      )}
      {lines.length > 0 && (
        <Parts
          place="kit"
          lines={lines}
          sum={sum}
          isDesk={isDesk}
          shop={(line, isCard) => <BuyLink line={line} isCard={isCard} />}
          find={(line) => findIt(line, kit.vehicle)}
        />
      )}
    </section>
  )
}

/** The way to find a part whose number nobody has looked up yet; null without words to look for. */
function findIt(line: Line, vehicle: Kit['vehicle']) {
  const to = findLine(line, vehicle)
  return to ? (
    <Link to={to} aria-label={t('Find it: {name}', { name: line.name || line.manufacturer })}>
      {t('Find it')}
    </Link>
  ) : null
}

/** May earn a commission: marked as sponsored, without endorsement or referrer. */
const SHOP_REL = 'sponsored noopener noreferrer ugc nofollow'

/** Link to a line's shop, or a dash. */
function BuyLink({ line, isCard }: { line: Line; isCard: boolean }) {
  const host = linkHost(line.link)
  const part = lineTitle(line)
  function handlePress() {
    const { partNumber } = line
    const price = centsOf(line.price)
    const total = dollarCents([line])
    track({ name: 'buy_click', place: 'kit', merchant: host })
    track({ name: 'purchase_intent', merchant: host, total, part, product: partNumber })
    track({ name: 'affiliate_click', part, price, partNumber })
  }
  if (!line.link) {
    return (
      <span className={isCard ? styles.none : undefined}>
        <Dash />
      </span>
    )
  }
  return (
    <a
      className={buttonClasses({ variant: 'soft', ...(!isCard && { size: 's' }) }, styles.buy)}
      href={line.link}
      target="_blank"
      rel={SHOP_REL}
      data-tip={host}
      onClick={handlePress}
      aria-label={t('Buy {part} at {host}, opens in a new tab', { part, host })}
    >
      {t('Buy')}
      {!isCard && <ArrowUpRightIcon />}
    </a>
  )
}
