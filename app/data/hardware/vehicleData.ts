/**
 * VIN data on this device: one file per make, fetched when first needed and then cached. Other
 * features must not fetch these files themselves.
 */
import type { VinCar, VinChunk, VinMakes } from '#shared/vehicles/decodeVin.ts'

import { fetchKept, KEPT_FILES } from './fetchKept.ts'
import { carsWithoutModel, decodeVin, makesOfVin } from '#shared/vehicles/decodeVin.ts'
import { vinYears } from '#shared/vehicles/vin.ts'

/** Parallel fetches: a phone's link is shared with sync. */
const AT_ONCE = 4

/** Parsed chunks; parsing the largest takes longer than a frame. */
const parsed = new Map<string, VinChunk>()

export interface VinAnswer {
  /** Mostly one; several when the VIN is ambiguous; none for an unknown maker. */
  cars: VinCar[]
  /** Candidate makes whose file is neither cached nor reachable. */
  missing: string[]
}

export async function loadMakes(): Promise<VinMakes> {
  return (await import('#shared/vehicles/vinMakes.json')).default as unknown as VinMakes
}

/** Decodes a VIN with cached files, or those that can be fetched. */
export async function readVin(vin: string): Promise<VinAnswer> {
  const index = await loadMakes()
  const makes = makesOfVin(index, vin)
  const chunks = new Map<string, VinChunk>()
  const missing: string[] = []
  await Promise.all(
    makes.map(async ([make, file]) => {
      const chunk = await loadChunk(index, file).catch(() => null)
      if (chunk) chunks.set(make, chunk)
      else missing.push(make)
    }),
  )
  const latest = new Date().getFullYear() + 1
  const cars = decodeVin(vin, chunks, latest)
  return { cars: [...cars, ...carsWithoutModel(missing, vinYears(vin, latest))], missing }
}

async function loadChunk(index: VinMakes, file: string): Promise<VinChunk> {
  const known = parsed.get(file)
  if (known) return known
  const chunk: unknown = await (await fetchKept(pathOf(index, file))).json()
  if (!isChunk(chunk)) throw new Error('not vehicle data')
  parsed.set(file, chunk)
  return chunk
}

function isChunk(value: unknown): value is VinChunk {
  return typeof value === 'object' && value !== null && 'v' in value && 's' in value && 'w' in value
}

function pathOf({ version }: VinMakes, file: string): string {
  return `/vin/${file}.json?v=${version}`
}

export interface Kept {
  files: number
  kept: number
  /** Bytes still to fetch, on the wire. */
  missingBytes: number
}

/** Counts cached files; null where a browser caches nothing, as on plain http. */
export async function countKept(): Promise<Kept | null> {
  const storage: CacheStorage | undefined = globalThis.caches
  if (!storage) return null
  const [files, cache] = await Promise.all([allFiles(), storage.open(KEPT_FILES)])
  const requests = await cache.keys()
  const here = new Set(requests.map(({ url }) => new URL(url).pathname + new URL(url).search))
  const missing = files.filter(({ path }) => !here.has(path))
  const missingBytes = missing.reduce((sum, { bytes }) => sum + bytes, 0)
  return { files: files.length, kept: files.length - missing.length, missingBytes }
}

/**
 * Fetches every missing file. Throws when one fails; files fetched before stay cached.
 * @param onProgress gets the number of cached files after each one
 */
export async function keepAll(onProgress: (kept: number) => void): Promise<void> {
  const waiting = await allFiles()
  let kept = 0
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await fetchKept(file.path)
      kept += 1
      onProgress(kept)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Files of all makes, and the barcode reader. */
async function allFiles(): Promise<{ path: string; bytes: number }[]> {
  const [index, { barcodeFile }] = await Promise.all([loadMakes(), import('./barcodeFile.ts')])
  const makes = index.makes.map(([, file, bytes]) => ({ path: pathOf(index, file), bytes }))
  return [...makes, barcodeFile]
}
