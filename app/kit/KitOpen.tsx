import { useState } from 'react'
import { useNavigationType } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'

import { newBuildId } from '#shared/ids.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { isBlankStep } from '#shared/kinds/step.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../device/account.ts'
import { useKitViewed } from '../telemetry/useKitViewed.ts'
import { PrintedKit } from '../show/PrintedKit.tsx'
import { BackLink } from '../ui/blocks/BackLink.tsx'
import { LazyMarkup } from '../ui/text/LazyMarkup.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { Morph } from '../ui/blocks/Morph.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { useDelayed } from '../ui/browser/useDelayed.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import styles from './Kit.module.css'
import { ActionCard, ActionDock } from './KitActions.tsx'
import { KitFacts } from './KitFacts.tsx'
import { PartsList } from './parts/PartsList.tsx'
import { ShareLink } from './ShareLink.tsx'

const JobSheet = loadable(async () => (await import('./JobSheet.tsx')).JobSheet)
const BelowKit = loadable(async () => (await import('./BelowKit.tsx')).BelowKit)

/** The kit itself comes first, and is painted. */
const BELOW_AFTER_MS = 100

/** What the link shows to everybody; its owner's later changes wait in the builder. */
export function KitOpen({ build }: { build: Build }) {
  const { shared: kit, isMine } = build
  const isDesk = useIsDesk()
  const account = useAccount()
  // A link and not a press that draws an id: it can be opened in another tab.
  const [copyId] = useState(() => newBuildId())
  const customizeTo = links.customize(copyId, build.kit.buildId)
  const editTo = isMine ? links.editKit(kit.id) : null
  const garageTo = isMine ? links.garage(kit.id) : null
  const actions = { kit, customizeTo, editTo, garageTo }
  const below = useBelow()
  const hasSheet = kit.steps.some((step) => !isBlankStep(step))
  const isSheetReady = usePreloaded(JobSheet.preload, hasSheet, { isQuiet: true })
  const isSheetHere = hasSheet && (isSheetReady || JobSheet.isHere())
  const title = kitTitle(kit, t('Untitled draft'))
  useTitle(title)
  useKitViewed({ kit, isMine }, 'kit')

  return (
    <div className="page">
      <BackLink to={links.kits()}>{t('All kits')}</BackLink>
      <div className={styles.columns}>
        <div className={styles.head}>
          <div>
            <Morph name={`kit-${kit.id}`}>
              <h1 className={styles.name}>{title}</h1>
            </Morph>
            <KitFacts build={build} />
          </div>
          {kit.notes.trim() !== '' && (
            <section className={styles.notes} aria-label={t('Notes')}>
              <LazyMarkup text={kit.notes} />
            </section>
          )}
        </div>
        <aside className={styles.aside} aria-label={t('Total and sharing')}>
          {isDesk && <ActionCard {...actions} />}
          <ShareLink build={build} isDesk={isDesk} />
        </aside>
        <div className={styles.rest}>
          <PartsList kit={kit} isDesk={isDesk} />
          {isSheetHere && <JobSheet steps={kit.steps} />}
          {below === 'shown' && (
            <BelowKit build={build} account={account} {...(!isDesk && editTo && { customizeTo })} />
          )}
          {below === 'fetched' && (
            <div className="card">
              <Skeleton label={t('Loading comments...')} rows={2} />
            </div>
          )}
        </div>
      </div>
      {!isDesk && <ActionDock {...actions} />}
      <PrintedKit build={build} kit={kit} />
    </div>
  )
}

/**
 * What stands below the kit comes once that is painted: `due` in the next frame where its code is
 * here already, else `fetched`, which takes long enough to say so.
 */
function useBelow(): 'fetched' | 'due' | 'shown' {
  const [isHere] = useState(() => BelowKit.isHere())
  const isDue = useDelayed(true, isHere ? 0 : BELOW_AFTER_MS)
  const isReady = usePreloaded(BelowKit.preload, isDue, { isQuiet: true })
  // Who comes back finds the page as high as it was, to be scrolled to where it stood.
  const isBack = useNavigationType() === 'POP'
  if (isReady || (isBack && isHere)) return 'shown'
  return isHere ? 'due' : 'fetched'
}
