import type { Build } from '../data/kits/open/builds.ts'

import { t } from '#shared/words/words.ts'
import { useListPath } from '../data/kits/open/useListPath.ts'
import { copiedText, useKitState } from '../data/kits/state/useKitState.ts'
import { track } from '../data/telemetry/track.ts'
import { toast } from '../ui/browser/toast.ts'

/** A kit's link, for `CopyLink`: it works once the server has the kit, and not before. */
export function useListLink(build: Build, place: 'builder' | 'kit' | 'list') {
  const state = useKitState(build)
  const url = `${location.host}${useListPath(build)}`

  function onCopied() {
    const copied =
      place === 'list'
        ? t('Parts list URL copied to clipboard')
        : t('Build link copied to clipboard')
    track({ name: 'build_link_copy', place })
    toast({ title: t('Link copied!'), text: copiedText(copied, state) })
  }

  return { url, state, onCopied }
}
