import { useLiveQuery } from 'dexie-react-hooks'
import { Link } from 'react-router-dom'

import type { Build } from '../store/builds.ts'

import { isBlankLine, isNamed, kitTotalCents } from '#shared/kit.ts'
import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money.ts'
import { vehicleTitle } from '#shared/vehicle.ts'
import { readRecentBuilds } from '../store/ownBuilds.ts'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ChevronRightIcon, PlusIcon } from '../ui/icons.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { dayAndTime } from '../ui/time.ts'
import { useNow } from '../ui/useNow.ts'
import { WitnessMark } from '../ui/WitnessMark.tsx'
import styles from './Kits.module.css'

const SHOWN = 200

/** The kits of this device, the latest change first. */
export function KitsScreen() {
  const now = useNow()
  const builds = useLiveQuery(() => readRecentBuilds(SHOWN))
  return (
    <div className="page">
      <div className={styles.top}>
        <div>
          <h1>Kits</h1>
          <p className="muted small">Kits on this device</p>
        </div>
        {builds && builds.length > 0 && (
          <LinkButton variant="primary" to={links.builder()}>
            <PlusIcon />
            Build a Kit
          </LinkButton>
        )}
      </div>
      {!builds && <Skeleton label="Loading kits..." rows={3} />}
      {builds?.length === 0 && (
        <EmptyState
          mark={<WitnessMark state="device" />}
          title="No kits yet"
          text="Create your first kit using the Builder tab"
          action={
            <LinkButton variant="primary" to={links.builder()}>
              Build a Kit
            </LinkButton>
          }
        />
      )}
      {builds && builds.length > 0 && (
        <ul className={styles.list}>
          {builds.map((build) => (
            <li key={build.kit.id}>
              <KitRow build={build} now={now} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A saved kit leads to its page, a draft to the builder. */
function KitRow({ build, now }: { build: Build; now: number }) {
  const { kit, savedAt } = build
  const named = isNamed(kit.name)
  const lines = kit.lines.filter((line) => !isBlankLine(line)).length
  const vehicle = kit.vehicle ? vehicleTitle(kit.vehicle) : 'No vehicle selected'
  return (
    <Link
      className={`card ${styles.kit}`}
      to={savedAt === null ? links.build(kit.buildId) : links.kit(kit.buildId)}
    >
      <span className={classes(styles.name, !named && styles.draft)}>
        {named ? kit.name : 'Untitled draft'}
      </span>
      <span className={`price ${styles.total}`}>{formatCents(kitTotalCents(kit.lines))}</span>
      <span className={`muted small ${styles.about}`}>
        {vehicle} / {kit.task || 'No task selected'}
      </span>
      <span className={`muted small ${styles.facts}`}>
        {lines === 1 ? '1 line' : `${lines} lines`}. Updated {dayAndTime(kit.updatedAt, now)}
      </span>
      <ChevronRightIcon />
    </Link>
  )
}
