import { Link } from 'react-router-dom'

import type { Build } from '../../data/kits/open/builds.ts'

import { isBlankLine, isNamed, type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { items, partsAndPieces } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { isBlankStep } from '#shared/kinds/step.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { copiedText, useKitState } from '../../data/kits/state/useKitState.ts'
import { track } from '../../data/telemetry/track.ts'
import { useAuthor } from '../../data/kits/open/author.ts'
import { useListPath } from '../../data/kits/open/useListPath.ts'
import { hasNumber } from '../../data/prices/hasNumber.ts'
import { useKnownParts } from '../../data/prices/useKnownParts.ts'
import { useKitViewed } from '../../data/telemetry/useKitViewed.ts'
import { PrintedKit } from '../../show/PrintedKit.tsx'
import { CopyLink } from '../../ui/controls/CopyLink.tsx'
import { DockAction } from '../../ui/layers/DockAction.tsx'
import { PencilIcon, CustomizeIcon } from '../../ui/blocks/icons.tsx'
import { LazyMarkup } from '../../ui/text/LazyMarkup.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from './List.module.css'
import { ListTable, PartsCards } from './ListTable.tsx'
import { sumOf } from '../../data/kits/open/sumOf.ts'
import { Sum } from '../../ui/text/Sum.tsx'

const JobSheet = loadable(async () => (await import('../../show/JobSheet.tsx')).JobSheet)
const CataloguePrices = loadable(
  async () => (await import('../../show/catalogue/CataloguePrices.tsx')).CataloguePrices,
)

/** The list itself paints first. */
const PRICES_AFTER_MS = 100

export function ListOpen({ build }: { build: Build }) {
  const { kit, isMine } = build
  const state = useKitState(build)
  const path = useListPath(build)
  const isDesk = useIsDesk()
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const known = useKnownParts(lines)
  const hasSheet = kit.steps.some((step) => !isBlankStep(step))
  const isSheetReady = usePreloaded(JobSheet.preload, hasSheet, { isQuiet: true })
  const isSheetHere = hasSheet && (isSheetReady || JobSheet.isHere())
  const isNumbered = lines.some(hasNumber)
  const arePricesReady = usePreloaded(
    CataloguePrices.preload,
    useDelayed(isNumbered, PRICES_AFTER_MS),
    {
      isQuiet: true,
    },
  )
  useTitle(kitTitle(kit, t('Parts list')))
  useKitViewed(build, 'list')

  function handleCopied() {
    track({ name: 'build_link_copy', place: 'list' })
    toast({
      title: t('Link copied!'),
      text: copiedText(t('Parts list URL copied to clipboard'), state),
    })
  }

  return (
    <div className={`page ${styles.screen}`}>
      <div className={`row between ${styles.top}`}>
        <div className="grow">
          <h1>{t('Shared parts list')}</h1>
          <About build={build} />
        </div>
        {isDesk && <ListAction build={build} />}
      </div>
      <Facts kit={kit} />
      <section className={`card clip ${styles.parts}`}>
        <h2>
          {t('Parts List')} <span className="beside">({items(lines.length)})</span>
        </h2>
        {lines.length === 0 && (
          <p className={`muted ${styles.none}`}>{t('No parts in this list yet')}</p>
        )}
        {lines.length > 0 &&
          (isDesk ? (
            <ListTable lines={lines} known={known} />
          ) : (
            <PartsCards lines={lines} known={known} />
          ))}
      </section>
      {isNumbered && (
        <div className={styles.prices}>
          {(arePricesReady || CataloguePrices.isHere()) && (
            <CataloguePrices build={build} canTake={isMine} />
          )}
        </div>
      )}
      {isSheetHere && <JobSheet steps={kit.steps} className={styles.sheet ?? ''} />}
      {kit.notes.trim() !== '' && (
        <section className={`tape ${styles.notes}`}>
          <h2>{t('Notes')}</h2>
          <LazyMarkup text={kit.notes} />
        </section>
      )}
      <section className={styles.more} aria-labelledby="share-link">
        <h2 id="share-link">{t('Share link')}</h2>
        <CopyLink
          url={`${location.host}${path}`}
          state={state}
          isCompact={state.kind === 'live' || state.kind === 'theirs'}
          onCopied={handleCopied}
        />
        <Link className={styles.passOn} to={links.pass(kit.buildId)}>
          {t('Pass it on without signal, print or export it')}
        </Link>
        <div className={`wrap ${styles.ways}`}>
          {!isMine && (
            <LinkButton to={links.build(kit.buildId)}>
              <PencilIcon />
              {t('Edit this parts list')}
            </LinkButton>
          )}
          <LinkButton to={links.home()}>{t('Back to Home')}</LinkButton>
        </div>
      </section>
      {!isDesk && (
        <DockAction isPhoneOnly>
          <ListAction build={build} />
        </DockAction>
      )}
      <PrintedKit build={build} kit={kit} />
    </div>
  )
}

/** Name, age and author of the kit. */
function About({ build: { kit, isMine } }: { build: Build }) {
  const now = useNow()
  const author = useAuthor(kit.id)
  return (
    <div className={`breaks ${styles.about}`}>
      {isNamed(kit.name) && (
        <p className="strong">
          <bdi>{kit.name}</bdi>
        </p>
      )}
      <p className="muted small">
        {author && !isMine ? (
          <T
            text="Updated {time} by {author}"
            time={dayAndTime(kit.updatedAt, now)}
            author={<bdi>{author}</bdi>}
          />
        ) : (
          t('Updated {time}', { time: dayAndTime(kit.updatedAt, now) })
        )}
      </p>
    </div>
  )
}

function Facts({ kit }: { kit: Kit }) {
  const detail = kit.vehicle ? vehicleDetail(kit.vehicle) : ''
  return (
    <dl className={`card ${styles.facts}`}>
      <div>
        <dt>{t('Vehicle')}</dt>
        <dd>
          {kit.vehicle ? vehicleTitle(kit.vehicle) : <span>{t('No vehicle selected')}</span>}{' '}
          {detail && <span>{detail}</span>}
        </dd>
      </div>
      <div>
        <dt>{t('Task')}</dt>
        <dd>{worded(kit.task) || <span>{t('No task selected')}</span>}</dd>
      </div>
    </dl>
  )
}

/** Total, and the main action: owners edit, others copy. */
function ListAction({ build }: { build: Build }) {
  const { kit, isMine } = build
  const sum = sumOf(build)
  const look = { variant: 'primary', size: 'l', className: styles.main ?? '' } as const
  return (
    <section className={`row ${styles.action}`} aria-label={t('Total and what to do with it')}>
      <div className={`grow breaks ${styles.total}`}>
        <b className="num">
          <Sum sum={sum} />
        </b>
        <span className="num">
          {partsAndPieces(
            kit.lines.filter((line) => !isBlankLine(line)),
            sum.open,
          )}
        </span>
      </div>
      {isMine ? (
        <LinkButton {...look} to={links.build(kit.buildId)}>
          <PencilIcon />
          {t('Edit this parts list')}
        </LinkButton>
      ) : (
        <LinkButton
          {...look}
          to={links.copy(kit.buildId)}
          onClick={() => track({ name: 'customize', place: 'list' })}
        >
          <CustomizeIcon />
          {t('Make it mine')}
        </LinkButton>
      )}
    </section>
  )
}
