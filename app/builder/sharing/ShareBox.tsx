import type { Build } from '../../kits/open/builds.ts'

import { track } from '../../telemetry/track.ts'
import { useListPath } from '../../kits/open/useListPath.ts'
import { copiedText, useKitState } from '../../kits/state/useKitState.ts'
import { CopyLink } from '../../ui/controls/CopyLink.tsx'
import { toast } from '../../ui/layers/toast.ts'
import { t } from '#shared/words/words.ts'

/** The link of the list. It is live once the server has the kit, and not before. */
export function ShareBox({ build, isCompact }: { build: Build; isCompact?: boolean }) {
  const state = useKitState(build)
  function handleCopied() {
    track({ name: 'build_link_copy', place: 'builder' })
    toast({
      title: t('Link copied!'),
      text: copiedText(t('Build link copied to clipboard'), state),
    })
  }
  return (
    <CopyLink
      url={`${location.host}${useListPath(build)}`}
      state={state}
      onCopied={handleCopied}
      {...(isCompact && { isCompact })}
    />
  )
}
