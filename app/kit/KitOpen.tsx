import { useState } from 'react'
import { useNavigationType, Link } from 'react-router-dom'

import type { Build } from '../data/kits/open/builds.ts'

import { newBuildId } from '#shared/ids.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t, worded } from '#shared/words/words.ts'
import { useAccount } from '../data/device/account.ts'
import { useKitViewed } from '../data/telemetry/useKitViewed.ts'
import { LazyJobSheet } from '../show/LazyJobSheet.tsx'
import { PrintedKit } from '../show/PrintedKit.tsx'
import { useListLink } from '../show/useListLink.ts'
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
import { PartsList } from './PartsList.tsx'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { CarIcon, HistoryIcon, WrenchIcon, ShareIcon } from '../ui/blocks/icons.tsx'
import { clockTime, dayAndTime } from '../ui/text/time.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { sumOf } from '../data/kits/open/sumOf.ts'
import { CopyLink } from '../ui/controls/CopyLink.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { canShare, shareLink } from '../show/shareLink.ts'

const BelowKit = loadable(async () => (await import('./BelowKit.tsx')).BelowKit)

/** The kit itself paints first. */
const BELOW_AFTER_MS = 100

/** A kit as its link shows it; its owner's later edits are in the builder. */
export function KitOpen({ build }: { build: Build }) {
  const { shared: kit, isMine } = build
  const isDesk = useIsDesk()
  const account = useAccount()
  // A link, not a button that draws an id: it can be opened in another tab.
  const [copyId] = useState(() => newBuildId())
  const customizeTo = links.customize(copyId, build.kit.buildId)
  const editTo = isMine ? links.editKit(kit.id) : null
  const garageTo = isMine ? links.garage(kit.id) : null
  const sum = sumOf(build, kit)
  const actions = { kit, sum, customizeTo, editTo, garageTo }
  const below = useBelow()
  const title = kitTitle(kit, t('Untitled draft'))
  useTitle(title)
  useKitViewed({ kit, isMine }, 'kit')

  return (
    <div className="page">
      <BackLink to={links.kits()}>{t('All kits')}</BackLink>
      <div className={`stack ${styles.columns}`}>
        <div className={`stack ${styles.head}`}>
          <div>
            <Morph name={`kit-${kit.id}`}>
              <h1 className="breaks">{title}</h1>
            </Morph>
            <KitFacts build={build} />
          </div>
          {kit.notes.trim() !== '' && (
            <section className="tape" aria-label={t('Notes')}>
              <LazyMarkup text={kit.notes} />
            </section>
          )}
        </div>
        <aside className={`stack ${styles.aside}`} aria-label={t('Total and sharing')}>
          {isDesk && <ActionCard {...actions} />}
          <ShareLink build={build} isDesk={isDesk} />
        </aside>
        <div className={`stack ${styles.rest}`}>
          <PartsList kit={kit} sum={sum} isDesk={isDesk} />
          <LazyJobSheet steps={kit.steps} />
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
 * Delays the content below until the kit is painted: `due` in the next frame if its code is loaded,
 * else `fetched`, which takes long enough for a placeholder.
 */
function useBelow(): 'fetched' | 'due' | 'shown' {
  const [isHere] = useState(() => BelowKit.isHere())
  const isDue = useDelayed(true, isHere ? 0 : BELOW_AFTER_MS)
  const isReady = usePreloaded(BelowKit.preload, isDue, { isQuiet: true })
  // Back navigation needs the full height at once, to restore the scroll position.
  const isBack = useNavigationType() === 'POP'
  if (isReady || (isBack && isHere)) return 'shown'
  return isHere ? 'due' : 'fetched'
}

/** Vehicle, task and age. */
function KitFacts({ build: { shared: kit, savedAt } }: { build: Build }) {
  const now = useNow()
  const when =
    savedAt === null
      ? t('Updated {when}', { when: dayAndTime(kit.updatedAt, now) })
      : savedWords(savedAt, now)
  return (
    <ul className={`wrap muted ${styles.facts}`}>
      <li>
        <CarIcon />
        {kit.vehicle ? vehicleTitle(kit.vehicle) : t('No vehicle selected')}
      </li>
      <li>
        <WrenchIcon />
        {worded(kit.task) || t('No task selected')}
      </li>
      <li>
        <HistoryIcon />
        {when}
      </li>
    </ul>
  )
}

/** "Saved 11:42 today": people look for a save by its time. */
function savedWords(savedAt: number, now: number): string {
  const time = clockTime(savedAt)
  const when = dayAndTime(savedAt, now)
  if (when === t('today at {time}', { time })) return t('Saved {time} today', { time })
  if (when === t('yesterday at {time}', { time })) return t('Saved {time} yesterday', { time })
  return t('Saved {when}', { when })
}

/** Link to share, and who sees what behind it. */
function ShareLink({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const copying = useListLink(build, 'kit')
  const shared = {
    title: kitTitle(build.shared, t('Parts list')),
    url: `${location.protocol}//${copying.url}`,
  }
  const link = (
    <CopyLink {...copying}>
      {canShare() && (
        <IconButton
          label={t('Share')}
          onClick={() => void shareLink('kit', shared, copying.onCopied)}
        >
          <ShareIcon />
        </IconButton>
      )}
    </CopyLink>
  )
  const more = (
    <Link className={`small ${styles.passOn}`} to={links.pass(build.kit.buildId)}>
      {t('Pass it on without signal, print or export it')}
    </Link>
  )
  if (!isDesk) {
    return (
      <div>
        {link}
        {more}
      </div>
    )
  }
  return (
    <section className={`card ${styles.panel}`}>
      <h2>{t('Share link')}</h2>
      {link}
      {more}
    </section>
  )
}
