import { useEffect } from 'react'

import type { Build } from '../../data/kits/open/builds.ts'

import { LINE_COLUMNS, type Cell } from '#shared/tables/columnHeads.ts'
import { usedColumns, withColumn } from '#shared/tables/pastedColumns.ts'
import { t, worded } from '#shared/words/words.ts'
import { idInCopy, watchWrites } from '../../data/sync/write/writeQueue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { LINE_FIELDS } from '#shared/kinds/line.ts'
import styles from '../parts/partsTools.module.css'
import { isTurning, say } from '../undo/undo.ts'
import { keepPasted, readOtherwise, useReadAs } from './readAs.ts'

const cut = (sample: string) => sample.slice(0, 24)

/** Guessed columns of a pasted table without heads, with a select for each. */
export function ReadAs({ build }: { build: Build }) {
  const last = useReadAs((state) => state.last)

  // After an undo, even a partial one, the paste can no longer be read anew.
  useEffect(() => {
    if (!last) return
    const ids = new Set(last.rows.map((row) => row.id))
    return watchWrites(({ id }) => {
      if (isTurning() && (ids.has(id) || last.rows.some((row) => idInCopy(row.id) === id)))
        keepPasted(null)
    })
  }, [last])
  useEffect(() => () => keepPasted(null), [])

  if (!last) return null
  const { rows, columns } = last.body
  function handleChoice(at: number, value: Cell | '') {
    const next = withColumn(columns, at, value)
    readOtherwise(build, next)
    const words = next.map((column) => (column ? worded(LINE_FIELDS[column].short) : t('left out')))
    say(t('Read as {words}.', { words: words.join(', ') }))
  }

  return (
    <div
      className={`wrap small top after ${styles.readAs}`}
      role="group"
      aria-label={t('How the pasted table was read')}
    >
      <span>{t('Read as')}</span>
      {usedColumns(columns, rows).map(({ at, column, samples: [sample = ''] }) => (
        <label key={at}>
          <Select
            aria-label={t('Column {number}, “{sample}”', { number: at + 1, sample: cut(sample) })}
            choices={[
              ...LINE_COLUMNS.map((cell) => [cell, worded(LINE_FIELDS[cell].short)] as const),
              ['', t('Leave out')],
            ]}
            chosen={column ?? ''}
            onChoose={(cell) => handleChoice(at, cell)}
          />
          <span aria-hidden="true">{cut(sample)}</span>
        </label>
      ))}
      <Button variant="ghost" size="s" onClick={() => keepPasted(null)}>
        {t('That is right')}
      </Button>
    </div>
  )
}
