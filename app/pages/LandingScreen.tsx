import type { ReactNode } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { ReceiptIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'
import styles from './Landing.module.css'
import { sampleParts } from '#shared/catalogue/sampleParts.ts'
import { formatCents } from '#shared/money/money.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { classes } from '../ui/look/classes.ts'

export function LandingScreen() {
  return (
    <div>
      <section className={styles.hero}>
        <svg className={styles.art} viewBox="0 0 600 520" aria-hidden="true">
          <path className={styles.hexagon} d="M470 250 365 432H155L50 250 155 68h210z" />
          <path className={styles.stripe} d="M260 250 640 469" />
        </svg>
        <div className={`broad ${styles.inner}`}>
          <div>
            <h1>{t('Create part kits for any car, save for later and share with others.')}</h1>
            <p className={styles.lead}>
              <T text="Build the list at your desk, tick it off under the car. Wrenchlist keeps working when the signal doesn’t." />
            </p>
            <div className={`wrap ${styles.actions}`}>
              <LinkButton variant="mark" size="l" to={links.builder()}>
                {t('Build a Kit')}
              </LinkButton>
              <LinkButton size="l" className={styles.onHero ?? ''} to={links.kits()}>
                {t('View Kits')}
              </LinkButton>
            </div>
          </div>
          <DemoKit />
        </div>
      </section>
      <section className={`page ${styles.features}`}>
        <Feature mark={<WitnessMark state="device" />} title={t('Works without signal')}>
          <T text="Kits live on your phone. Edit, save and comment anywhere, and changes send themselves later." />
        </Feature>
        <Feature mark={<WitnessMark state="synced" />} title={t('One link for the whole job')}>
          <T text="Every kit has a short link. Whoever opens it can copy the list and make it their own." />
        </Feature>
        <Feature mark={<ReceiptIcon />} title={t('The price you will pay')}>
          <T text="Base price, promo, shipping and tax, added up per merchant. The lowest total comes first." />
        </Feature>
      </section>
    </div>
  )
}

function Feature({
  mark,
  title,
  children,
}: {
  mark: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <div>
      {mark}
      <h2>{title}</h2>
      <p className="muted">{children}</p>
    </div>
  )
}

// Fictional on purpose, brands too: real names would put made-up prices into real shops.
const LINES = [
  'Oil Change',
  'Engine Air Filter Replacement',
  'Cabin Air Filter Replacement',
].flatMap(sampleParts)
const TOTAL = LINES.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)

/** Illustration of a kit. Not a real kit, so hidden from screen readers. */
function DemoKit() {
  return (
    <div className={`card ${styles.demo}`} aria-hidden="true">
      <div className={classes('row', styles.line, styles.head)}>
        <div className="grow">
          <b>{t('S4 B7 oil and filters')}</b>
          <small>
            {'2008 Audi S4'}, {t('Oil Change')}
          </small>
        </div>
        <Badge tone="ok">
          <WitnessMark state="synced" />
          {t('Synced')}
        </Badge>
      </div>
      {LINES.map((line) => (
        <div className={`row ${styles.line}`} key={line.id}>
          <div className="grow">
            <b>{line.name}</b>
            <small>
              {line.vendor} <span className="mono">{line.partNumber}</span>
            </small>
          </div>
          <span className="muted small num">× {line.quantity}</span>
          <span className="price">{formatCents(line.unitCents * line.quantity)}</span>
        </div>
      ))}
      <div className={classes('row', styles.line, styles.sum)}>
        <div className="grow">
          <b>{t('Grand total')}</b>
          <small>{t('Demonstration data')}</small>
        </div>
        <b className={classes('num', styles.total)}>{formatCents(TOTAL)}</b>
      </div>
    </div>
  )
}
