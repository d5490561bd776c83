import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Landed } from '../autofill/landLink.ts'

import { linkHost, links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { countFitting } from '#shared/kinds/kitRoom.ts'
import { toast } from '../ui/layers/toast.ts'
import { Arrival } from './Arrival.tsx'
import styles from './pass.module.css'
import { NEW, targetTitle, useTargets, WhereTo } from './WhereTo.tsx'

interface LinkPreviewProps {
  link: string
  /** What it is called where it comes from, '' for nothing. */
  name: string
  /** The kit it is meant for, if any. */
  into: string | null
  onClose: () => void
}

/**
 * A link that was shared, before anything of it is kept: any site can send one here, so the kit and
 * the shop are named, and only a press adds it.
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
    const { landLink } = await import('../autofill/landLink.ts')
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
        <p className={styles.found}>
          <bdi>{name}</bdi>
        </p>
      )}
      <p className={`muted small ${styles.found}`}>
        <bdi>{link}</bdi>
      </p>
      <p className={styles.note}>
        {t('This was sent here by another app or page. Add it only if that was you.')}
      </p>
      {builds && <WhereTo builds={builds} target={target} onChoose={setChosen} />}
    </Arrival>
  )
}

/** Tells of a link that is in a kit now, and takes it out again on request. */
export function toastLanded({ title, undo }: Landed): void {
  toast({
    title: title === null ? t('Link added') : t('Link added to {title}', { title }),
    action: { label: t('Undo'), onPress: () => void undo() },
  })
}
