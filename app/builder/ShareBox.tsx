import type { Build } from '../kits/open/builds.ts'

import { track } from '../telemetry/track.ts'
import { useListPath } from '../kits/open/useListPath.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { toast } from '../ui/toast.ts'

/** The link of the list. It is live once the server has the kit, and not before. */
export function ShareBox({ build, isCompact }: { build: Build; isCompact?: boolean }) {
  function handleCopied() {
    track({ name: 'build_link_copy', place: 'builder' })
    toast({
      title: 'Link copied!',
      text: build.isLive
        ? 'Build link copied to clipboard'
        : 'Build link copied to clipboard. It opens for others once this list has synced.',
    })
  }
  return (
    <CopyLink
      url={`${location.host}${useListPath(build)}`}
      isLive={build.isLive}
      onCopied={handleCopied}
      {...(isCompact && { isCompact })}
    />
  )
}
