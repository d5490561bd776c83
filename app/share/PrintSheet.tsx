import { useEffect } from 'react'
import { createPortal } from 'react-dom'

import type { KitTable } from './kitTable.ts'
import type { Qr } from './qr.ts'

import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { formatCents } from '#shared/money.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import { Markup } from '../ui/Markup.tsx'
import { sourceOf } from './kitTable.ts'
import styles from './PrintSheet.module.css'
import { QrCode } from './QrCode.tsx'

/**
 * The page to pin to the wall. It stands beside the app and is seen on paper alone, where it is all
 * there is.
 * @param props.qrText what the code opens, in words
 */
export function PrintSheet({
  table,
  qr,
  qrText,
}: {
  table: KitTable
  qr: Qr | null
  qrText: string
}) {
  useEffect(() => {
    document.documentElement.dataset['prints'] = 'sheet'
    return () => {
      delete document.documentElement.dataset['prints']
    }
  }, [])
  return createPortal(
    // On paper it is always light, and screen readers have the same on the screen.
    <div className={styles.sheet} data-theme="light" aria-hidden="true">
      <header className={styles.head}>
        <div>
          <p className={styles.title}>{table.title}</p>
          {table.about && <p className={styles.about}>{table.about}</p>}
          <p className={styles.made}>
            Printed from Wrenchlist on {table.day}
            {table.url && `. ${table.url}`}
          </p>
        </div>
        {qr && (
          <div className={styles.code}>
            <QrCode qr={qr} label="QR code" />
            <p>{qrText}</p>
          </div>
        )}
      </header>
      <PartsTable table={table} />
      {table.notes.trim() !== '' && (
        <section className={styles.notes}>
          <h2>Notes</h2>
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
          <th>Part</th>
          <th>Number</th>
          <th className={styles.right}>Qty</th>
          <th className={styles.right}>Each</th>
          <th className={styles.right}>Total</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <i />
              <b>{row.name}</b>
              {row.manufacturer && `, ${row.manufacturer}`}
              {sourceOf(row) && <small>{sourceOf(row)}</small>}
            </td>
            <td className="mono">{row.partNumber}</td>
            <td className={styles.right}>{row.qty}</td>
            <td className={styles.right}>{row.price === null ? '' : formatCents(row.price)}</td>
            <td className={styles.right}>{row.price === null ? '' : formatCents(row.total)}</td>
          </tr>
        ))}
        <tr className={styles.total}>
          <td colSpan={4}>Total</td>
          <td className={styles.right}>{sumWords(sum)}</td>
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
      <h2>Job sheet</h2>
      <p className={styles.verify}>{JOB_SHEET_NOTE}</p>
      <div className={styles.groups}>
        {groups.map(({ name, isNumbered, items }) => (
          <div key={name} className={isNumbered ? styles.wide : undefined}>
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
