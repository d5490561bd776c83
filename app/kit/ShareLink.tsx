import type { Build } from '../store/builds.ts'

import { links } from '#shared/links.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { toast } from '../ui/toast.ts'
import styles from './Kit.module.css'

/** The link to give away. It is live once the server has the kit, and not before. */
export function ShareLink({ build, isDesk }: { build: Build; isDesk: boolean }) {
  function handleCopied() {
    const text = 'Build link copied to clipboard'
    toast({
      title: 'Link copied!',
      text: build.isLive ? text : `${text}. It opens for others once this list has synced.`,
    })
  }
  const link = (
    <CopyLink
      url={`${location.host}${links.list(build.kit.buildId)}`}
      isLive={build.isLive}
      onCopied={handleCopied}
    />
  )
  if (!isDesk) return link
  return (
    <section className={`card ${styles.panel}`}>
      <h2>Share link</h2>
      {link}
    </section>
  )
}
