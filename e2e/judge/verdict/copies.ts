// Whoever types into a kit that is not his types into a copy of it, whose rows have ids of their own.
// A screen keeps the ids it had until it is opened anew, so the values are followed: each was typed
// once, and shows which row of which kit holds it.
import type { Entry, ShownKit } from '../journal.ts'

/** A row of a kit, or the kit itself. */
export interface Place {
  readonly kit: string
  readonly line?: string
}

/** A place as one screen showed it. */
interface Sight extends Place {
  readonly device: string
  readonly actor: string
}

/** Who did something, and when. */
interface Done {
  readonly at: number
  readonly device: string
  readonly who: string
}

/** What somebody did to a place. */
interface Told {
  readonly values: Set<string>
  readonly devices: Set<string>
}

export interface Copies {
  /** Where a deed at this place truly went. */
  readonly follow: (place: Place, deed: Done) => Place
  /** Whether it went into a copy that nobody has seen. */
  readonly isUnseen: (place: Place, deed: Done) => boolean
}

/** Who a deed is of: an account, or a device without one. */
export const actorOf = ({ device, who }: { device: string; who: string }) =>
  who === 'no account' ? device : who

const keyOf = ({ kit, line = '' }: Place, actor: string) => `${kit} ${line} ${actor}`

export function findCopies(entries: readonly Entry[]): Copies {
  const owners = new Map<string, { readonly at: number; readonly owner: string }[]>()
  /** The kit that a line was first seen in. */
  const homes = new Map<string, string>()
  const sights = new Map<string, Sight[]>()
  const told = new Map<string, Told>()
  const typed = new Set<string>()

  function hold(value: string, sight: Sight) {
    const known = sights.get(value) ?? []
    if (known.length === 0) sights.set(value, known)
    known.push(sight)
  }

  function see({ kit, kitName, notes, lines }: ShownKit, by: Omit<Sight, keyof Place>) {
    for (const value of [kitName, notes]) hold(value, { kit, ...by })
    for (const { id, ...shown } of lines) {
      if (!homes.has(id)) homes.set(id, kit)
      for (const value of Object.values(shown)) hold(value, { kit, line: id, ...by })
    }
  }

  const isAtHome = ({ kit, line }: Place) => line === undefined || homes.get(line) === kit

  for (const entry of entries) {
    const at = tablesOf(entry)
    for (const { shown, device, who } of at) see(shown, { device, actor: actorOf({ device, who }) })
    if (entry.is !== 'deed') continue
    const own = (kit: string, owner: string) =>
      owners.set(kit, [...(owners.get(kit) ?? []), { at: entry.at, owner }])
    if (entry.did === 'signedIn') for (const kit of entry.takes) own(kit, entry.account)
    if (!('line' in entry) && entry.did !== 'typed') continue
    const { kit, line, device } = entry
    const place = line === undefined ? { kit } : { kit, line }
    const actor = actorOf(entry)
    if (!owners.has(kit)) own(kit, actor)
    if (line !== undefined && !homes.has(line)) homes.set(line, kit)
    const key = keyOf(place, actor)
    const known = told.get(key) ?? { values: new Set(), devices: new Set() }
    told.set(key, known)
    known.devices.add(device)
    if (entry.did !== 'typed' || entry.value === '') continue
    // Whoever typed saw it, also where the page was left before anybody looked.
    hold(entry.value, { ...place, device, actor })
    known.values.add(entry.value)
    typed.add(entry.value)
  }

  /** Whose a kit was: what was typed before an account took it is in it, also for who has left since. */
  function ownerOf(kit: string, at: number): string | undefined {
    const all = owners.get(kit) ?? []
    return (all.findLast((each) => each.at <= at) ?? all[0])?.owner
  }

  const isAstray = (place: Place, deed: Done) =>
    !isAtHome(place) || (ownerOf(place.kit, deed.at) ?? actorOf(deed)) !== actorOf(deed)

  function next(place: Place, deed: Done): Place | undefined {
    const actor = actorOf(deed)
    const key = keyOf(place, actor)
    if (!isAstray(place, deed)) return undefined
    const { values = new Set<string>(), devices } = told.get(key) ?? {}
    // What others have copied in their turn is theirs.
    const own = (sight: Sight) => sight.actor === actor || devices?.has(sight.device) === true
    const seen = isAtHome(place) ? inOtherKits(place, values, own) : underOtherIds(place, own)
    const { kit, line } = seen.find(isAtHome) ?? seen[0] ?? {}
    if (kit === undefined) return undefined
    return line === undefined ? { kit } : { kit, line }
  }

  /** Where a value stands that was typed into somebody else's kit: in the copy, perhaps under the same id. */
  const inOtherKits = (place: Place, values: Iterable<string>, own: (sight: Sight) => boolean) =>
    [...values]
      .flatMap((value) => (sights.get(value) ?? []).filter(own))
      .filter(({ kit }) => kit !== place.kit)
      .filter(({ line }) => (line === undefined) === (place.line === undefined))

  /** Where in a copy stands what was seen in it under the id of the original. */
  const underOtherIds = ({ kit, line }: Place, own: (sight: Sight) => boolean) =>
    [...typed]
      .map((value) => (sights.get(value) ?? []).filter(own).filter((each) => each.kit === kit))
      .filter((seen) => seen.some((each) => each.line === line))
      .flatMap((seen) => seen.filter((each) => each.line !== undefined && each.line !== line))
      .filter(isAtHome)

  function follow(place: Place, deed: Done, left = 3): Place {
    const to = left > 0 ? next(place, deed) : undefined
    return to ? follow(to, deed, left - 1) : place
  }
  return {
    follow: (place, deed) => follow(place, deed),
    isUnseen: (place, deed) => isAstray(place, deed) && !next(place, deed),
  }
}

/** The tables that an entry shows, and who saw them. */
function tablesOf(entry: Entry): { shown: ShownKit; device: string; who: string }[] {
  if (entry.is !== 'look' && entry.is !== 'final' && entry.is !== 'deed') return []
  const { device, who } = entry
  const by = (shown: ShownKit) => ({ shown, device, who })
  if (entry.is === 'look') return entry.kit ? [by(entry.kit)] : []
  if (entry.is === 'final') return [by(entry.kit)]
  if (entry.did === 'undid') return [by(entry.before), by(entry.after)]
  return entry.did === 'saved' ? [by(entry.shown)] : []
}
