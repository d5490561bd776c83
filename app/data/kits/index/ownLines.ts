/** Own lines for suggestions: those of one vehicle first. */
import { isKitAlive } from '#shared/cells/cells.ts'
import { isBlankLine, isVehicle, kitTitle, type Line } from '#shared/kinds/kit.ts'
import { type Vehicle, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { type Build, readBuild } from '../open/builds.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { readRecentBuilds } from './ownBuilds.ts'
import { inRuns } from '../../device/ranges.ts'

/** Enough for suggestions, and read in a moment. */
const LATEST = 60
const OF_VEHICLE = 40
const AT_ONCE = 200

export interface OwnLine {
  line: Line
  kitId: string
  kit: string
  isOfVehicle: boolean
}

/** Lines of the latest kits and of the vehicle's, latest change first. */
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

/** The vehicle's kits beyond the latest; read in runs, so no keystroke waits for thousands. */
async function readOfVehicle(wanted: string, known: ReadonlySet<string>): Promise<Build[]> {
  const principal = shownPrincipal()
  const ids: string[] = []
  for await (const rows of inRuns(db.rows, principal, 'kit', AT_ONCE)) {
    for (const { id, mine, cells } of rows) {
      const vehicle = cells['vehicle']?.[0] ?? null
      const isOf = isVehicle(vehicle) && vehicleTitle(vehicle) === wanted
      if (isOf && mine && isKitAlive(cells) && !known.has(id)) ids.push(id)
    }
    if (ids.length >= OF_VEHICLE) break
  }
  const builds = await Promise.all(
    ids.slice(0, OF_VEHICLE).map((id) => readBuild(id, '', principal)),
  )
  return builds.filter((build) => !build.isGone)
}
