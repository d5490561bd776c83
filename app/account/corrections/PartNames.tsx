import type { Pieces } from './pieces.ts'

import { Button } from '../../ui/controls/Button.tsx'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { Made } from './Made.tsx'
import { t } from '#shared/words/words.ts'

/** Other names that files and links may use for it, since it was renamed or others were merged into it. */
export function PartNames({ part, isBusy, onEdit }: Pieces) {
  if (part.aliases.length === 0) return null
  return (
    <section>
      <h2 className={styles.mainTitle}>{t('Goes by')}</h2>
      <ul className="card">
        {part.aliases.map((alias) => {
          const { partNumber, brand, name, kind } = alias
          const words = `${brand} ${partNumber}`
          return (
            <li key={words} className={`${styles.item} ${kind === 'merged' ? look.aside : ''}`}>
              <div className={styles.rowTitle}>{words}</div>
              <div className="muted small">
                {name}. <Made act={kind === 'merged' ? 'merged' : 'renamed'} hand={alias} />
              </div>
              {kind === 'merged' && (
                <div className={styles.itemActions}>
                  <Button
                    aria-disabled={isBusy}
                    aria-label={t('Separate {words}', { words })}
                    onClick={() =>
                      void onEdit(
                        { action: 'separate', partNumber, brand },
                        t('A part of its own with the next file'),
                      )
                    }
                  >
                    {t('Separate')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
