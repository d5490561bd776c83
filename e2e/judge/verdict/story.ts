// What the people of a run did, sorted by what they did it to. Knows the journal and no product.
import type { Entry, Field, ShownKit } from '../journal.ts'
import type { Place } from './copies.ts'

import { cellOf } from '../wire.ts'
import { actorOf, findCopies } from './copies.ts'

/** A value that somebody put into one place of one kit, by keys or by a press that brings it back. */
export interface Typing {
  readonly at: number
  readonly device: string
  readonly tab: number
  readonly who: string
  readonly kit: string
  readonly line?: string
  /** The place as its screen named it: in a copy a line keeps the id of the original for a while. */
  readonly shownAs: Place
  readonly field: Field
  readonly before: string
  readonly value: string
  /** The browser was killed before a promise could hold for it. */
  readonly isTooSoon: boolean
  readonly isPress: boolean
  /** It came back with its deleted line, by a press that chose the line and not this value. */
  readonly isBack: boolean
}

export interface Deletion {
  readonly at: number
  readonly device: string
  readonly who: string
  readonly kit: string
  readonly line: string
  readonly isTooSoon: boolean
}

export interface Move {
  readonly at: number
  readonly device: string
  readonly kit: string
  readonly line: string
  readonly order: readonly string[]
  readonly isTooSoon: boolean
}

export interface Said {
  readonly at: number
  readonly device: string
  readonly kit: string
  readonly value: string
  readonly isTooSoon: boolean
}

export interface Begun {
  readonly at: number
  readonly value: string
}

export interface Story {
  /** By place: a field of a line, or of a kit. */
  readonly typings: ReadonlyMap<string, readonly Typing[]>
  readonly deletions: ReadonlyMap<string, readonly Deletion[]>
  readonly moves: readonly Move[]
  readonly comments: readonly Said[]
  readonly saves: readonly {
    readonly at: number
    readonly device: string
    readonly shown: ShownKit
    readonly isSeen: boolean
  }[]
  /** What somebody began to type, by place: any beginning of it may be all that came. */
  readonly begun: ReadonlyMap<string, readonly Begun[]>
  readonly undoneKits: ReadonlySet<string>
  /** Whose a kit is at the end: an account, or a device without one. */
  readonly ownerOf: (kit: string) => string | undefined
  /** Whether a clock was ever wrong: who was later cannot be said of what was typed unseen. */
  readonly areClocksRight: boolean
}

type Deed = Extract<Entry, { is: 'deed' }>

type Change = Pick<Typing, 'kit' | 'line' | 'field' | 'before' | 'value'> & {
  readonly isBack?: boolean
}

type Call = Extract<Entry, { is: 'call' }>

/** Longer than a press takes, from the look before it to the one after it: milliseconds. */
const PRESS_MS = 10_000
/** Who is killed sooner than this after a key has no promise for it, milliseconds. */
export const STORED_MS = 1_000

export const placeOf = (kit: string, line: string | undefined, field: Field) =>
  `${line ?? kit} ${field}`

export const sameText = (text: string) => text.replaceAll(',', '').trim()

export function tellStory(entries: readonly Entry[]): Story {
  const deeds = entries.filter((entry): entry is Deed => entry.is === 'deed')
  const kills = deeds.filter(({ did }) => did === 'killed')
  const isTooSoon = ({ device, at }: Deed) =>
    kills.some((kill) => kill.device === device && kill.at >= at && kill.at < at + STORED_MS)

  const typings = new Map<string, Typing[]>()
  const deletions = new Map<string, Deletion[]>()
  const begun = new Map<string, Begun[]>()
  const owners = new Map<string, string>()
  const copies = findCopies(entries)
  const isReadMeanwhile = readMeanwhile(entries)
  const placeAt = (deed: Deed, kit: string, line?: string): Place =>
    copies.follow(line === undefined ? { kit } : { kit, line }, deed)
  /** It changed a copy that is seen nowhere: nothing is known of it. */
  const isUnseen = (deed: Deed, kit: string, line: string) => copies.isUnseen({ kit, line }, deed)

  function addTyping(deed: Deed, what: Change) {
    const { at, device, tab, who } = deed
    const isPress = deed.did !== 'typed'
    const { kit, line, field, isBack = false } = what
    const place = placeAt(deed, kit, line)
    const shownAs = line === undefined ? { kit } : { kit, line }
    const by = { at, device, tab, who, isPress, isBack, isTooSoon: isTooSoon(deed) }
    const typing = { ...by, ...place, shownAs, field }
    if (!owners.has(place.kit)) owners.set(place.kit, actorOf(deed))
    put(typings, placeOf(place.kit, place.line, field), {
      ...typing,
      before: sameText(what.before),
      value: sameText(what.value),
    })
  }

  const addDeletion = (deed: Deed, shownKit: string, shownLine: string) => {
    const { at, device, who } = deed
    const { kit, line = shownLine } = placeAt(deed, shownKit, shownLine)
    const isNothing = isTooSoon(deed) || isUnseen(deed, shownKit, shownLine)
    put(deletions, line, { at, device, who, kit, line, isTooSoon: isNothing })
  }

  function addUndo(deed: Deed, before: ShownKit, after: ShownKit) {
    for (const change of changesBetween(before, after)) {
      const { kit, line } = placeAt(deed, change.kit, change.line)
      const done = [
        ...(typings.get(placeOf(kit, line, change.field)) ?? []),
        ...(deletions.get(line ?? '') ?? []),
      ]
      if (!isReadMeanwhile(deed, change, done)) addTyping(deed, change)
    }
    const left = new Set(after.lines.map(({ id }) => id))
    for (const { id } of before.lines) if (!left.has(id)) addDeletion(deed, before.kit, id)
  }

  for (const deed of deeds) {
    if (deed.did === 'typed') addTyping(deed, deed)
    if (deed.did === 'ticked' && !isUnseen(deed, deed.kit, deed.line))
      addTyping(deed, { ...deed, field: 'status' })
    if (deed.did === 'began') {
      const { kit, line } = placeAt(deed, deed.kit, deed.line)
      put(begun, placeOf(kit, line, deed.field), { at: deed.at, value: deed.value })
    }
    if (deed.did === 'deleted') addDeletion(deed, deed.kit, deed.line)
    if (deed.did === 'undid') addUndo(deed, deed.before, deed.after)
    if (deed.did === 'signedIn') for (const kit of deed.takes) owners.set(kit, deed.account)
  }
  const timed = (deed: Deed) => ({ at: deed.at, device: deed.device, isTooSoon: isTooSoon(deed) })
  return {
    typings,
    deletions,
    begun,
    moves: deeds.flatMap((deed) => {
      if (deed.did !== 'moved' || isUnseen(deed, deed.kit, deed.line)) return []
      const { kit, line = deed.line } = placeAt(deed, deed.kit, deed.line)
      const order = deed.order.map((each) => placeAt(deed, deed.kit, each).line ?? each)
      return [{ ...timed(deed), kit, line, order }]
    }),
    comments: deeds.flatMap((deed) =>
      deed.did === 'commented' ? [{ ...timed(deed), kit: deed.kit, value: deed.value }] : [],
    ),
    saves: deeds.flatMap((deed) =>
      deed.did === 'saved'
        ? [{ at: deed.at, device: deed.device, shown: deed.shown, isSeen: deed.isSeen }]
        : [],
    ),
    undoneKits: new Set(deeds.flatMap((deed) => (deed.did === 'undid' ? [deed.before.kit] : []))),
    ownerOf: (kit) => owners.get(kit),
    areClocksRight: !deeds.some((deed) => deed.did === 'setClock' && deed.aheadSeconds !== 0),
  }
}

/**
 * Whether what changed with Undo is another device's, which was read while that was pressed: it was
 * pulled just before for the first time, and nothing was done to it here that Undo could take back.
 */
function readMeanwhile(
  entries: readonly Entry[],
): (deed: Deed, change: Change, done: readonly { device: string; at: number }[]) => boolean {
  const calls = entries.filter((entry): entry is Call => entry.is === 'call')
  return ({ at, device }, { line, field, value }, done) => {
    if (line === undefined) return false
    const wire = cellOf(field, value)
    const isIt = ({ row, cell, value: held }: Call['pulled'][number]) =>
      row === line && cell === wire.cell && held === wire.value
    const own = calls.filter((call) => call.device === device)
    const pulledAt = own.find(({ pulled }) => pulled.some(isIt))?.at ?? Infinity
    if (pulledAt > at || pulledAt < at - PRESS_MS) return false
    return !done.some((each) => each.device === device && each.at > pulledAt - PRESS_MS)
  }
}

const FIELDS = ['name', 'manufacturer', 'partNumber', 'price', 'qty'] as const

/** What a press changed on the screen it was made on: values that are others now, or back again. */
function changesBetween(before: ShownKit, after: ShownKit) {
  const { kit } = after
  const changes: Change[] = []
  for (const field of ['kitName', 'notes'] as const) {
    if (before[field] === after[field]) continue
    changes.push({ kit, field, before: before[field], value: after[field] })
  }
  for (const line of after.lines) {
    const was = before.lines.find(({ id }) => id === line.id)
    for (const field of FIELDS) {
      const [from = '', to = ''] = [was?.[field], line[field]]
      // A line that is back has all its values again; those it never had are nobody's.
      if (from === to || (!was && isUntouched(field, to))) continue
      changes.push({ kit, line: line.id, field, before: from, value: to, isBack: !was })
    }
  }
  return changes
}

/** What a field shows that nobody has typed into. */
export const isUntouched = (field: Field, value: string) =>
  value === '' ||
  (field === 'qty' && (value === '1' || value === '0')) ||
  (field === 'status' && value === 'need')

function put<T>(map: Map<string, T[]>, key: string, value: T) {
  map.set(key, [...(map.get(key) ?? []), value])
}
