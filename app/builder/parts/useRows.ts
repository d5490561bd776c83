import { useCallback, useState } from 'react'

import type { Line } from '#shared/kinds/kit.ts'
import type { Build } from '../../kits/open/builds.ts'

import { forks } from '../../sync/write/pump.ts'
import { beginLine, openBook, turnTo } from './rowBook.ts'

/** The rows of a build: its lines, what was just begun, and one blank row. */
export function useRows(build: Build) {
  const [book, setBook] = useState(() => openBook(build))
  const copies = forks.get(book.build.kit.id)?.ids ?? {}
  const current = book.build === build ? book : turnTo(book, build, copies)
  if (current !== book) setBook(current)
  const begin = useCallback((line: Line) => setBook((now) => beginLine(now, line)), [])
  return { rows: current.rows, begin }
}
