import type { Difference, RowChange, ValueChange } from '#shared/kinds/difference.ts'
import type { TextPiece } from '#shared/text/textDifference.ts'

import { isSameContent } from '#shared/kinds/difference.ts'
import { lineTitle } from '#shared/kinds/differenceWords.ts'
import { formatPrice } from '#shared/money/money.ts'
import { withUnit } from '#shared/kinds/jobSheet.ts'
import { later, say, t, worded } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import styles from './Difference.module.css'

/** Differences piece by piece, each described in words. */
export function DifferenceView({ difference }: { difference: Difference }) {
  const { values, notes, lines, steps } = difference
  if (isSameContent(difference)) return <p className="muted">{t('Nothing is different.')}</p>
  return (
    <div className={`stack breaks ${styles.view}`}>
      {values.length > 0 && <Values values={values} />}
      <Rows
        title={t('Parts')}
        rows={lines}
        titleOf={lineTitle}
        aboutOf={({ manufacturer, partNumber, price, qty }) =>
          [manufacturer, partNumber, price !== null && `${qty} × ${formatPrice(price)}`]
            .filter(Boolean)
            .join(', ')
        }
      />
      <Rows
        title={t('Job sheet')}
        rows={steps}
        titleOf={({ text, value, unit }) => text || withUnit(value, unit)}
        aboutOf={({ text, value, unit }) => (text ? withUnit(value, unit) : '')}
      />
      {notes && <Notes pieces={notes} />}
    </div>
  )
}

interface RowsProps<Row> {
  title: string
  rows: readonly RowChange<Row>[]
  titleOf: (row: Row) => string
  aboutOf: (row: Row) => string
}

function Rows<Row extends { id: string }>({ title, rows, titleOf, aboutOf }: RowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className={`muted tiny ${styles.title}`}>{title}</h3>
      <ul className="lined">
        {rows.map((change) => (
          <li className={`row top wrap ${styles.row}`} key={`${change.kind} ${change.row.id}`}>
            <Mark change={change} />
            <div className="grow">
              <span className="strong">{titleOf(change.row)}</span>
              {change.kind === 'changed' ? (
                <Values values={change.values} />
              ) : (
                <div className="muted small num">{aboutOf(change.row)}</div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ change }: { change: RowChange<unknown> }) {
  const { kind } = change
  return (
    <span className={`wrap ${styles.mark}`}>
      {kind === 'added' && <Badge tone="ok">{t('+ Added')}</Badge>}
      {kind === 'removed' && <Badge tone="bad">{t('− Removed')}</Badge>}
      {kind === 'changed' && change.values.length > 0 && <Badge tone="wait">{t('Changed')}</Badge>}
      {kind === 'changed' && change.isMoved && <Badge>{t('Moved')}</Badge>}
    </span>
  )
}

function Values({ values }: { values: readonly ValueChange[] }) {
  return (
    <dl className={`small ${styles.values}`}>
      {values.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{worded(field)}</dt>
          <dd className="num">
            <VisuallyHidden>{t('from')}</VisuallyHidden>{' '}
            {before ? (
              <del>{shown(field, before)}</del>
            ) : (
              <span className="muted">{t('none')}</span>
            )}{' '}
            <span aria-hidden="true">→</span> <VisuallyHidden>{t('to')}</VisuallyHidden>{' '}
            {after ? <ins>{shown(field, after)}</ins> : <span className="muted">{t('none')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Built-in tasks are stored in English. */
const shown = (field: string, value: string) => (field === 'Task' ? worded(value) : value)

const SIGNS = { added: '+', removed: '−', same: '' }
const HOW = { added: later('added:'), removed: later('removed:') }
/** Unchanged lines shown around a change. */
const AROUND = 1

function Notes({ pieces }: { pieces: readonly TextPiece[] }) {
  return (
    <section>
      <h3 className={`muted tiny ${styles.title}`}>{t('Notes')}</h3>
      <ul className={`small ${styles.notes}`}>
        {pieces.flatMap((piece, at) =>
          shownLines(piece, at === 0, at === pieces.length - 1).map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name, and nothing moves
            <li key={`${at} ${index}`} className={styles[piece.kind]}>
              <span className={styles.sign} aria-hidden="true">
                {SIGNS[piece.kind]}
              </span>
              {piece.kind !== 'same' && <VisuallyHidden>{say(HOW[piece.kind])}</VisuallyHidden>}
              <span>{line || '\u00a0'}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

function shownLines({ kind, lines }: TextPiece, isFirst: boolean, isLast: boolean): string[] {
  const before = isFirst ? 0 : AROUND
  const after = isLast ? 0 : AROUND
  if (kind !== 'same' || lines.length <= before + after + 1) return lines
  return [...lines.slice(0, before), '…', ...lines.slice(lines.length - after)]
}
