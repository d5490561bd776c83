// The verdict on a run, from its journal alone. Nothing of the product is imported here, nor may be:
// what is judged are the promises of the README, the specification and the documented wire.
import type { Entry, Offer } from '../journal.ts'
import type { Finding } from './finding.ts'

import { judgeLines, judgePlaces } from './places.ts'
import {
  judgeComments,
  judgeDoubles,
  judgeEquality,
  judgeOffers,
  judgeOrder,
  judgeQuiet,
} from './screens.ts'
import { sameText, tellStory } from './story.ts'
import { judgeLeaks, judgeLinks, judgeWords } from './words.ts'

export interface Verdict {
  readonly findings: readonly Finding[]
  /** What the run was made of. */
  readonly figures: Readonly<Record<string, number>>
}

export function judge(entries: readonly Entry[]): Verdict {
  const story = tellStory(entries)
  const finals = entries.filter((entry) => entry.is === 'final')
  const owners = new Set(finals.map(({ kit }) => story.ownerOf(kit.kit)))
  const offers = lastOffers(entries)
  const ofOwners = [...owners].flatMap((owner) => {
    const screens = finals.filter(({ kit }) => story.ownerOf(kit.kit) === owner)
    const devices = new Set(screens.map(({ device }) => device))
    const own = offers.filter(({ device }) => devices.has(device))
    const offered = own
      .map(({ text, values }) => sameText(`${text}\n${values.join('\n')}`))
      .join('\n')
    return [
      ...judgePlaces({ story, screens, offered }),
      ...judgeLines({ story, screens, offered }),
      ...judgeEquality(screens),
      ...judgeDoubles(screens, story),
      ...judgeComments(screens, story),
      ...judgeOrder(screens, story),
      ...judgeOffers(own, screens),
    ]
  })
  const findings = [
    ...ofOwners,
    ...judgeQuiet(entries),
    ...judgeWords(entries, story),
    ...judgeLinks(entries, story),
    ...judgeLeaks(entries, story),
    ...judgeEnd(entries),
  ]
  return { findings, figures: count(entries) }
}

/** What each device's drawer offered when it was last looked into. */
function lastOffers(entries: readonly Entry[]): (Offer & { device: string; at: number })[] {
  const last = new Map<string, Extract<Entry, { is: 'drawer' }>>()
  for (const entry of entries) if (entry.is === 'drawer') last.set(entry.device, entry)
  return [...last.values()].flatMap(({ offers, device, at }) =>
    offers.map((offer) => ({ ...offer, device, at })),
  )
}

/** A journal without its end, or without screens, proves nothing: that is no acquittal. */
function judgeEnd(entries: readonly Entry[]): Finding[] {
  const has = (is: Entry['is']) => entries.some((entry) => entry.is === is)
  if (has('end') && has('final') && has('drawer')) return []
  const { at = 0 } = entries.at(-1) ?? {}
  return [{ word: 'stuck', at, device: '', what: 'the run did not come to its end' }]
}

function count(entries: readonly Entry[]): Record<string, number> {
  const figures: Record<string, number> = {}
  const add = (name: string) => {
    figures[name] = (figures[name] ?? 0) + 1
  }
  for (const entry of entries) {
    if (entry.is === 'deed' && entry.did !== 'began') add(entry.did)
    if (entry.is === 'look') add('looks')
    if (entry.is === 'server' && entry.what.startsWith('killed')) add('server kills')
    if (entry.is === 'call') add('calls')
    if (entry.is === 'call' && entry.fault !== 'none') add('calls with a fault')
    if (entry.is === 'final') add('last screens')
  }
  return figures
}
