import type { Line } from '#shared/kit.ts'

import { linkHost } from '#shared/links.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Dash } from '../ui/Dash.tsx'
import { ArrowUpRightIcon } from '../ui/icons.tsx'
import styles from './Parts.module.css'

/** We may earn by it, it gets no trust of ours along, and the shop does not learn who sent it. */
const SHOP_REL = 'sponsored noopener noreferrer ugc nofollow'

/** The way to the shop of a line, or a dash. */
export function BuyLink({ line, isCard }: { line: Line; isCard?: boolean }) {
  const host = linkHost(line.link)
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
      title={host}
      aria-label={`Buy ${partName(line)} at ${host}, opens in a new tab`}
    >
      Buy
      {!isCard && <ArrowUpRightIcon />}
    </a>
  )
}

/** What a line is called, when nobody gave it a name. */
export function partName({ name, partNumber, manufacturer, link }: Line): string {
  return name || partNumber || manufacturer || linkHost(link) || 'part'
}
