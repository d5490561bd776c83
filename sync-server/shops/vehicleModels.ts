/** Models of a make and year: the bundled list, and live vPIC if switched on. */
import type { VehicleModels } from '#shared/vehicles/makes.ts'

import { MAKES, modelsFor, MORE_MAKES, unionOfModels } from '#shared/vehicles/makes.ts'
import shipped from '#shared/vehicles/vehicleModels.json' with { type: 'json' }

const TIMEOUT_MS = 3_000
const FRESH_MS = 24 * 3_600_000
const KEPT_MS = 7 * FRESH_MS
/** Backoff after a failed call. */
const REST_MS = 60_000
/** Cars and multipurpose vehicles; vPIC's trucks would add heavy ones. */
const TYPES = ['car', 'mpv'] as const
const MAX_NAME = 60

export interface VehicleModelsDeps {
  env: { VPIC_URL: string | undefined }
  fetch: typeof fetch
  now: () => number
}

interface Live {
  names: string[]
  readAt: number
  /** Time of the next call. */
  nextAt: number
}

/**
 * Models of a make and year, sorted; [] without a list. vPIC's answers add to the bundled list, for
 * a day, or for seven while vPIC does not answer. They never remove a name: an empty or failed
 * answer leaves the list as it is.
 */
export function createVehicleModels(deps: VehicleModelsDeps) {
  const live = new Map<string, Live>()

  async function refresh(make: string, year: number): Promise<string[]> {
    const key = `${make}/${year}`
    const known = live.get(key)
    const at = deps.now()
    if (known && at < known.nextAt) return known.names
    const names = await askVpic(deps, make, year).catch(() => null)
    if (names && names.length > 0) {
      live.set(key, { names, readAt: at, nextAt: at + FRESH_MS })
      return names
    }
    const isKept = known !== undefined && at - known.readAt < KEPT_MS
    const old = isKept ? known : { names: [], readAt: at }
    live.set(key, { ...old, nextAt: at + REST_MS })
    return old.names
  }

  return async (typed: string, year: number): Promise<string[]> => {
    const make = knownMake(typed)
    if (make === null) return []
    const list = modelsFor(shipped as VehicleModels, make, year)
    if (!deps.env.VPIC_URL) return list
    return unionOfModels(list, await refresh(make, year))
  }
}

function knownMake(typed: string): string | null {
  const key = typed.trim().toLowerCase()
  return [...MAKES, ...MORE_MAKES].find((make) => make.toLowerCase() === key) ?? null
}

/** Throws without a list from the service within 3 seconds. */
async function askVpic(
  { env, fetch: ask }: VehicleModelsDeps,
  make: string,
  year: number,
): Promise<string[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const lists = await Promise.all(
    TYPES.map(async (type) => {
      const address = `${env.VPIC_URL}/vehicles/GetModelsForMakeYear/make/${encodeURIComponent(make)}/modelyear/${year}/vehicletype/${type}?format=json`
      const answer = await ask(address, { signal, redirect: 'error' })
      if (!answer.ok) throw new Error(`vPIC answered ${answer.status}`)
      return namesIn((await answer.json()) as unknown, make)
    }),
  )
  return lists.flat()
}

/** vPIC matches makes by substring: only the exact one counts. */
function namesIn(answer: unknown, make: string): string[] {
  const results = fieldOf(answer, 'Results')
  if (!Array.isArray(results)) throw new Error('vPIC answered without Results')
  return results.flatMap((result: unknown) => {
    const name = fieldOf(result, 'Model_Name')
    const ofMake = fieldOf(result, 'Make_Name')
    const isOfMake = typeof ofMake === 'string' && ofMake.toLowerCase() === make.toLowerCase()
    const isName = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME
    return isOfMake && isName ? [name.trim()] : []
  })
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
