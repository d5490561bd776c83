// Every value that a person typed is on all screens of its owner at the end, or was typed over by
// somebody who saw it, or is offered back, or was deleted by a press. Nothing else is there.
import type { ShownKit, ShownLine } from '../journal.ts'
import type { Finding } from './finding.ts'
import type { Deletion, Story, Typing } from './story.ts'

import { isUntouched, sameText } from './story.ts'

/** One screen of an owner when all is over. */
export interface FinalScreen {
  readonly device: string
  readonly kit: ShownKit
}

/** Two clocks that are right may still differ, and a press takes its time: milliseconds. */
const ALMOST_MS = 2_000
/** With wrong clocks in a run: how long a device may have been without what others typed. */
const UNSEEN_MS = 180_000

export interface Evidence {
  readonly story: Story
  readonly screens: readonly FinalScreen[]
  /** All text that the drawers of this owner's devices offer at the end. */
  readonly offered: string
}

export function judgePlaces({ story, screens, offered }: Evidence): Finding[] {
  const kits = new Map(screens.map(({ kit }) => [kit.kit, kit]))
  return [...story.typings.entries()].flatMap(([place, typings]) => {
    const [{ kit, line, field } = { kit: '', field: 'name' as const }] = typings
    if (!kits.has(kit)) return []
    const findings: Finding[] = []
    const of = screens.filter((screen) => screen.kit.kit === kit)
    const values = of.map((screen) => ({ ...screen, shown: shownAt(screen.kit, line, field) }))
    const heads = headsOf(typings, new Set(values.map(({ shown = '' }) => shown)))
    for (const { device, shown } of values) {
      if (shown === undefined) continue
      findings.push(...judgeValue({ place, device, shown, typings, heads, story }))
    }
    for (const head of heads.filter((each) => !each.isTooSoon && !isAsTyped(each, typings))) {
      const missing = values.filter(({ shown }) => shown !== undefined && shown !== head.value)
      if (missing.length < values.length || missing.length === 0) continue
      if (offered.includes(head.value) || field === 'status') continue
      const [{ shown = '' } = {}] = missing
      const word = isUntouched(field, shown) ? 'lost' : 'replaced'
      findings.push(
        found(word, head, `${place}: all screens show "${shown}", and it is offered nowhere`),
      )
    }
    return findings
  })
}

/** Those that nobody has typed over who saw them. */
function headsOf(typings: readonly Typing[], shown: ReadonlySet<string>): Typing[] {
  const hasCome = (typing: Typing) => !typing.isTooSoon || isSeen(typing, typings, shown)
  return typings.filter(
    ({ at, value }) =>
      !typings.some((later) => later.at > at && later.before === value && hasCome(later)),
  )
}

/** Came back with its line as somebody had typed it, which says what may stand there in its place. */
const isAsTyped = ({ isBack, at, value }: Typing, typings: readonly Typing[]): boolean =>
  isBack && typings.some((typing) => typing.at < at && typing.value === value && !typing.isTooSoon)

/** Of what was typed right before a kill all or the beginning was seen later: so it was stored. */
function isSeen(typing: Typing, typings: readonly Typing[], shown: ReadonlySet<string>): boolean {
  const later = typings.flatMap(({ at, before }) => (at > typing.at ? [before] : []))
  return [...later, ...shown].some(
    (text) => text !== '' && text !== typing.before && typing.value.startsWith(text),
  )
}

function judgeValue(told: {
  place: string
  device: string
  shown: string
  typings: readonly Typing[]
  heads: readonly Typing[]
  story: Story
}): Finding[] {
  const { place, device, shown, typings, heads, story } = told
  if (heads.some(({ value }) => value === shown)) return []
  const [last] = heads.slice(-1)
  if (!last) return []
  // Half of a value, whose typing a kill has cut short.
  const begun = story.begun.get(place) ?? []
  if (
    shown !== '' &&
    begun.some(({ value }) => sameText(value).startsWith(shown) && value !== shown)
  )
    return []
  if (heads.every(({ isTooSoon }) => isTooSoon)) return []
  const wasTyped = typings.some(({ value }) => value === shown)
  const isEmpty = isUntouched(last.field, shown)
  const word = wasTyped ? 'replaced' : isEmpty ? 'lost' : 'invented'
  return [found(word, last, `${place}: ${device} shows "${shown}"`)]
}

/** Lines that are gone were deleted by somebody, and lines that were deleted are gone. */
export function judgeLines({ story, screens }: Evidence): Finding[] {
  const byLine = new Map<string, Typing[]>()
  for (const typing of [...story.typings.values()].flat()) {
    if (typing.line === undefined) continue
    // A copy's line that nobody has seen under its own id goes by that of the original.
    const key = `${typing.kit} ${typing.line}`
    byLine.set(key, [...(byLine.get(key) ?? []), typing])
  }
  const findings: Finding[] = []
  for (const typings of byLine.values()) {
    const [{ line = '' } = {}] = typings
    const deletions = story.deletions.get(line) ?? []
    for (const { device, kit } of screens) {
      if (kit.kit !== typings[0]?.kit) continue
      const isThere = kit.lines.some(({ id }) => id === line)
      const finding = isThere
        ? judgeRevival(typings, deletions, story, device)
        : judgeAbsence(typings, deletions, story, device)
      if (finding) findings.push(finding)
    }
  }
  return findings
}

function judgeAbsence(
  typings: readonly Typing[],
  deletions: readonly Deletion[],
  { areClocksRight }: Story,
  device: string,
): Finding | undefined {
  // What is done to the order or the mark of a line brings it back to nobody.
  const content = typings.filter(({ field, isTooSoon }) => field !== 'status' && !isTooSoon)
  const [last] = content.slice(-1)
  if (!last) return undefined
  const isFair = deletions.some((deletion) => {
    const isLater = (typing: Typing) =>
      typing.device === deletion.device
        ? typing.at > deletion.at
        : areClocksRight && typing.at > deletion.at + ALMOST_MS
    return !content.some(isLater)
  })
  if (isFair) return undefined
  const why =
    deletions.length === 0 ? 'nobody deleted it' : 'it was typed into after it was deleted'
  return found('lost', last, `line ${last.line ?? ''} is not on ${device}, and ${why}`)
}

function judgeRevival(
  typings: readonly Typing[],
  deletions: readonly Deletion[],
  { areClocksRight }: Story,
  device: string,
): Finding | undefined {
  const [deletion] = deletions.filter(({ isTooSoon }) => !isTooSoon).slice(-1)
  if (!deletion) return undefined
  const slack = areClocksRight ? ALMOST_MS : UNSEEN_MS
  const isTypedLater = typings.some((typing) =>
    typing.field === 'status'
      ? false
      : typing.at > deletion.at - (typing.device === deletion.device ? 0 : slack),
  )
  if (isTypedLater) return undefined
  const what = `line ${deletion.line} is on ${device} again, though nobody typed into it`
  return { word: 'revived', at: deletion.at, device: deletion.device, what }
}

export function shownAt(
  kit: ShownKit,
  line: string | undefined,
  field: Typing['field'],
): string | undefined {
  if (field === 'kitName' || field === 'notes') return sameText(kit[field])
  const row: ShownLine | undefined = kit.lines.find(({ id }) => id === line)
  const shown = row?.[field]
  // Marks that could not be read prove nothing.
  return shown === undefined || (field === 'status' && shown === '') ? undefined : sameText(shown)
}

function found(word: Finding['word'], typing: Typing, what: string): Finding {
  const { at, device, value } = typing
  return { word, at, device, what: `"${value}" of ${device}: ${what}` }
}
