import { useEffect } from 'react'

import type { Build } from '../kits/open/builds.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { ChecklistIcon } from '../ui/icons.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { loadable } from '../ui/loadable.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import { AutoFill } from './fields/AutoFill.tsx'
import { BasketLink } from './BasketLink.tsx'
import styles from './builder.module.css'
import { Notes } from './Notes.tsx'
import { preloadPickers } from './preloadPickers.ts'
import { RecentBuilds, useRecentBuilds } from './RecentBuilds.tsx'
import { ShareSection } from './ShareLink.tsx'

export { CardMoves } from './parts/CardMoves.tsx'
export { HistoryButtons } from './undo/HistoryButtons.tsx'
export { LinkHint } from './fields/LinkHint.tsx'
export { NearNote } from './fields/NearNote.tsx'
export { PartsTools } from './parts/PartsTools.tsx'

export const JobSheet = loadable(async () => (await import('./jobSheet/JobSheet.tsx')).JobSheet)

/** What stands below the parts. Its code comes after the parts are there to be typed into. */
export function BelowParts({ build, isDesk }: { build: Build; isDesk: boolean }) {
  useEffect(preloadPickers, [])
  const isSheetReady = usePreloaded(JobSheet.preload, true, { isQuiet: true })
  const recent = useRecentBuilds(build.isBlank)
  const hasParts = build.kit.lines.some((line) => !isBlankLine(line))
  // All of it at once: nothing that may be pressed moves away under a finger.
  if (!recent) return null
  return (
    <>
      {build.isBlank && <RecentBuilds builds={recent} />}
      {(isSheetReady || JobSheet.isHere()) && <JobSheet kit={build.kit} />}
      <BasketLink build={build} />
      <div className={styles.columns}>
        <Notes kit={build.kit} />
        <ShareSection build={build} isDesk={isDesk} />
      </div>
      {build.isMine && hasParts && (
        <LinkButton
          size="l"
          className={styles.garage ?? ''}
          isFull={!isDesk}
          to={links.garage(build.kit.id)}
        >
          <ChecklistIcon />
          Garage mode
        </LinkButton>
      )}
      <AutoFill kitId={build.kit.id} />
    </>
  )
}
