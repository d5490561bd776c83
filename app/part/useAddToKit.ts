import { useState } from 'react'

import { useLiveQuery } from 'dexie-react-hooks'
import { useNavigate } from 'react-router-dom'

import type { AddedOffer, AddedPart } from '../kits/open/addToKit.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { addToKit, readCurrentBuild } from '../kits/open/addToKit.ts'
import { toast } from '../ui/toast.ts'

/** Puts a part into the kit somebody was last working on, or a new one, and says so. */
export function useAddToKit(): {
  /** Of that kit, '' for a new one. */
  title: string
  isReady: boolean
  add: (part: AddedPart, offer?: AddedOffer) => void
} {
  const navigate = useNavigate()
  const build = useLiveQuery(readCurrentBuild)
  const [isAdding, setAdding] = useState(false)
  const title = build ? kitTitle(build.kit, 'your draft') : ''

  async function add(part: AddedPart, offer: AddedOffer | undefined): Promise<void> {
    if (isAdding) return
    setAdding(true)
    try {
      const added = await addToKit(part, offer, build ?? null)
      if (!added) {
        toast({ title: 'This kit is full', text: 'Take a line out first.', tone: 'error' })
        return
      }
      toast({
        title: added.isNew ? 'Added to a new kit' : `Added to ${title}`,
        text: part.name || part.partNumber,
        action: { label: 'Open', onPress: () => navigate(links.build(added.buildId)) },
      })
    } catch {
      toast({ title: 'Could not add it', text: 'This device could not store it.', tone: 'error' })
    } finally {
      setAdding(false)
    }
  }

  return {
    title,
    isReady: build !== undefined && !isAdding,
    add: (part, offer) => void add(part, offer),
  }
}
