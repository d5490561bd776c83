// "Synced" was on a screen only when the server had acknowledged everything typed on that device.
import type { Entry, ShownKit } from '../journal.ts'
import type { Finding } from './finding.ts'
import type { Story, Typing } from './story.ts'

import { cellOf } from '../wire.ts'
import { shownAt } from './places.ts'
import { placeOf, sameText } from './story.ts'

type Look = Extract<Entry, { is: 'look' }>
type Call = Extract<Entry, { is: 'call' }>

/** What the chip says once nothing waits. */
const SYNCED = /^Sync: synced/i
/** A screen needs a moment to be drawn; that of another tab a moment more. Milliseconds. */
const DRAWN_MS = 1_500
const OTHER_TAB_MS = 3_000

export function judgeWords(entries: readonly Entry[], story: Story): Finding[] {
  const calls = entries.filter((entry): entry is Call => entry.is === 'call')
  const looks = entries.filter((entry): entry is Look => entry.is === 'look')
  const shown = tablesByTab(looks)
  const devices = [...new Set(looks.map(({ device }) => device))]
  return devices.flatMap((device) => {
    const own = calls.filter((call) => call.device === device)
    const acknowledged = firstAcknowledgements(own)
    const isOver = wasGivenUp(own, story)
    const said = looks.filter((look) => look.device === device && SYNCED.test(look.chip))
    const typings = [...story.typings.values()].map((all) =>
      all.filter((typing) => typing.device === device),
    )
    return typings.flatMap((all) =>
      all.flatMap((typing, at): Finding[] => {
        const next = all[at + 1]
        if (typing.isTooSoon) return []
        const knownAt = acknowledged(typing)
        const lie = said.find((look) => {
          const grace = look.tab === typing.tab ? DRAWN_MS : OTHER_TAB_MS
          const isDue = look.at > typing.at + grace && look.at < (next?.at ?? Infinity)
          if (!isDue || look.who !== typing.who || look.until >= knownAt) return false
          if (isOver(typing, look.at)) return false
          // What has lost meanwhile against another device's is not on its way any more.
          const kit = shown(look)
          const places = [typing, typing.shownAs]
          if (!kit || places.every((place) => place.kit !== kit.kit)) return true
          return places.some(({ line }) => shownAt(kit, line, typing.field) === typing.value)
        })
        if (!lie) return []
        const late = Number.isFinite(knownAt) ? `${knownAt - lie.at} ms later` : 'never'
        const what = `"${typing.value}", typed ${lie.at - typing.at} ms before, reached the server ${late}`
        return [{ word: 'false Synced', at: lie.at, device, what }]
      }),
    )
  })
}

/** When the server first had a typed value from this device, in its row and cell. */
function firstAcknowledgements(calls: readonly Call[]): (typing: Typing) => number {
  const times = new Map<string, number>()
  for (const { at, pushed } of calls) {
    for (const { row, cell, value, said } of pushed) {
      if (said !== 'stored' && said !== 'beaten') continue
      // An empty price is none, or 0: the screen shows the same.
      const isNone = cell === 'price' && value === null
      const held = isNone ? '0' : String(value)
      for (const key of [`${row} ${cell} ${held}`, `* ${cell} ${held}`]) {
        times.set(key, Math.min(times.get(key) ?? Infinity, at))
      }
    }
  }
  return ({ line, field, value, isPress }) => {
    const wire = cellOf(field, value)
    // A line that was brought back by a press comes with one word, and not value by value.
    const isBack = isPress && line !== undefined && times.has(`${line} del false`)
    const known = times.get(`${line ?? '*'} ${wire.cell} ${String(wire.value)}`)
    return known ?? (isBack ? 0 : Infinity)
  }
}

/**
 * Whether a typed value was refused, as in a kit that is another's, and its line deleted on this very
 * device: the copy that is made of the kit has no such line.
 */
function wasGivenUp(
  calls: readonly Call[],
  { deletions }: Story,
): (typing: Typing, until: number) => boolean {
  return ({ at: typedAt, device, line, field, value }, until) => {
    const isMeant = ({ at }: { at: number }) => at > typedAt && at < until
    const wire = cellOf(field, value)
    const isRefused = calls.filter(isMeant).some(({ pushed }) =>
      pushed.some(({ cell, value: held, said }) => {
        return said === 'refused' && cell === wire.cell && held === wire.value
      }),
    )
    const deleted = line === undefined ? [] : (deletions.get(line) ?? [])
    return isRefused && deleted.filter(isMeant).some((deletion) => deletion.device === device)
  }
}

/** The table that a tab showed at a look: the last one written down. */
function tablesByTab(looks: readonly Look[]): (look: Look) => ShownKit | undefined {
  const tables = new Map<Look, ShownKit | undefined>()
  const last = new Map<string, ShownKit | undefined>()
  for (const look of looks) {
    const tab = `${look.device} ${look.tab}`
    if (!look.path.startsWith('/builder')) last.delete(tab)
    if (look.kit) last.set(tab, look.kit)
    tables.set(look, last.get(tab))
  }
  return (look) => tables.get(look)
}

/** What a link shows to strangers is what was saved last, or what stands there when nothing was saved. */
export function judgeLinks(entries: readonly Entry[], story: Story): Finding[] {
  return entries.flatMap((entry): Finding[] => {
    if (entry.is !== 'finalLink') return []
    const { kit, lines, at, device } = entry
    const saves = story.saves.filter(({ shown }) => shown.kit === kit)
    const live = entries.flatMap((other) =>
      other.is === 'final' && other.kit.kit === kit ? [other.kit] : [],
    )
    const isSaved = saves.some(({ isSeen }) => isSeen)
    const fair = [...saves.map(({ shown }) => shown), ...(isSaved ? [] : live)]
    if (fair.length === 0) return []
    const names = lines.map(([name = '']) => name)
    const isFair =
      fair.some((each) => isNamed(each, names)) ||
      saves.some(({ shown, at: savedAt }) => isNamed(shown, names, halvesAt(story, savedAt)))
    if (isFair) return []
    const what = `the link of ${kit} shows ${names.join(', ')}, which was never ${isSaved ? 'saved' : 'there'}`
    return [{ word: 'link', at, device, what }]
  })
}

/** How long before its page came a kit may have been saved, milliseconds. */
const SAVING_MS = 30_000

/** What was being typed, perhaps in another tab, while a kit was saved. */
function halvesAt({ begun }: Story, savedAt: number): (line: string, name: string) => boolean {
  return (line, name) =>
    (begun.get(placeOf('', line, 'name')) ?? []).some(
      ({ at, value }) => at <= savedAt && at > savedAt - SAVING_MS && value.startsWith(name),
    )
}

function isNamed(
  { lines }: ShownKit,
  names: readonly string[],
  mayBe: (line: string, name: string) => boolean = () => false,
): boolean {
  if (lines.length !== names.length) return false
  return lines.every(({ id, name }, at) => name === names[at] || mayBe(id, names[at] ?? ''))
}

/** Marks and chassis numbers are their owner's alone. */
export function judgeLeaks(entries: readonly Entry[], story: Story): Finding[] {
  const owners = new Map<string, Set<string>>()
  for (const typing of [...story.typings.values()].flat()) {
    if (typing.line === undefined) continue
    const owner = story.ownerOf(typing.kit)
    const devices = owners.get(typing.line) ?? new Set()
    owners.set(typing.line, devices.add(typing.device).add(owner ?? ''))
  }
  const accounts = new Map<string, Set<string>>()
  for (const entry of entries) {
    if (entry.is !== 'deed' || entry.did !== 'signedIn') continue
    accounts.set(entry.device, (accounts.get(entry.device) ?? new Set()).add(entry.account))
  }
  return entries.flatMap((entry): Finding[] => {
    if (entry.is !== 'call') return []
    return entry.pulled.flatMap(({ row, cell, value }): Finding[] => {
      if (cell !== 'status' && cell !== 'vin') return []
      const entitled = owners.get(row)
      if (!entitled) return []
      const who = [entry.device, ...(accounts.get(entry.device) ?? [])]
      if (who.some((each) => entitled.has(each))) return []
      const what = `${entry.device} was sent ${cell} "${sameText(String(value))}" of line ${row}`
      return [{ word: 'leaked', at: entry.at, device: entry.device, what }]
    })
  })
}
