/** Pastes a table into the parts list; rows over the limit are kept as a draft. */
import type { PastedLine } from '#shared/kinds/partLines.ts'
import type { Shown } from '../undo/lineTools.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { draftsNow } from '../../data/kits/open/openKit.ts'
import { idInCopy, setDraft } from '../../data/sync/write/writeQueue.ts'
import { toast } from '../../ui/browser/toast.ts'
import { type PastedTable, readPasted, toTsv } from '#shared/tables/pastedTable.ts'
import { textOfFile } from '#shared/tables/textOfFile.ts'
import { changedWords } from '#shared/tables/changedNumbers.ts'
import { firstOf, lookWords } from '#shared/text/quoted.ts'
import { many, t } from '#shared/words/words.ts'
import { type PastePlan, planPaste } from './planPaste.ts'
import { blankCells, keepPasted } from './readAs.ts'
import { asOneEdit } from '../undo/undo.ts'

/** Draft key of a kit's unplaced rows, as TSV. */
export const UNPLACED = 'unplaced'

/**
 * @param at target cell; null for the ghost row's name
 * @param note on how it was read
 */
export function pasteRows(
  table: PastedTable,
  shown: Shown,
  at: { row: number; column: number } | null,
  note = '',
): void {
  const plan = planPaste(table, shown.rows, at)
  const { changes, added, unplaced, guessed } = plan
  let ids: string[] = []
  const undo = asOneEdit(titleOf(plan), () => {
    for (const { row, line } of changes) {
      shown.actions.write(row, line.cells)
      for (const cell of Object.keys(row.drafts)) {
        if (cell in line.cells) setDraft(idInCopy(row.line.id), cell, null)
      }
      keepDrafts(idInCopy(row.line.id), line)
    }
    ids = shown.actions.append(added.map(({ cells }) => cells))
    ids.forEach((id, index) => keepDrafts(id, added[index]))
    if (unplaced.length > 0) {
      const before = draftsNow(shown.kitId, idInCopy(shown.kitId))?.[UNPLACED]
      setDraft(shown.kitId, UNPLACED, below(before, unplaced))
    }
  })
  keepPasted(
    guessed && {
      body: guessed,
      rows: [
        ...changes.map(({ row, line }) => ({
          id: row.line.id,
          before: { cells: { ...row.line }, drafts: row.drafts },
          wrote: line,
        })),
        ...ids.flatMap((id, index) => {
          const wrote = added[index]
          return wrote ? [{ id, before: blankCells(), wrote }] : []
        }),
      ],
    },
  )
  const text = [note, textOf(plan)].filter(Boolean).join(' ')
  toast({
    title: titleOf(plan),
    ...(text && { text }),
    action: { label: t('Undo'), onPress: undo },
  })
}

/** Adds the table in a file. */
export async function pasteFile(file: File, shown: { current: Shown }): Promise<void> {
  const found = await textOfFile(file)
  const { text = '', note = '' } = 'text' in found ? found : {}
  // A kit in a file is no table, and is opened elsewhere.
  const table = /^\s*[[{]/.test(text) ? null : readPasted(text)
  if (table) return pasteRows(table, shown.current, null, note)
  const title = 'problem' in found ? found.problem : t('There are no parts in this.')
  toast({ title, tone: 'error' })
}

/** Appends unplaced rows to earlier ones, without repeated heads. */
function below(before: string | undefined, rows: readonly (readonly string[])[]): string {
  if (before === undefined) return toTsv(rows)
  const [first = [], ...rest] = rows
  const isHeads = rest.length > 0 && before.split('\n')[0] === toTsv([first])
  return `${before}\n${toTsv(isHeads ? rest : rows)}`
}

function keepDrafts(id: string, line: PastedLine | undefined): void {
  for (const [cell, text] of Object.entries(line?.drafts ?? {})) setDraft(id, cell, text)
}

function titleOf({ changes, added }: PastePlan): string {
  const parts = [
    added.length > 0 && many(added.length, '{count} line added', '{count} lines added'),
    changes.length > 0 && many(changes.length, '{count} line changed', '{count} lines changed'),
  ]
  return parts.filter(Boolean).join(', ') || t('No parts in this')
}

function textOf({ changes, added, unplacedCount, leftOut, unsure }: PastePlan): string {
  const lines = [...changes.map(({ line }) => line), ...added]
  const odd = unsure + lines.filter(({ drafts }) => Object.keys(drafts).length > 0).length
  return [
    unplacedCount > 0 &&
      many(
        unplacedCount,
        'A kit has at most {max} lines: {count} row did not fit and waits below the list.',
        'A kit has at most {max} lines: {count} rows did not fit and wait below the list.',
        { max: MAX_LINES },
      ),
    odd > 0 && lookWords(odd),
    changedWords(lines.map(({ cells }) => cells['partNumber'])),
    leftOut.length > 0 && t('Left out: {what}.', { what: firstOf(leftOut) }),
  ]
    .filter(Boolean)
    .join(' ')
}
