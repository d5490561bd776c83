import type { Line } from '#shared/kinds/kit.ts'

import { dollarCents } from '#shared/kinds/kit.ts'
import { linkHost } from '#shared/links.ts'
import { centsOf } from '#shared/money.ts'
import { t } from '#shared/words/words.ts'
import { track } from '../../telemetry/track.ts'
import { buttonClasses } from '../../ui/controls/Button.tsx'
import { Dash } from '../../ui/text/Dash.tsx'
import { ArrowUpRightIcon } from '../../ui/blocks/icons.tsx'
import styles from './Parts.module.css'

/** We may earn by it, it gets no trust of ours along, and the shop does not learn who sent it. */
const SHOP_REL = 'sponsored noopener noreferrer ugc nofollow'

/** The way to the shop of a line, or a dash. */
export function BuyLink({ line, isCard }: { line: Line; isCard?: boolean }) {
  const host = linkHost(line.link)
  function handlePress() {
    const { partNumber } = line
    const part = partName(line)
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
      aria-label={t('Buy {part} at {host}, opens in a new tab', { part: partName(line), host })}
    >
      {t('Buy')}
      {!isCard && <ArrowUpRightIcon />}
    </a>
  )
}

/** What a line is called, when nobody gave it a name. */
export function partName({ name, partNumber, manufacturer, link }: Line): string {
  return name || partNumber || manufacturer || linkHost(link) || t('part')
}
