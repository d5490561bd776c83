import { useMemo, useState } from 'react'

import type { Build } from '../kits/open/builds.ts'
import type { PlaceChoice } from '../show/car/carPlaces.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { isBlankLine, neededLines } from '#shared/kinds/kit.ts'
import { hasPlace } from '#shared/vehicles/places.ts'
import { t } from '#shared/words/words.ts'
import { CarPlaces } from '../show/car/CarPlaces.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { CarIcon, ClipboardListIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx'
import styles from './Garage.module.css'
import { GarageDock } from './GarageDock.tsx'
import { GarageHead } from './GarageHead.tsx'
import { GarageList } from './GarageList.tsx'
import { GarageSetup } from './GarageSetup.tsx'
import { headlineOf } from './headline.ts'
import { JobDone } from './JobDone.tsx'
import { KitPlace } from './KitPlace.tsx'
import { Progress } from './Progress.tsx'
import { setGarage, useGarageSettings } from './settings.ts'
import { countStatuses } from './statusWords.ts'
import { useMarks } from './useMarks.ts'
import { useWakeLock } from './useWakeLock.ts'

const CataloguePrices = loadable(
  async () => (await import('../show/catalogue/CataloguePrices.tsx')).CataloguePrices,
)

/** The kit as its owner left it a moment ago, also what was not saved for others yet. */
export function GarageOpen({ build }: { build: Build }) {
  const { kit } = build
  const marks = useMarks(build)
  const isScreenOn = useWakeLock()
  /** The lines that were to be bought when that was asked for; a marked one stays under the thumb. */
  const [toBuy, setToBuy] = useState<ReadonlySet<string> | null>(null)
  const [choice, setChoice] = useState<PlaceChoice | null>(null)
  const isDesk = useIsDesk()
  // A phone has room for it or for five parts.
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

  /** What is folded away hides no part. */
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
    <div className={`page ${styles.screen}`}>
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
        <section className={styles.note} aria-label={t('Mind this')}>
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
