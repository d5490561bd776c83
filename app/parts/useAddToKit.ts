import { useRef } from 'react'

import { useNavigate } from 'react-router-dom'

import type { AddedOffer, AddedPart } from '../data/kits/index/addToKit.ts'
import type { Build } from '../data/kits/open/builds.ts'

import { goodsCents } from '#shared/catalogue/offer.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../data/device/useLiveQuery.ts'
import { addToKit, readCurrentBuild } from '../data/kits/index/addToKit.ts'
import { toast } from '../ui/browser/toast.ts'

type Offered = AddedOffer | undefined

/** Adds a part to the last edited kit, or a new one, with a toast. */
export function useAddToKit(): {
  /** Title of that kit, '' for a new one. */
  title: string
  isReady: boolean
  /** Ignores a part whose addition is under way. */
  add: (part: AddedPart, offer?: Offered | Promise<Offered>) => void
} {
  const navigate = useNavigate()
  const build = useLiveQuery(readCurrentBuild)
  const adding = useRef(new Set<string>())
  // In sequence: the second part goes into the kit begun for the first.
  const last = useRef<Promise<unknown>>(Promise.resolve())

  async function put(part: AddedPart, offer: Offered): Promise<void> {
    const into = await readCurrentBuild()
    const added = await addToKit(part, offer, into)
    if (!added) {
      toast({ title: t('This kit is full'), text: t('Take a line out first.'), tone: 'error' })
      return
    }
    const { lineId: id, buildId } = added
    if (offer) {
      const { merchant, asOf: at, cents } = offer
      // The price's origin is optional: a failed import does not matter.
      const prices = await import('../data/prices/takePrices.ts').catch(() => null)
      prices?.notePrices([{ id, price: goodsCents(cents), at, merchant }])
    }
    toast({
      title: into ? t('Added to {kit}', { kit: titleOf(into) }) : t('Added to a new kit'),
      text: part.name || part.partNumber,
      action: { label: t('Open'), onPress: () => void navigate(links.build(buildId)) },
    })
  }

  async function add(part: AddedPart, offer: Offered | Promise<Offered>): Promise<void> {
    const key = `${part.partNumber} ${part.brand} ${part.name}`
    if (adding.current.has(key)) return
    adding.current.add(key)
    try {
      const found = await offer
      const putNext = () => put(part, found)
      const done = last.current.then(putNext, putNext)
      last.current = done
      await done
    } catch {
      toast({
        title: t('Could not add it'),
        text: t('This device could not store it.'),
        tone: 'error',
      })
    } finally {
      adding.current.delete(key)
    }
  }

  return {
    title: build ? titleOf(build) : '',
    isReady: build !== undefined,
    add: (part, offer) => void add(part, offer),
  }
}

const titleOf = ({ kit }: Build) => kitTitle(kit, t('your draft'))
