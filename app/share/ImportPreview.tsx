import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { PartsTable } from './reading/readList.ts'

import { type Kit, MAX_LINES } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { ownCurrency } from '../data/device/currency.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { firstOf, lookWords, quoted } from '#shared/text/quoted.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { countFitting } from '#shared/kinds/kitRoom.ts'
import { appendLines } from '../data/kits/open/appendLines.ts'
import { drawBuild } from '../data/kits/open/builds.ts'
import { askShops } from '../data/autofill/landLink.ts'
import { toast } from '../ui/browser/toast.ts'
import { Arrival } from './Arrival.tsx'
import { countFormulas, linesOfTable } from './reading/linesOfTable.ts'
import { PartsOf } from './PartsOf.tsx'
import styles from './pass.module.css'
import { NEW, useTargets, WhereTo } from './WhereTo.tsx'
import { type Columns, LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { LINE_FIELDS } from '#shared/kinds/line.ts'
import { changedWords } from '#shared/tables/changedNumbers.ts'
import { ColumnChoices } from '../show/ColumnChoices.tsx'
import { RowProblems } from '../show/RowProblems.tsx'

interface ImportPreviewProps {
  table: PartsTable
  /** Note from reading the file. */
  note: string | null
  /** Build id of the target kit, if any. */
  into: string | null
  onClose: () => void
}

/** Preview of an imported list: its columns, errors and target. */
export function ImportPreview({ table, note, into, onClose }: ImportPreviewProps) {
  const navigate = useNavigate()
  const [columns, setColumns] = useState<Columns>(table.columns)
  const [chosen, setChosen] = useState<string | null>(null)
  const targets = useTargets(into)
  const builds = targets ?? []
  // The address may name a kit that is not on this device.
  const isHere = targets === null || targets.some(({ kit }) => kit.buildId === into)
  const target = chosen ?? (isHere && into !== null ? into : NEW)
  const goesTo = builds.find(({ kit }) => kit.buildId === target)?.kit
  const currency = currencyOf(table, goesTo)
  // Not memoized: every input on this screen changes the lines.
  const { lines, problems, blank } = linesOfTable(table.rows, columns, currency)
  const formulas = useMemo(() => countFormulas(table.rows), [table])
  const fitting = countFitting(goesTo?.lines ?? [], lines)

  async function handleImport() {
    const taken = lines.slice(0, fitting)
    const buildId = target === NEW ? await drawBuild() : target
    const added = await appendLines(buildId, taken)
    if (!added) throw new Error('the kit is gone')
    askShops(added.ids, taken)
    toast({
      title: t('{parts} imported', { parts: parts(fitting) }),
      action: { label: t('Undo'), onPress: () => void added.undo() },
    })
    void navigate(links.build(buildId), { replace: true })
  }

  const left = lines.length - fitting
  const notes = [
    note,
    formulas > 0 &&
      many(
        formulas,
        '{count} cell holds a formula. Formulas are not run; they are kept as text.',
        '{count} cells hold a formula. Formulas are not run; they are kept as text.',
      ),
    left > 0 &&
      t(
        'A kit has at most {maxLines} lines: {parts} of this list do not fit and would be left out.',
        { maxLines: MAX_LINES, parts: parts(left) },
      ),
    table.others.length > 0 &&
      t('Not taken for parts: {others}.', { others: firstOf(table.others.map(quoted)) }),
    table.unsure > 0 && lookWords(table.unsure),
    changedWords(lines.map(({ partNumber }) => partNumber)),
  ].filter((words) => typeof words === 'string')
  return (
    <div className={`stack ${styles.screen}`}>
      <Arrival
        id="list-found"
        title={
          <>
            {parts(lines.length)}, <span className="num">{sumWords(priceSum(lines))}</span>
          </>
        }
        take={buttonText(fitting, left, problems.length)}
        canTake={fitting > 0}
        onTake={handleImport}
        onClose={onClose}
      >
        {notes.map((words) => (
          <p key={words} className="caution">
            {words}
          </p>
        ))}
        <RowProblems
          title={many(
            problems.length,
            '{count} value cannot be kept and would be left out or cut:',
            '{count} values cannot be kept and would be left out or cut:',
          )}
          problems={problems}
        />
        {blank > 0 && (
          <p className="muted small">
            {many(blank, '{count} row without a part.', '{count} rows without a part.')}
          </p>
        )}
        <WhereTo builds={builds} target={target} onChoose={setChosen} />
      </Arrival>
      <fieldset className={`card stack pad ${styles.columns}`}>
        <legend className={`wide ${styles.legend}`}>{t('Columns')}</legend>
        <ColumnChoices
          heads={table.heads ?? []}
          rows={table.rows}
          columns={columns}
          roles={LINE_COLUMNS.map((name) => [name, worded(LINE_FIELDS[name].label)] as const)}
          onChange={setColumns}
        />
      </fieldset>
      <PartsOf lines={lines.slice(0, MAX_LINES)} />
    </div>
  )
}

/** The button counts what would be left out: nobody imports part of a list unknowingly. */
function buttonText(fitting: number, left: number, problems: number): string {
  if (fitting === 0) return left > 0 ? t('This kit is full') : t('Nothing to import')
  const what =
    left > 0
      ? t('Import the first {fitting}', { fitting })
      : t('Import {parts}', { parts: parts(fitting) })
  return problems > 0
    ? many(problems, '{what} without {count} value', '{what} without {count} values', { what })
    : what
}

/** Our own export names every currency but dollars; other tables have the target kit's. */
function currencyOf({ heads }: PartsTable, kit: Pick<Kit, 'currency'> | undefined): string {
  if (heads?.includes('Price note')) return DOLLARS
  return kit ? (kit.currency ?? DOLLARS) : ownCurrency()
}
