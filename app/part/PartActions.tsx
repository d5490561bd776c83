import { useState } from 'react'

import { useLiveQuery } from 'dexie-react-hooks'
import { useNavigate } from 'react-router-dom'

import type { OpenPart } from '../prices/parts.ts'
import type { OfferView } from './offerView.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { addToKit, readCurrentBuild } from '../kits/open/addToKit.ts'
import { Button } from '../ui/Button.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.ts'
import styles from './Part.module.css'
import { WatchPrice } from './WatchPrice.tsx'

/** What to do with a part beside buying it: into the current kit, or wait for a lower price. */
export function PartActions({
  part,
  best,
  views,
}: {
  part: OpenPart
  best: OfferView | undefined
  views: readonly OfferView[]
}) {
  const navigate = useNavigate()
  const build = useLiveQuery(readCurrentBuild)
  const [isAdding, setAdding] = useState(false)
  const title = build ? kitTitle(build.kit, 'your draft') : ''

  async function handleAdd() {
    if (isAdding) return
    setAdding(true)
    try {
      const added = await addToKit(part, best?.offer ?? views[0]?.offer, build ?? null)
      if (!added) {
        toast({ title: 'This kit is full', text: 'Take a line out first.', tone: 'error' })
        return
      }
      toast({
        title: added.isNew ? 'Added to a new kit' : `Added to ${title}`,
        text: part.name,
        action: { label: 'Open', onPress: () => navigate(links.build(added.buildId)) },
      })
    } catch {
      toast({ title: 'Could not add it', text: 'This device could not store it.', tone: 'error' })
    } finally {
      setAdding(false)
    }
  }

  return (
    <div className={styles.actions}>
      <Button aria-disabled={build === undefined || isAdding} onClick={() => void handleAdd()}>
        <PlusIcon />
        <span className="ellipsis">{build ? `Add to ${title}` : 'Add to a kit'}</span>
      </Button>
      <WatchPrice part={part} best={best} />
    </div>
  )
}
