import { useState } from 'react'

import type { Build } from '../../kits/open/builds.ts'
import type { Row } from './rowBook.ts'

import { forks } from '../../sync/write/pump.ts'
import { openBook, turnTo } from './rowBook.ts'

/** The rows of a build: its lines, and one blank row. */
export function useRows(build: Build): readonly Row[] {
  const [book, setBook] = useState(() => openBook(build))
  const copies = forks.get(book.build.kit.id)?.ids ?? {}
  const current = book.build === build ? book : turnTo(book, build, copies)
  if (current !== book) setBook(current)
  return current.rows
}
