import { useMemo, useState, memo } from 'react'
import { Link } from 'react-router-dom'

import type { Build } from '../data/kits/open/builds.ts'
import type { PlaceChoice } from '../show/car/carPlaces.ts'

import { type Kit, kitTitle, isBlankLine, neededLines } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { hasPlace } from '#shared/vehicles/places.ts'
import { t, worded } from '#shared/words/words.ts'
import { CarPlaces } from '../show/car/CarPlaces.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import {
  CarIcon,
  ClipboardListIcon,
  CloseIcon,
  PencilIcon,
  CircleCheckIcon,
} from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx'
import styles from './Garage.module.css'
import { GarageDock } from './GarageDock.tsx'
import { GarageList } from './GarageList.tsx'
import { headlineOf } from './headline.ts'
import { Progress } from './Progress.tsx'
import { setGarage, useGarageSettings } from './settings.ts'
import { countStatuses } from './statusWords.ts'
import { useMarks } from './useMarks.ts'
import { useWakeLock } from './useWakeLock.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { Morph } from '../ui/blocks/Morph.tsx'
import { ScreenHead } from '../ui/blocks/ScreenHead.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { useKitState } from '../data/kits/state/useKitState.ts'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'

const CataloguePrices = loadable(
  async () => (await import('../show/catalogue/CataloguePrices.tsx')).CataloguePrices,
)

/** The live kit, unsaved edits included. */
export function GarageOpen({ build }: { build: Build }) {
  const { kit } = build
  const marks = useMarks(build)
  const isScreenOn = useWakeLock()
  /** Lines to buy when the filter was set; a marked one stays under the thumb. */
  const [toBuy, setToBuy] = useState<ReadonlySet<string> | null>(null)
  const [choice, setChoice] = useState<PlaceChoice | null>(null)
  const isDesk = useIsDesk()
  // A phone has room for the car or for five parts.
  const isCarOpen = useGarageSettings((settings) => settings.isCarOpen) ?? isDesk
  const lines = neededLines(kit.lines)
  const counts = countStatuses(lines, marks.statusOf)
  const { steps, notes } = kit
  const arePricesReady = usePreloaded(CataloguePrices.preload, true, { isQuiet: true })
  const arePricesHere = arePricesReady || CataloguePrices.isHere()
  const headline = useMemo(() => headlineOf({ steps, notes }), [steps, notes])
  useTitle(t('Garage mode, {title}', { title: kitTitle(kit, t('Untitled draft')) }))

  function handleFilter(isOn: boolean) {
    const needed = lines.filter(({ id }) => marks.statusOf(id) === 'need')
    setToBuy(isOn ? new Set(needed.map(({ id }) => id)) : null)
  }

  /** A closed car must not filter the parts. */
  function handleCar() {
    setGarage({ isCarOpen: !isCarOpen })
    setChoice(null)
  }

  const isMapped = lines.filter(({ name }) => hasPlace(name)).length > 1
  const there = isMapped && choice ? lines.filter(choice.isAt) : []
  const here = there.length > 0 ? there : lines
  const shown = toBuy
    ? here.filter(({ id }) => toBuy.has(id) || marks.statusOf(id) === 'need')
    : here
  return (
    <div className={`page stack ${styles.screen}`}>
      <GarageHead kit={kit} />
      {lines.length > 0 && (
        <Progress counts={counts} isScreenOn={isScreenOn}>
          <Button
            variant={toBuy ? 'soft' : 'secondary'}
            aria-pressed={toBuy !== null}
            onClick={() => handleFilter(toBuy === null)}
          >
            {t('Still to buy ({count})', { count: counts.need })}
          </Button>
          {isMapped && (
            <Button
              className={styles.car}
              variant={isCarOpen ? 'soft' : 'secondary'}
              aria-label={t('Where on the car')}
              aria-expanded={isCarOpen}
              onClick={handleCar}
            >
              <CarIcon />
            </Button>
          )}
        </Progress>
      )}
      {headline && (
        <section className={`breaks ${styles.note}`} aria-label={t('Mind this')}>
          <h2 className="num">{headline.title}</h2>
          {headline.text && <p>{headline.text}</p>}
        </section>
      )}
      {isMapped && isCarOpen && (
        <CarPlaces
          lines={lines}
          car={{ vehicle: kit.vehicle, vin: build.vin }}
          choice={choice}
          onChoose={setChoice}
          isTight
        />
      )}
      {lines.length === 0 ? (
        <EmptyState
          mark={<ClipboardListIcon />}
          title={
            kit.lines.every(isBlankLine)
              ? t('No parts in this kit yet')
              : t('No part of this kit is needed')
          }
          text={t('Add them in the builder, with or without signal.')}
          action={<LinkButton to={links.editKit(kit.id)}>{t('Open in the builder')}</LinkButton>}
        />
      ) : (
        <GarageList lines={shown} marks={marks} />
      )}
      {lines.length > 0 && counts.fitted === counts.all && (
        <JobDone kitId={kit.id} isOne={lines.length === 1} />
      )}
      <GarageSetup />
      <KitPlace build={build} />
      {/* Last: what comes later moves nothing. */}
      {arePricesHere && <CataloguePrices build={build} canTake />}
      <GarageDock kit={kit} marks={marks} hasParts={lines.length > 0} />
      <VisuallyHidden role="status">{marks.said}</VisuallyHidden>
    </div>
  )
}

/** Title and links in the header: the screen below belongs to the parts. */
const GarageHead = memo(function GarageHead({ kit }: { kit: Kit }) {
  const title = kitTitle(kit, t('Untitled draft'))
  const vehicle = kit.vehicle ? vehicleTitle(kit.vehicle) : t('No vehicle selected')
  const about = [vehicle, worded(kit.task)].filter(Boolean).join(', ')
  return (
    <ScreenHead>
      <Link className={styles.leave} to={links.kit(kit.id)} aria-label={t('Leave garage mode')}>
        <CloseIcon />
      </Link>
      <div className="grow">
        <Morph name={`kit-${kit.id}`}>
          <h1 className={`breaks ${styles.title}`}>{title}</h1>
        </Morph>
        {/* A kit without a name is called by these words already. */}
        {about !== title && <p className={`muted ellipsis tiny ${styles.vehicle}`}>{about}</p>}
      </div>
      <Link className={styles.edit} to={links.editKit(kit.id)} aria-label={t('Edit Kit')}>
        <PencilIcon />
      </Link>
    </ScreenHead>
  )
})

/** All parts are fitted: offers to log the job. */
function JobDone({ kitId, isOne }: { kitId: string; isOne: boolean }) {
  return (
    <section className={`row wrap ${styles.done}`} aria-label={t('Job done')}>
      <p className="row grow" role="status">
        <CircleCheckIcon />
        <b>{isOne ? t('The part is fitted.') : t('All parts are fitted.')}</b>
      </p>
      <LinkButton variant="primary" size="l" to={links.logJob(kitId)}>
        {t('Log this job')}
      </LinkButton>
    </section>
  )
}

/** Settings of garage mode. */
const GarageSetup = memo(function GarageSetup() {
  const { isLeftHanded, isDark } = useGarageSettings()
  return (
    <section className={styles.setup} aria-label={t('Settings of garage mode')}>
      <Checkbox
        checked={isLeftHanded}
        onChange={({ target }) => setGarage({ isLeftHanded: target.checked })}
      >
        {t('Boxes on the left, for the left hand')}
      </Checkbox>
      <Checkbox checked={isDark} onChange={({ target }) => setGarage({ isDark: target.checked })}>
        {t('Dark in garage mode')}
      </Checkbox>
    </section>
  )
})

/** Sync state of the marks. At the end of the page, so that it moves no part under a thumb. */
function KitPlace({ build }: { build: Build }) {
  const { status, statusMark, hasArrived } = useKitState(build)
  return (
    <p className={`row muted small ${styles.place}`}>
      {statusMark && <WitnessMark state={statusMark} isDrawn={hasArrived} />}
      {status}
    </p>
  )
}
