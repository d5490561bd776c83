/** The parts that whoever is here has in kits, for suggestions: those of one vehicle before all others. */
import Dexie from 'dexie'

import type { Line } from '#shared/kinds/kit.ts'
import type { Vehicle } from '#shared/vehicles/vehicle.ts'
import type { Build } from '../open/builds.ts'

import { isKitAlive } from '#shared/sync/cells.ts'
import { isBlankLine, isVehicle, kitTitle } from '#shared/kinds/kit.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { readBuild } from '../open/builds.ts'
import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'
import { readRecentBuilds } from './ownBuilds.ts'

/** Enough to know a part again, and read in a moment. */
const LATEST = 60
const OF_VEHICLE = 40
const AT_ONCE = 200

export interface OwnLine {
  line: Line
  kitId: string
  /** What its kit is called. */
  kit: string
  isOfVehicle: boolean
}

/** The lines of the latest kits and of the vehicle's, the latest change first. */
export async function readOwnLines(vehicle: Vehicle | null): Promise<OwnLine[]> {
  const wanted = vehicle && vehicleTitle(vehicle)
  const latest = await readRecentBuilds(LATEST)
  const known = new Set(latest.map(({ kit }) => kit.id))
  const older = wanted === null ? [] : await readOfVehicle(wanted, known)
  return [...latest, ...older].flatMap((build) => linesOf(build, wanted))
}

function linesOf({ kit }: Build, wanted: string | null): OwnLine[] {
  const isOfVehicle =
    wanted !== null && kit.vehicle !== null && vehicleTitle(kit.vehicle) === wanted
  const title = kitTitle(kit, t('Untitled draft'))
  return kit.lines
    .filter((line) => !isBlankLine(line))
    .map((line) => ({ line, kitId: kit.id, kit: title, isOfVehicle }))
}

/** Kits of a vehicle that are not among the latest; in runs, so that no key waits for thousands. */
async function readOfVehicle(wanted: string, known: ReadonlySet<string>): Promise<Build[]> {
  const p = principal()
  const ids: string[] = []
  const last = [p, 'kit', Dexie.maxKey]
  for (let from: unknown[] = [p, 'kit', Dexie.minKey]; ids.length < OF_VEHICLE;) {
    const rows = await db.rows
      .where('[p+kind+id]')
      .between(from, last, false)
      .limit(AT_ONCE)
      .toArray()
    for (const { id, mine, cells } of rows) {
      const vehicle = cells['vehicle']?.[0] ?? null
      const isOf = isVehicle(vehicle) && vehicleTitle(vehicle) === wanted
      if (isOf && mine && isKitAlive(cells) && !known.has(id)) ids.push(id)
    }
    const end = rows.at(-1)
    if (!end || rows.length < AT_ONCE) break
    from = [p, 'kit', end.id]
  }
  const builds = await Promise.all(ids.slice(0, OF_VEHICLE).map((id) => readBuild(id, '', p)))
  return builds.filter((build) => !build.isGone)
}
