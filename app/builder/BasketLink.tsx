import { Link } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { ReceiptIcon } from '../ui/blocks/icons.tsx'
import styles from './builder.module.css'

/** The way to the cheapest basket, once there is a part that may have offers. */
export function BasketLink({ build: { kit } }: { build: Build }) {
  if (!kit.lines.some(({ partNumber }) => partNumber.trim() !== '')) return null
  return (
    <Link className={styles.basket} to={links.basket(kit.buildId)}>
      <ReceiptIcon />
      {t('Cheapest basket for these parts')}
    </Link>
  )
}
