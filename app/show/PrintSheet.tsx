import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

import type { KitSheet } from './useKitSheet.ts'

import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { totalText } from '#shared/kinds/kit.ts'
import { formatPrice } from '#shared/money/money.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import { say, t } from '#shared/words/words.ts'
import { Markup } from '../ui/text/Markup.tsx'
import { type KitTable, sourceOf } from './kitTable.ts'
import styles from './PrintSheet.module.css'
import { QrCode } from './QrCode.tsx'

/**
 * Print sheet of a kit, in place of the screen. Rendered on print, outside of the app's root, as
 * the only content on paper.
 */
export function PrintSheet({ sheet }: { sheet: KitSheet }) {
  const isAsked = usePrintAsked()
  return isAsked && sheet.table !== null && <Paper sheet={sheet} table={sheet.table} />
}

/** Whether the page was printed. Never reset: a phone renders after the event. */
function usePrintAsked(): boolean {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    // Sync: the browser captures the page when the event ends.
    const ask = () => flushSync(() => setAsked(true))
    const printer = matchMedia('print')
    const handleChange = () => printer.matches && setAsked(true)
    addEventListener('beforeprint', ask)
    printer.addEventListener('change', handleChange)
    return () => {
      removeEventListener('beforeprint', ask)
      printer.removeEventListener('change', handleChange)
    }
  }, [])
  return isAsked
}

function Paper({ sheet: { qr, isWhole }, table }: { sheet: KitSheet; table: KitTable }) {
  useLayoutEffect(() => {
    document.documentElement.dataset['prints'] = 'sheet'
    return () => {
      delete document.documentElement.dataset['prints']
    }
  }, [])
  return createPortal(
    // Paper is always light, and screen readers have the same content on the screen.
    <div className={styles.sheet} data-theme="light" aria-hidden="true">
      <header className={`row top between ${styles.head}`}>
        <div>
          <p className={`breaks ${styles.title}`}>{table.title}</p>
          {table.about && <p className={styles.about}>{table.about}</p>}
          <p className={`breaks ${styles.made}`}>
            {t('Printed from Wrenchlist on {day}', { day: table.day })}
            {table.url && `. ${table.url}`}
          </p>
        </div>
        {qr && (
          <div className={styles.code}>
            <QrCode qr={qr} label={t('QR code')} />
            <p>
              {isWhole
                ? t('The whole kit is in this code, also without signal.')
                : t('Opens the list.')}
            </p>
          </div>
        )}
      </header>
      <PartsTable table={table} />
      {table.notes.trim() !== '' && (
        <section className={styles.notes}>
          <h2>{t('Notes')}</h2>
          <Markup text={table.notes} />
        </section>
      )}
      <JobSheet table={table} />
    </div>,
    document.body,
  )
}

function PartsTable({ table: { rows, sum } }: { table: KitTable }) {
  return (
    <table className={styles.parts}>
      <thead>
        <tr>
          <th>{t('Part')}</th>
          <th>{t('Number')}</th>
          <th className={styles.right}>{t('Qty')}</th>
          <th className={styles.right}>{t('Each')}</th>
          <th className={styles.right}>{t('Total')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <i />
              <b>
                <bdi>{row.name}</bdi>
              </b>
              {row.manufacturer && `, ${row.manufacturer}`}
              {sourceOf(row) && <small>{sourceOf(row)}</small>}
            </td>
            <td className="mono">{row.partNumber}</td>
            <td className={styles.right}>{row.qty}</td>
            <td className={styles.right}>{row.price === null ? '' : formatPrice(row.price)}</td>
            <td className={styles.right}>{totalText(row)}</td>
          </tr>
        ))}
        <tr className={styles.total}>
          <td colSpan={2}>{t('Total')}</td>
          <td colSpan={3} className={styles.right}>
            {sumWords(sum)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function JobSheet({ table }: { table: KitTable }) {
  const groups = jobSheetGroups(table.steps)
  if (groups.length === 0) return null
  return (
    <section className={styles.job}>
      <h2>{t('Job sheet')}</h2>
      <p className={styles.verify}>{say(JOB_SHEET_NOTE)}</p>
      <div className={styles.groups}>
        {groups.map(({ name, isNumbered, items }) => (
          <div key={name} className={isNumbered ? 'wide' : undefined}>
            <h3>{name}</h3>
            <ul>
              {items.map((item, at) => (
                <li key={item.id}>
                  <span>
                    {isNumbered && <i />}
                    {isNumbered && `${at + 1}. `}
                    {item.text}
                  </span>
                  {item.value && (
                    <b>
                      {item.value}
                      {item.aside && <small> {item.aside}</small>}
                    </b>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
