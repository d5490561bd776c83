import type { Build } from '../../data/kits/open/builds.ts'

import { useListLink } from '../../show/useListLink.ts'
import { CopyLink } from '../../ui/controls/CopyLink.tsx'

/** Link of the list. */
export function ShareBox({ build, isCompact = false }: { build: Build; isCompact?: boolean }) {
  return <CopyLink {...useListLink(build, 'builder')} isCompact={isCompact} />
}
