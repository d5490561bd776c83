import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { SearchGroup } from '../../ui/controls/SearchList.tsx'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { useKitIndex } from '../../data/kits/index/kitIndex.ts'
import { searchParts, usePartIndex } from '../../data/kits/index/partIndex.ts'
import { useLog } from '../../data/kits/index/useLog.ts'
import { type ListedKit, searchOn, wordsOf } from '../../data/kits/open/listedKit.ts'
import { afterPaint } from '../../ui/browser/afterPaint.ts'
import { ReceiptIcon, SearchIcon } from '../../ui/blocks/icons.tsx'
import { readOffers, type Offer } from '../../ui/browser/offers.ts'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { useRead } from '../../ui/browser/useRead.ts'
import {
  aboutKits,
  findKits,
  isAbout,
  isListed,
  kitIdIn,
  kitItem,
  loggedItems,
  partItem,
} from './deviceItems.tsx'
import { findItems, type Item, rankOf } from './item.ts'
import { kitActions, kitAt } from './kitActions.tsx'
import { actions, places, settings } from './places.tsx'
import { readRecent } from './recent.ts'

/** Limits per kind, so that all fit. */
const MOST = { Kits: 6, Parts: 6, Vehicles: 3, Tasks: 3, Actions: 6, Settings: 4, Places: 4 }
const MOST_RECENT = 6
/** Recently chosen ones; the rest are the latest kits. */
const MOST_CHOSEN = 4

/** Longest wait for the latest kits. */
const SILENT_MS = 400

interface Groups {
  groups: SearchGroup<Item>[]
  words: readonly string[]
  /** Count of results. */
  count: number
  /** Still loading: there may be more. */
  isReading: boolean
  /** The results are complete for these words. */
  isSearched: boolean
}

const NOTHING = { groups: [], count: 0, isReading: true, isSearched: true }

/** Search results of this device by kind; without words recent items and actions. */
export function useGroups(query: string): Groups {
  const words = useMemo(() => wordsOf(query), [query])
  const { kits, find, read } = useKitIndex()
  const listed = useMemo(() => kits.filter(isListed), [kits])
  const parts = useParts(kits, words)
  const kit = kitAt(useLocation(), { kits, find })
  const fixed = useFixed(kit)
  const isWhole = read === 'all'
  // Before the first key, but after the first render with kits.
  useEffect(() => {
    void afterPaint().then(() => aboutKits(kits, isWhole))
  }, [kits, isWhole])
  const [recent] = useState(readRecent)
  const isSilent = useDelayed(read === 'nothing', SILENT_MS)
  // After the wait, late kits are appended below.
  const [isLate, setLate] = useState(false)
  if (isSilent && !isLate) setLate(true)

  if (words.length === 0) {
    // The latest kits are on top, and would push all others away under a finger.
    if (read === 'nothing' && !isSilent) return { ...NOTHING, words }
    const chosen = recent.flatMap((key) => {
      const known = find(kitIdIn(key))
      if (known) return kitItem(known)
      const among = isAbout(key) ? Object.values(aboutKits(kits, isWhole)).flat() : fixed.all
      return among.find((item) => item.key === key) ?? []
    })
    // Skips the current kit, which is listed already.
    const others = listed.slice(0, MOST_RECENT + 1).filter((one) => one !== kit)
    const latest = {
      name: t('Recent'),
      options: unique(chosen.slice(0, MOST_CHOSEN), others.map(kitItem)),
    }
    const fixedGroups = [
      { name: t('Here'), options: fixed.here },
      { name: t('Actions'), options: fixed.actions },
      { name: t('Places'), options: fixed.places },
      { name: t('Settings'), options: fixed.settings },
    ]
    const groups = isLate ? [...fixedGroups, latest] : [latest, ...fixedGroups]
    return { ...shownOf(groups), words, isReading: read === 'nothing', isSearched: true }
  }

  const about = aboutKits(kits, isWhole)
  const found = (name: keyof typeof MOST, items: readonly Item[]) => ({
    name,
    options: findItems(items, words).slice(0, MOST[name]),
  })
  const groups = [
    { name: t('Kits'), options: searchOn(listed, words).slice(0, MOST.Kits).map(kitItem) },
    { name: t('Parts'), options: parts.found.map(partItem) },
    found('Vehicles', [...about.vehicles, ...fixed.logged]),
    found('Tasks', about.tasks),
    found('Actions', [...fixed.here, ...fixed.actions]),
    found('Settings', fixed.settings),
    found('Places', fixed.places),
  ]
  const shown = shownOf(sorted(groups, words))
  return {
    groups: [...shown.groups, { name: t('Everywhere'), options: everywhere(query.trim()) }],
    count: shown.count,
    words,
    isReading: read !== 'all' || parts.isReading,
    isSearched: parts.isSearched,
  }
}

/** Parts are searched after the kits are rendered: there are ten times as many. */
function useParts(kits: readonly ListedKit[], words: readonly string[]) {
  const { count, isReading } = usePartIndex(kits)
  const searched = usePainted(words)
  const parts = useMemo(
    // `count` triggers a new search while the index grows.
    () => (count >= 0 ? searchParts(kits, searched, MOST.Parts) : []),
    [kits, searched, count],
  )
  // Until the new results are here, old ones that still match stay.
  const found = parts.filter((part) => words.every((word) => part.words.includes(word)))
  return { found, isReading, isSearched: searched === words }
}

/** A value, delayed until its other effects are painted. */
function usePainted<T>(value: T): T {
  return useRead(painted<T>, value) ?? value
}

const painted = <T,>(value: T): Promise<T> => afterPaint().then(() => value)

/** Searches on the server. */
function everywhere(query: string): Item[] {
  return [
    {
      key: 'find',
      title: t('Search all kits for “{query}”', { query }),
      icon: <SearchIcon />,
      recent: '',
      does: findKits(query),
    },
    {
      key: 'find parts',
      title: t('Find parts: {query}', { query }),
      icon: <ReceiptIcon />,
      recent: '',
      does: links.parts({ q: query }),
    },
  ]
}

function shownOf(groups: readonly SearchGroup<Item>[]) {
  const shown = groups.filter(({ options }) => options.length > 0)
  return { groups: shown, count: shown.reduce((sum, { options }) => sum + options.length, 0) }
}

/** A group whose first option starts with the words comes first: "gar" means Garage mode. */
function sorted(groups: SearchGroup<Item>[], words: readonly string[]): SearchGroup<Item>[] {
  const isMeant = ({ name, options: [first] }: SearchGroup<Item>) =>
    name in DONE && first !== undefined && rankOf(first.title, words) === 0
  return [...groups.filter(isMeant), ...groups.filter((group) => !isMeant(group))]
}
const DONE = { Actions: true, Settings: true, Places: true }

/** Items that do not depend on the words. */
function useFixed(kit: ListedKit | null) {
  const account = useAccount()
  const log = useLog()
  const { pathname, search } = useLocation()
  const [offered] = useState(readOffers)
  return useMemo(() => {
    const own = {
      here: [
        // Actions with a shortcut are the most used.
        ...offersOf(undefined, offered).filter(({ keys }) => keys),
        ...(kit ? kitActions(kit, pathname) : []),
        ...offersOf(undefined, offered).filter(({ keys }) => !keys),
      ],
      actions: [...actions(account, pathname + search), ...offersOf('actions', offered)],
      settings: [...settings(account), ...offersOf('settings', offered)],
      places: places(account),
      logged: loggedItems(log ?? []),
    }
    return { ...own, all: Object.values(own).flat() }
  }, [kit, account, log, pathname, search, offered])
}

function offersOf(group: Offer['isOf'], offered: readonly Offer[]): Item[] {
  return offered
    .filter(({ isOf }) => isOf === group)
    .map(({ name, icon, keys, onChoose }) => ({
      key: `do:${name}`,
      title: name,
      icon,
      keys,
      does: onChoose,
    }))
}

function unique(...items: Item[][]): Item[] {
  return [...new Map(items.flat().map((item) => [item.key, item])).values()].slice(0, MOST_RECENT)
}
