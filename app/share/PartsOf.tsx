import type { LineValues } from '#shared/kinds/line.ts'

import { linkHost } from '#shared/links.ts'
import { formatPrice } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import styles from './pass.module.css'

/** Parts of incoming content, for review. */
export function PartsOf({ lines }: { lines: readonly LineValues[] }) {
  return (
    <div className="card stack pad">
      <h3>{t('Parts')}</h3>
      <ul className={styles.parts}>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no other identity yet
          <li key={at}>
            <span>
              <b>{line.name || line.partNumber || linkHost(line.link) || t('Part')}</b>
              <br />
              <span className="muted small">
                {[line.manufacturer, line.partNumber, linkHost(line.link)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="num nowrap">
              {line.qty} × {line.price === null ? t('no price') : formatPrice(line.price)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
