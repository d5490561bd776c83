import { kitTotalCents, lineTotalCents } from '#shared/kinds/kit.ts'
import { formatCents } from '#shared/money.ts'
import { Badge } from '../ui/Badge.tsx'
import { classes } from '../ui/classes.ts'
import { WitnessMark } from '../ui/WitnessMark.tsx'
import styles from './DemoKit.module.css'

// Invented on purpose, makers too: real names would put invented prices into real shops.
const LINES = [
  { name: 'Engine oil 5W-40, 5 L', maker: 'Demo Oils', number: 'DO-540', qty: 2, price: 4_599 },
  { name: 'Oil filter', maker: 'Sample Filters', number: 'SF 719/45', qty: 1, price: 1_149 },
  {
    name: 'Drain plug with seal',
    maker: 'Demo Parts East',
    number: 'DP 132 02',
    qty: 1,
    price: 625,
  },
  {
    name: 'Sealing ring, 14 × 20 mm',
    maker: 'Sample Seals',
    number: '115.100',
    qty: 1,
    price: 110,
  },
  { name: 'Brake cleaner, 14 oz', maker: 'Demo Chem', number: '05089', qty: 2, price: 579 },
].map((line) => ({ ...line, id: line.number, ord: '', manufacturer: '', partNumber: '', link: '' }))

/** A picture of a kit, made of text. It is no kit, so screen readers do not read it out. */
export function DemoKit() {
  return (
    <div className={`card ${styles.demo}`} aria-hidden="true">
      <div className={classes(styles.line, styles.head)}>
        <div className="grow">
          <b>S4 B7 oil change, 9 quarts</b>
          <small>2008 Audi S4, Oil Change</small>
        </div>
        <Badge tone="ok">
          <WitnessMark state="synced" />
          Synced
        </Badge>
      </div>
      {LINES.map((line) => (
        <div className={styles.line} key={line.id}>
          <div className="grow">
            <b>{line.name}</b>
            <small>
              {line.maker} <span className="mono">{line.number}</span>
            </small>
          </div>
          <span className="muted small num">× {line.qty}</span>
          <span className="price">{formatCents(lineTotalCents(line))}</span>
        </div>
      ))}
      <div className={classes(styles.line, styles.sum)}>
        <div className="grow">
          <b>Grand total</b>
          <small>Demonstration data</small>
        </div>
        <b className={classes('num', styles.total)}>{formatCents(kitTotalCents(LINES))}</b>
      </div>
    </div>
  )
}
