// All screens of one owner are equal at the end, show nothing twice, and keep the order people made.
import type { Entry, Offer } from '../journal.ts'
import type { Finding } from './finding.ts'
import type { FinalScreen } from './places.ts'
import type { Story } from './story.ts'

import { sameText } from './story.ts'

type Final = Extract<Entry, { is: 'final' }>

/** The limit of the promise, milliseconds. */
export const QUIET_MS = 10_000

/** @param finals the last screens of one owner, of any of his kits */
export function judgeEquality(finals: readonly Final[]): Finding[] {
  const kits = [...new Set(finals.map(({ kit }) => kit.kit))]
  return kits.flatMap((kit) => {
    const [first, ...others] = finals.filter((final) => final.kit.kit === kit)
    return others.flatMap((other): Finding[] => {
      if (!first) return []
      const difference = firstDifference(textOf(first), textOf(other))
      if (difference === undefined) return []
      const { device } = other
      const what = `kit ${other.kit.kit}: ${first.device} and ${device} differ: ${difference}`
      return [{ word: 'divergent', at: other.at, device, what }]
    })
  })
}

const textOf = ({ kit, comments }: Final): string[] => [
  `name ${kit.kitName}`,
  `notes ${kit.notes}`,
  ...kit.lines.map((line) => JSON.stringify(line)),
  ...comments.map((text) => commentIn(text)).toSorted(),
]

function firstDifference(one: readonly string[], other: readonly string[]): string | undefined {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index)
  const first = at.find((index) => one[index] !== other[index])
  return first === undefined
    ? undefined
    : `${one[first] ?? 'nothing'} / ${other[first] ?? 'nothing'}`
}

/** "Comment no. 10012" without who wrote it and when. */
const commentIn = (text: string) => /Comment no\. \d+/.exec(text)?.[0] ?? text

/** Values are nobody else's: what is there twice was doubled. */
export function judgeDoubles(finals: readonly Final[], story: Story): Finding[] {
  const typed = new Set(
    [...story.typings.values()]
      .flat()
      .filter(({ field }) => field === 'name' || field === 'partNumber')
      // What Undo has emptied holds nothing that could be doubled.
      .filter(({ value }) => value !== '')
      .map(({ value }) => value),
  )
  return finals.flatMap(({ kit, comments, device, at }) => {
    const shown = kit.lines
      .flatMap(({ name = '', partNumber = '' }) => [name, partNumber])
      .filter((value) => typed.has(sameText(value)))
    const all = [...shown, ...comments.map(commentIn)]
    const twice = new Set(all.filter((value, index) => all.indexOf(value) !== index))
    return [...twice].map((value): Finding => {
      return { word: 'doubled', at, device, what: `"${value}" is twice in ${kit.kit} on ${device}` }
    })
  })
}

/** A comment that was posted stands under its kit. */
export function judgeComments(finals: readonly Final[], story: Story): Finding[] {
  return story.comments.flatMap(({ kit, value, at, device, isTooSoon }) => {
    if (isTooSoon) return []
    return finals
      .filter((final) => final.kit.kit === kit)
      .filter(({ comments }) => !comments.some((text) => text.includes(value)))
      .map((final): Finding => {
        return {
          word: 'lost',
          at,
          device,
          what: `"${value}" is not under ${kit} on ${final.device}`,
        }
      })
  })
}

/** A line that one person moved stays between the neighbours it was given, where nobody moved any of the three. */
export function judgeOrder(screens: readonly FinalScreen[], story: Story): Finding[] {
  const isMovedElse = (line: string, but: (typeof story.moves)[number]) =>
    story.moves.some((move) => move !== but && move.line === line)
  return story.moves.flatMap((move): Finding[] => {
    // Undo may have taken a move back, and says nothing of it.
    if (story.undoneKits.has(move.kit)) return []
    if (move.isTooSoon || isMovedElse(move.line, move)) return []
    const at = move.order.indexOf(move.line)
    const pairs = [
      [move.order[at - 1], move.line],
      [move.line, move.order[at + 1]],
    ] as const
    return pairs.flatMap(([before, after]) => {
      if (before === undefined || after === undefined) return []
      const neighbour = before === move.line ? after : before
      if (isMovedElse(neighbour, move)) return []
      return screens.flatMap(({ kit, device }): Finding[] => {
        if (kit.kit !== move.kit) return []
        const ids = kit.lines.map(({ id }) => id)
        if (!ids.includes(before) || !ids.includes(after)) return []
        if (ids.indexOf(before) < ids.indexOf(after)) return []
        const what = `${before} stands behind ${after} in ${kit.kit} on ${device}, though moved before it`
        return [{ word: 'order', at: move.at, device: move.device, what }]
      })
    })
  })
}

/** How long it took until screens were alike, and what the chip says when all is over. */
export function judgeQuiet(entries: readonly Entry[]): Finding[] {
  const findings: Finding[] = []
  let quietAt = 0
  const openedAt = new Map<string, number>()
  for (const entry of entries) {
    if (entry.is === 'quiet') quietAt = entry.at
    if (entry.is === 'openedForEnd') openedAt.set(entry.kit, entry.at)
    if (entry.is === 'alike') {
      const from = entry.how === 'opened anew' ? openedAt.get(entry.kit) : quietAt
      const ms = entry.at - (from ?? entry.at)
      if (ms <= QUIET_MS) continue
      const what = `kit ${entry.kit} took ${Math.round(ms / 1000)} s to be alike, ${entry.how}`
      findings.push({ word: 'slow', at: entry.at, device: entry.devices.join(), what })
    }
    if (entry.is === 'final' && !/synced|attention|problem/i.test(entry.chip)) {
      const { at, device, chip, kit } = entry
      findings.push({ word: 'stuck', at, device, what: `with ${kit.kit} open it says "${chip}"` })
    }
  }
  return findings
}

const OFFER_FIELDS = [
  ['Name', 'name'],
  ['Part name', 'name'],
  ['Manufacturer', 'manufacturer'],
  ['Part number', 'partNumber'],
  ['Price', 'price'],
  ['Unit price', 'price'],
  ['Quantity', 'qty'],
  ['Status', 'status'],
  ['Notes', 'notes'],
] as const

/** An offer of what stands there already wants no attention. */
export function judgeOffers(
  offers: readonly (Offer & { readonly device: string; readonly at: number })[],
  screens: readonly FinalScreen[],
): Finding[] {
  return offers.flatMap(({ title, values, device, at }): Finding[] => {
    const [, word = '', name = ''] = /^(.+?) of (.+): changed elsewhere$/.exec(title) ?? []
    const field = OFFER_FIELDS.find(([label]) => label === word)?.[1]
    const offered = values.map((text) => /^Use (.+)$/.exec(text)?.[1]).find(Boolean)
    if (!field || !offered) return []
    const equal = screens.some(({ kit }) => {
      if (field === 'notes')
        return kit.kitName === name && sameText(kit.notes) === sameText(offered)
      const line = kit.lines.find((each) => each.name === name)
      const shown = line?.[field]
      return shown !== undefined && sameText(shown) === sameText(offered.replace('$', ''))
    })
    if (!equal) return []
    const what = `${device} offers "${offered}" for "${title}", which stands there already`
    return [{ word: 'needless attention', at, device, what }]
  })
}
