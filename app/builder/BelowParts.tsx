import { useEffect } from 'react'

import type { Build } from '../kits/open/builds.ts'
import type { Taken } from '../prices/linePrices.ts'
import type { RowTake } from './parts/rowTakes.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { formatCents } from '#shared/money.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { ChecklistIcon } from '../ui/blocks/icons.tsx'
import { CataloguePrices } from '../show/catalogue/CataloguePrices.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { AutoFill } from './fields/AutoFill.tsx'
import { BasketLink } from './BasketLink.tsx'
import styles from './builder.module.css'
import { Notes } from './Notes.tsx'
import { useRowTakes } from './parts/rowTakes.ts'
import { preloadPickers } from './preloadPickers.ts'
import { RecentBuilds, useRecentBuilds } from './RecentBuilds.tsx'
import { asOneEdit } from './undo/undo.ts'
import { ShareSection } from './sharing/ShareLink.tsx'

export { CardMoves } from './parts/CardMoves.tsx'
export { HistoryButtons } from './undo/HistoryButtons.tsx'
export { LinkHint } from './fields/LinkHint.tsx'
export { NearNote } from './fields/NearNote.tsx'
export { PartsTools } from './grid/PartsTools.tsx'

export const JobSheet = loadable(async () => (await import('./jobSheet/JobSheet.tsx')).JobSheet)

/** The rows show it as well. */
function tellRows(takes: readonly Taken[], take: (taken: readonly Taken[]) => void): void {
  const byLine = takes.map((one): [string, RowTake] => {
    const { line, best, takeCents } = one
    const words = t('Use {amount} for {part}, from {standing} at {merchant}', {
      amount: formatCents(takeCents),
      part: line.name || line.partNumber,
      standing: best.standing.text,
      merchant: best.offer.merchant,
    })
    return [line.id, { cents: takeCents, words, onTake: () => take([one]) }]
  })
  useRowTakes.setState(Object.fromEntries(byLine), true)
}

/** What stands below the parts. Its code comes after the parts are there to be typed into. */
export function BelowParts({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const { kit } = build
  useEffect(preloadPickers, [])
  const isSheetReady = usePreloaded(JobSheet.preload, true, { isQuiet: true })
  const recent = useRecentBuilds(build.isBlank)
  const hasParts = kit.lines.some((line) => !isBlankLine(line))
  // All of it at once: nothing that may be pressed moves away under a finger.
  if (!recent) return null
  return (
    <>
      {build.isBlank && <RecentBuilds builds={recent} />}
      <CataloguePrices build={build} canTake asOneEdit={asOneEdit} onTakes={tellRows} />
      <BasketLink build={build} />
      {(isSheetReady || JobSheet.isHere()) && <JobSheet kitId={kit.id} steps={kit.steps} />}
      <div className={styles.columns}>
        <Notes kitId={kit.id} notes={kit.notes} />
        <ShareSection build={build} isDesk={isDesk} />
      </div>
      {build.isMine && hasParts && (
        <LinkButton
          size="l"
          className={styles.garage ?? ''}
          isFull={!isDesk}
          to={links.garage(kit.id)}
        >
          <ChecklistIcon />
          {t('Garage mode')}
        </LinkButton>
      )}
      <AutoFill kitId={kit.id} />
    </>
  )
}
