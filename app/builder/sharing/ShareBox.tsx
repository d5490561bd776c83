import type { Build } from '../../data/kits/open/builds.ts'

import { track } from '../../data/telemetry/track.ts'
import { useListPath } from '../../data/kits/open/useListPath.ts'
import { copiedText, useKitState } from '../../data/kits/state/useKitState.ts'
import { CopyLink } from '../../ui/controls/CopyLink.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { t } from '#shared/words/words.ts'

/** Link of the list. It works once the server has the kit, and not before. */
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
