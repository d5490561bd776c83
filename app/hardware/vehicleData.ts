/**
 * What the VINs of each make say, on this device: a file a make, fetched when first needed and then
 * kept. Other features must not fetch them by themselves.
 */
import type { VinCar, VinChunk, VinMakes } from '#shared/vehicles/decodeVin.ts'

import { carsWithoutModel, decodeVin, makesOfVin } from '#shared/vehicles/decodeVin.ts'
import { vinYears } from '#shared/vehicles/vin.ts'

const CACHE = 'vehicle-data'
const TIMEOUT_MS = 15_000
/** Some at a time: a phone's link is shared with the sync of what was typed. */
const AT_ONCE = 4

/** Chunks that were read already; parsing the largest takes longer than a frame. */
const parsed = new Map<string, VinChunk>()

export interface VinAnswer {
  /** Mostly one; several when the VIN leaves it open; none when the maker is not known. */
  cars: VinCar[]
  /** Makes it may be of whose file is neither here nor within reach. */
  missing: string[]
}

export async function loadMakes(): Promise<VinMakes> {
  return (await import('#shared/vehicles/vinMakes.json')).default as unknown as VinMakes
}

/** Reads a VIN with what is here, or what can be had. */
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

/**
 * A file of ours: what is kept under its address, or else what the server answers, which is then
 * kept; without a signal an older one under the same path. Throws when there is none.
 * @param timeoutMs how long somebody, or nobody, waits for it
 */
export async function fetchKept(path: string, timeoutMs = TIMEOUT_MS): Promise<Response> {
  // Absent on plain http, whatever the types say: then nothing is kept but what the browser keeps.
  const storage: CacheStorage | undefined = globalThis.caches
  const cache = await storage?.open(CACHE).catch(() => undefined)
  const kept = await cache?.match(path)
  if (kept) return kept
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) })
    // A captive portal answers 200 with a page of its own.
    const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? true
    if (!answer.ok || isPage) throw new Error(`no file at ${path}`)
    await keep(cache, path, answer.clone())
    return answer
  } catch (error) {
    const older = await cache?.match(path, { ignoreSearch: true })
    if (older) return older
    throw error
  }
}

/** Full storage is no reason not to answer. */
async function keep(cache: Cache | undefined, path: string, answer: Response): Promise<void> {
  try {
    const older = (await cache?.keys()) ?? []
    for (const request of older) {
      if (familyOf(request.url) === familyOf(answer.url)) await cache?.delete(request)
    }
    await cache?.put(path, answer)
  } catch {
    // It is fetched again next time.
  }
}

/** Versions of one file have one family: what names the version is left out. */
function familyOf(url: string): string {
  const [path = ''] = url.split('?')
  const mark = path.lastIndexOf('-')
  const isVersion = path.endsWith('.wasm') && mark > path.lastIndexOf('/')
  return isVersion ? `${path.slice(0, mark)}.wasm` : path
}

export interface Kept {
  files: number
  kept: number
  /** What is still to be fetched, bytes as they travel. */
  missingBytes: number
}

/** How much of the data is on this device; null where a browser keeps nothing, as on plain http. */
export async function countKept(): Promise<Kept | null> {
  const storage: CacheStorage | undefined = globalThis.caches
  if (!storage) return null
  const [files, cache] = await Promise.all([allFiles(), storage.open(CACHE)])
  const requests = await cache.keys()
  const here = new Set(requests.map(({ url }) => new URL(url).pathname + new URL(url).search))
  const missing = files.filter(({ path }) => !here.has(path))
  const missingBytes = missing.reduce((sum, { bytes }) => sum + bytes, 0)
  return { files: files.length, kept: files.length - missing.length, missingBytes }
}

/**
 * Fetches all that is not here yet. Throws when a file cannot be had; what came before it is kept.
 * @param onProgress is told after each file how many are here
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

/** The makes, and what reads barcodes where the browser cannot. */
async function allFiles(): Promise<{ path: string; bytes: number }[]> {
  const [index, { barcodeFile }] = await Promise.all([loadMakes(), import('./barcodeFile.ts')])
  const makes = index.makes.map(([, file, bytes]) => ({ path: pathOf(index, file), bytes }))
  return [...makes, barcodeFile]
}
