import { useRef } from 'react'

import { useNavigate } from 'react-router-dom'

import type { AddedOffer, AddedPart } from '../kits/open/addToKit.ts'
import type { Build } from '../kits/open/builds.ts'

import { goodsCents } from '#shared/catalogue/offer.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { addToKit, readCurrentBuild } from '../kits/open/addToKit.ts'
import { toast } from '../ui/layers/toast.ts'

type Offered = AddedOffer | undefined

/** Puts a part into the kit somebody was last working on, or a new one, and says so. */
export function useAddToKit(): {
  /** Of that kit, '' for a new one. */
  title: string
  isReady: boolean
  /** A part that is on its way already is not added twice. */
  add: (part: AddedPart, offer?: Offered | Promise<Offered>) => void
} {
  const navigate = useNavigate()
  const build = useLiveQuery(readCurrentBuild)
  const adding = useRef(new Set<string>())
  // One after the other: the second goes into the kit that was begun for the first.
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
      // Its code is that of the prices of a kit; without it the part is in the kit all the same.
      const prices = await import('../prices/takePrices.ts').catch(() => null)
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
