import { sampleParts } from '#shared/catalogue/sampleParts.ts'
import { formatCents } from '#shared/money.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { classes } from '../ui/look/classes.ts'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'
import styles from './DemoKit.module.css'

// Invented on purpose, brands too: real names would put invented prices into real shops.
const LINES = [
  'Oil Change',
  'Engine Air Filter Replacement',
  'Cabin Air Filter Replacement',
].flatMap(sampleParts)
const TOTAL = LINES.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)

/** A picture of a kit, made of text. It is no kit, so screen readers do not read it out. */
export function DemoKit() {
  return (
    <div className={`card ${styles.demo}`} aria-hidden="true">
      <div className={classes(styles.line, styles.head)}>
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
        <div className={styles.line} key={line.id}>
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
      <div className={classes(styles.line, styles.sum)}>
        <div className="grow">
          <b>{t('Grand total')}</b>
          <small>{t('Demonstration data')}</small>
        </div>
        <b className={classes('num', styles.total)}>{formatCents(TOTAL)}</b>
      </div>
    </div>
  )
}
