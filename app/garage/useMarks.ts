import { useState } from 'react'

import type { Build } from '../data/kits/open/builds.ts'

import { type Line, type LineStatus, neededLines } from '#shared/kinds/kit.ts'
import { say, t } from '#shared/words/words.ts'
import { latestOf } from '../data/kits/open/openKit.ts'
import { setCells } from '../data/sync/write/writeQueue.ts'
import { lineTitle, STATUS_WORDS } from './statusWords.ts'

/** An undoable tap. */
interface Done {
  id: string
  name: string
  before: LineStatus
  after: LineStatus
}

/** By kit, for the life of the page: survives leaving garage mode for the notes. */
const doneByKit = new Map<string, Done[]>()
const MAX_DONE = 500
const doneOf = (kitId: string): Done[] => doneByKit.get(kitId) ?? []

export interface Marks {
  statusOf: (id: string) => LineStatus
  /** Marks a line and stores it. */
  mark: (line: Line, status: LineStatus) => void
  undo: () => void
  /** Label of the next undo, null for none. */
  undoLabel: string | null
  /** Screen reader announcement. */
  said: string
}

/** Line statuses of an own kit, with undo. */
export function useMarks(build: Build): Marks {
  const [said, setSaid] = useState('')
  const { kit } = build
  // A second quick tap comes before the first is rendered.
  const statusNow = (id: string) => latestOf(build).statuses.get(id) ?? 'need'

  function put(id: string, name: string, status: LineStatus, what: string) {
    setCells('line', id, kit.id, { status })
    const lines = neededLines(kit.lines)
    const fitted = lines.filter((line) => statusNow(line.id) === 'fitted').length
    const values = { name, status: say(STATUS_WORDS[status]), fitted, all: lines.length }
    setSaid(what + t('{name}: {status}. {fitted} of {all} fitted.', values))
  }

  return {
    statusOf: (id) => build.statuses.get(id) ?? 'need',
    mark: (line, status) => {
      const before = statusNow(line.id)
      if (before === status) return
      const name = lineTitle(line)
      doneByKit.set(
        kit.id,
        [...doneOf(kit.id), { id: line.id, name, before, after: status }].slice(-MAX_DONE),
      )
      put(line.id, name, status, '')
    },
    undo: () => {
      const last = doneOf(kit.id).at(-1)
      if (!last) return setSaid(t('Nothing to undo.'))
      doneByKit.set(kit.id, doneOf(kit.id).slice(0, -1))
      const isThere = kit.lines.some(({ id }) => id === last.id)
      if (isThere && statusNow(last.id) === last.after) {
        return put(last.id, last.name, last.before, `${t('Undone.')} `)
      }
      setSaid(
        t('{name} was changed elsewhere meanwhile, and is left as it is.', { name: last.name }),
      )
    },
    undoLabel: label(doneOf(kit.id).at(-1)),
    said,
  }
}

function label(last: Done | undefined): string | null {
  if (!last) return null
  const { name, after } = last
  if (after === 'fitted') return t('{name} fitted', { name })
  if (after === 'ordered') return t('{name} ordered', { name })
  return after === 'have' ? t('{name} have', { name }) : t('{name} need', { name })
}
