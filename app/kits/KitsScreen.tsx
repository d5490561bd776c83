import { useLiveQuery } from 'dexie-react-hooks'
import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kit.ts'

import { isBlankLine, isNamed, kitTotalCents } from '#shared/kit.ts'
import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money.ts'
import { vehicleTitle } from '#shared/vehicle.ts'
import { readRecentBuilds } from '../store/builds.ts'
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
  const kits = useLiveQuery(() => readRecentBuilds(SHOWN))
  return (
    <div className="page">
      <div className={styles.top}>
        <div>
          <h1>Kits</h1>
          <p className="muted small">Kits on this device</p>
        </div>
        {kits && kits.length > 0 && (
          <LinkButton variant="primary" to={links.builder()}>
            <PlusIcon />
            Build a Kit
          </LinkButton>
        )}
      </div>
      {!kits && <Skeleton label="Loading kits..." rows={3} />}
      {kits?.length === 0 && (
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
      {kits && kits.length > 0 && (
        <ul className={styles.list}>
          {kits.map((kit) => (
            <li key={kit.id}>
              <KitRow kit={kit} now={now} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function KitRow({ kit, now }: { kit: Kit; now: number }) {
  const named = isNamed(kit.name)
  const lines = kit.lines.filter((line) => !isBlankLine(line)).length
  const vehicle = kit.vehicle ? vehicleTitle(kit.vehicle) : 'No vehicle selected'
  return (
    <Link className={`card ${styles.kit}`} to={links.build(kit.buildId)}>
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
