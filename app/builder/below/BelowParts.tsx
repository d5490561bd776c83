import { useEffect } from 'react'
import { Link } from 'react-router-dom'

import type { Build } from '../../data/kits/open/builds.ts'
import type { Taken } from '../../data/prices/linePrices.ts'

import { isBlankLine, type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { formatCents } from '#shared/money/money.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { ChecklistIcon, ReceiptIcon, ChevronRightIcon } from '../../ui/blocks/icons.tsx'
import { CataloguePrices } from '../../show/catalogue/CataloguePrices.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { AutoFill } from '../fields/AutoFill.tsx'
import styles from '../builder.module.css'
import { Notes } from './Notes.tsx'
import { type RowTake, useRowTakes } from '../rows/rowTakes.ts'
import { asOneEdit } from '../undo/undo.ts'
import { ShareSection } from '../sharing/ShareLink.tsx'
import { TaskPicker, VehiclePicker } from '../../show/lazyPickers.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { readRecentBuilds } from '../../data/kits/index/ownBuilds.ts'
import { dayAndTime } from '../../ui/text/time.ts'

export { CardMoves } from '../grid/CardMoves.tsx'
export { HistoryButtons } from '../grid/HistoryButtons.tsx'
export { LinkHint } from '../fields/LinkHint.tsx'
export { NearNote } from '../fields/NearNote.tsx'
export { PartsTools } from '../grid/PartsTools.tsx'

export const JobSheet = loadable(async () => (await import('../jobSheet/JobSheet.tsx')).JobSheet)

/** Shows the takes in their rows too. */
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

/** Everything below the parts. Its code loads after the parts can be typed into. */
export function BelowParts({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const { kit } = build
  useEffect(preloadPickers, [])
  const isSheetReady = usePreloaded(JobSheet.preload, true, { isQuiet: true })
  const recent = useRecentBuilds(build.isBlank)
  const hasParts = kit.lines.some((line) => !isBlankLine(line))
  // All at once: nothing that may be pressed moves away under a finger.
  if (!recent) return null
  return (
    <>
      {build.isBlank && <RecentBuilds builds={recent} />}
      <CataloguePrices build={build} canTake asOneEdit={asOneEdit} onTakes={tellRows} />
      <BasketLink build={build} />
      {(isSheetReady || JobSheet.isHere()) && <JobSheet kitId={kit.id} steps={kit.steps} />}
      <div className={`stack ${styles.columns}`}>
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

/** Link to the cheapest basket, once a part may have offers. */
function BasketLink({ build: { kit } }: { build: Build }) {
  if (!kit.lines.some(({ partNumber }) => partNumber.trim() !== '')) return null
  return (
    <Link className={`row ${styles.basket}`} to={links.basket(kit.buildId)}>
      <ReceiptIcon />
      {t('Cheapest basket for these parts')}
    </Link>
  )
}

const WITHOUT_IDLE_MS = 2_000

/**
 * Preloads the pickers when idle, so that the first press opens one at once. Only from the worker's
 * cache: a first visit has better use for the connection.
 */
function preloadPickers(): void {
  // Absent on plain http, whatever the types say; and Safari has no requestIdleCallback.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers?.controller) return
  const load = () => {
    const pickers = [VehiclePicker.preload(), TaskPicker.preload()]
    // The press reports a failed load.
    void Promise.all(pickers).catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load)
  else setTimeout(load, WITHOUT_IDLE_MS)
}

const MOST_SHOWN = 3
const NONE: readonly Build[] = []

/**
 * This device's latest drafts, for an empty build: people who open the app want their work.
 * @returns undefined while loading
 */
function useRecentBuilds(isEmpty: boolean): readonly Build[] | undefined {
  const builds = useLiveQuery(() => (isEmpty ? readRecentBuilds(MOST_SHOWN) : NONE), [isEmpty])
  // Non-empty builds do not wait for the query.
  return isEmpty ? builds : NONE
}

function RecentBuilds({ builds }: { builds: readonly Build[] }) {
  return (
    <>
      {builds.length > 0 && <GoOn builds={builds} />}
      <p className="small after">
        <Link to={links.receive()}>{t('Receive a kit or import a list of parts')}</Link>
      </p>
    </>
  )
}

function GoOn({ builds }: { builds: readonly Build[] }) {
  return (
    <section className={styles.section} aria-labelledby="go-on">
      <h2 id="go-on">{t('Go on with')}</h2>
      <ul className="card links">
        {builds.map(({ kit }) => (
          <li key={kit.id}>
            <Link to={links.build(kit.buildId)}>
              <span className="grow">
                <b className="ellipsis">{kitTitle(kit, t('Kit without a name'))}</b>
                <span className="muted small">{detailOf(kit)}</span>
              </span>
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function detailOf(kit: Kit): string {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const when = t('changed {when}', { when: dayAndTime(kit.updatedAt, Date.now()) })
  return `${parts(lines.length)}, ${when}`
}
