import { Link } from 'react-router-dom'

import type { Build } from '../../data/kits/open/builds.ts'

import { isBlankLine, isNamed, type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { items, partsAndPieces } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { track } from '../../data/telemetry/track.ts'
import { useAuthor } from '../../data/kits/open/author.ts'
import { hasNumber } from '../../data/prices/hasNumber.ts'
import { useKitViewed } from '../../data/telemetry/useKitViewed.ts'
import { LazyJobSheet } from '../../show/LazyJobSheet.tsx'
import { PrintedKit } from '../../show/PrintedKit.tsx'
import { useListLink } from '../../show/useListLink.ts'
import { CopyLink } from '../../ui/controls/CopyLink.tsx'
import { DockAction } from '../../ui/layers/DockAction.tsx'
import { PencilIcon, CustomizeIcon } from '../../ui/blocks/icons.tsx'
import { LazyMarkup } from '../../ui/text/LazyMarkup.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from './List.module.css'
import { Lines } from './Lines.tsx'
import { sumOf } from '../../data/kits/open/sumOf.ts'
import { Sum } from '../../ui/text/Sum.tsx'

const CataloguePrices = loadable(
  async () => (await import('../../show/catalogue/CataloguePrices.tsx')).CataloguePrices,
)

/** The list itself paints first. */
const PRICES_AFTER_MS = 100

export function ListOpen({ build }: { build: Build }) {
  const { kit, isMine } = build
  const copying = useListLink(build, 'list')
  const { kind } = copying.state
  const isDesk = useIsDesk()
  const lines = kit.lines.filter((line) => !isBlankLine(line))
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
        {lines.length === 0 ? (
          <p className={`muted ${styles.none}`}>{t('No parts in this list yet')}</p>
        ) : (
          <Lines place="list" kit={kit} lines={lines} sum={sumOf(build)} isDesk={isDesk} />
        )}
      </section>
      {isNumbered && (
        <div className={styles.prices}>
          {(arePricesReady || CataloguePrices.isHere()) && (
            <CataloguePrices build={build} canTake={isMine} />
          )}
        </div>
      )}
      <LazyJobSheet steps={kit.steps} className={styles.sheet ?? ''} />
      {kit.notes.trim() !== '' && (
        <section className={`tape ${styles.notes}`}>
          <h2>{t('Notes')}</h2>
          <LazyMarkup text={kit.notes} />
        </section>
      )}
      <section className={styles.more} aria-labelledby="share-link">
        <h2 id="share-link">{t('Share link')}</h2>
        <CopyLink {...copying} isCompact={kind === 'live' || kind === 'theirs'} />
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
