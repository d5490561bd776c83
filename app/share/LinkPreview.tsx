import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Landed } from '../data/autofill/landLink.ts'

import { linkHost, links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { countFitting } from '#shared/kinds/kitRoom.ts'
import { toast } from '../ui/browser/toast.ts'
import { Arrival } from './Arrival.tsx'
import { NEW, targetTitle, useTargets, WhereTo } from './WhereTo.tsx'

interface LinkPreviewProps {
  link: string
  /** Title at its source, '' for none. */
  name: string
  /** Build id of the target kit, if any. */
  into: string | null
  onClose: () => void
}

/**
 * A shared link before it is stored. Any site can send one here, so kit and shop are named, and
 * only a press adds it.
 */
export function LinkPreview({ link, name, into, onClose }: LinkPreviewProps) {
  const navigate = useNavigate()
  const builds = useTargets(into)
  const [chosen, setChosen] = useState<string | null>(null)
  const host = linkHost(link)
  const wanted = builds?.find(({ kit }) => kit.buildId === into) ?? builds?.[0]
  const target = chosen ?? wanted?.kit.buildId ?? NEW
  const kit = builds?.find((build) => build.kit.buildId === target)?.kit
  const isFull = kit !== undefined && countFitting(kit.lines, [{ name, link }]) === 0

  async function handleAdd() {
    const { landLink } = await import('../data/autofill/landLink.ts')
    const landed = await landLink({ link, name }, target === NEW ? null : target)
    if (!landed.isIn) throw new Error('the kit is full by now')
    void navigate(links.build(landed.buildId), { replace: true })
    toastLanded(landed)
  }

  return (
    <Arrival
      id="link-found"
      title={<T text="Add a link from {host}?" host={<bdi>{host}</bdi>} />}
      take={
        isFull
          ? t('This kit is full')
          : t('Add to {target}', { target: kit ? targetTitle(kit) : t('a new kit') })
      }
      canTake={builds !== null && !isFull}
      onTake={handleAdd}
      onClose={onClose}
    >
      {name !== '' && (
        <p className="breaks">
          <bdi>{name}</bdi>
        </p>
      )}
      <p className="muted small breaks">
        <bdi>{link}</bdi>
      </p>
      <p className="caution">
        {t('This was sent here by another app or page. Add it only if that was you.')}
      </p>
      {builds && <WhereTo builds={builds} target={target} onChoose={setChosen} />}
    </Arrival>
  )
}

/** Toast about an added link, with Undo. */
export function toastLanded({ title, undo }: Landed): void {
  toast({
    title: title === null ? t('Link added') : t('Link added to {title}', { title }),
    action: { label: t('Undo'), onPress: () => void undo() },
  })
}
