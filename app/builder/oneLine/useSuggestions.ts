import { useEffect, useMemo, useState } from 'react'

import type { Build } from '../../kits/open/builds.ts'
import type { KnownPart } from './knownParts.ts'

import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { useSync } from '../../device/syncState.ts'
import { findParts, inCatalogue, onePart, readKnownParts } from './knownParts.ts'

const MOST_SHOWN = 5
/** So many letters say what is meant, and somebody who types on asks for something else. */
const LEAST_ASKED = 3
const ASK_AFTER_MS = 300
/** Of what the catalogue has answered in this page. */
const MOST_KEPT = 300
const NONE: readonly KnownPart[] = []

/**
 * The parts a typed text may mean: those of this device at once, and where there is a signal those of
 * the catalogue once it has answered. Nothing waits for it, and it fails in silence.
 * @param words what is typed of a part's name, maker and number
 * @param isAsked whether somebody is typing
 */
export function useSuggestions(build: Build, words: string, isAsked: boolean) {
  const { kit } = build
  const [here, setHere] = useState(NONE)
  const [answered, setAnswered] = useState(NONE)
  const isOnline = useSync((state) => state.isOnline)
  const vehicle = kit.vehicle && vehicleTitle(kit.vehicle)
  const typed = words.trim()

  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    readKnownParts(kit.vehicle, kit.id).then(
      (parts) => isCurrent && setHere(parts),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- its title says which vehicle it is
  }, [kit.id, vehicle, isAsked])

  useEffect(() => {
    if (!isAsked || !isOnline || typed.length < LEAST_ASKED) return
    let isCurrent = true
    const timer = setTimeout(() => {
      ask(typed).then(
        (parts) =>
          isCurrent && setAnswered((known) => onePart([...parts, ...known]).slice(0, MOST_KEPT)),
        () => undefined,
      )
    }, ASK_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed, isAsked, isOnline])

  const all = useMemo(() => onePart([...here, ...answered]), [here, answered])
  const found = useMemo(
    () => (isAsked ? findParts(all, typed, MOST_SHOWN) : NONE),
    [all, typed, isAsked],
  )
  const brands = useMemo(
    () => [...new Set(all.map(({ manufacturer }) => manufacturer.trim()).filter(Boolean))],
    [all],
  )
  return { found, brands }
}

async function ask(words: string): Promise<KnownPart[]> {
  const { askSearch } = await import('../../prices/askParts.ts')
  return (await askSearch(words, null)).parts.map(inCatalogue)
}
