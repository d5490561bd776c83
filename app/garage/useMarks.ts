import { useRef, useState } from 'react'

import type { Line, LineStatus } from '#shared/kinds/kit.ts'
import type { Build } from '../kits/open/builds.ts'

import { neededLines } from '#shared/kinds/kit.ts'
import { setCells, settled } from '../sync/write/pump.ts'
import { lineTitle, STATUS_WORDS } from './statusWords.ts'

/** Something a tap has done, to be undone. */
interface Done {
  id: string
  name: string
  before: LineStatus
  after: LineStatus
}

/** By kit, for as long as the page is open: leaving garage mode for the notes keeps it. */
const doneByKit = new Map<string, Done[]>()
const MAX_DONE = 500
const doneOf = (kitId: string): Done[] => doneByKit.get(kitId) ?? []
/** Until the screen shows what was stored. */
const SHOWN_AFTER_MS = 2_000

export interface Marks {
  statusOf: (id: string) => LineStatus
  /** Marks a line and stores it. */
  mark: (line: Line, status: LineStatus) => void
  undo: () => void
  /** What the next undo takes back, null for nothing. */
  undoLabel: string | null
  /** For those who hear the screen. */
  said: string
}

type Tapped = ReadonlyMap<string, { status: LineStatus }>

/** How far the parts of one's own kit are. A tap shows in the same frame, whatever the disk does. */
export function useMarks({ kit, statuses }: Build): Marks {
  const [tapped, setTapped] = useState<Tapped>(new Map())
  // Of two quick taps the second comes before the first is rendered.
  const newest = useRef(tapped)
  const [said, setSaid] = useState('')
  const statusIn = (taps: Tapped, id: string) => taps.get(id)?.status ?? statuses.get(id) ?? 'need'
  const statusOf = (id: string) => statusIn(tapped, id)

  function show(next: Tapped) {
    newest.current = next
    setTapped(next)
  }

  function put(id: string, name: string, status: LineStatus, what: string) {
    const own = { status }
    const next = new Map(newest.current).set(id, own)
    show(next)
    // The tick is drawn first; the task after it is stored in any case.
    const stored = new Promise((resolve) => setTimeout(resolve)).then(() => {
      setCells('line', id, kit.id, { status })
      return settled()
    })
    const lines = neededLines(kit.lines)
    const fitted = lines.filter((line) => statusIn(next, line.id) === 'fitted').length
    setSaid(`${what}${name}: ${STATUS_WORDS[status]}. ${fitted} of ${lines.length} fitted.`)
    // Until it is stored, on a full device for good, the tap is what is true.
    void stored.then(() =>
      setTimeout(
        () => newest.current.get(id) === own && show(without(newest.current, id)),
        SHOWN_AFTER_MS,
      ),
    )
  }

  return {
    statusOf,
    mark: (line, status) => {
      const before = statusIn(newest.current, line.id)
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
      if (!last) return setSaid('Nothing to undo.')
      doneByKit.set(kit.id, doneOf(kit.id).slice(0, -1))
      const isThere = kit.lines.some(({ id }) => id === last.id)
      if (isThere && statusIn(newest.current, last.id) === last.after) {
        return put(last.id, last.name, last.before, 'Undone. ')
      }
      setSaid(`${last.name} was changed elsewhere meanwhile, and is left as it is.`)
    },
    undoLabel: label(doneOf(kit.id).at(-1)),
    said,
  }
}

function label(last: Done | undefined): string | null {
  return last ? `${last.name} ${STATUS_WORDS[last.after].toLowerCase()}` : null
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
