/** Sources, files of parts, runs and merchants, as the API takes and answers them. */
import * as z from 'zod/mini'

import { feed, type Feed } from '#shared/catalogue/feed.ts'
import { catalogueStats, job, type JobKind } from '#shared/catalogue/job.ts'
import { DEFAULT_PRICE_HOURS, source, type SourceSettings } from '#shared/catalogue/source.ts'
import { askApi, readText, sendFile } from '../../data/api/api.ts'
import { deskPath, post } from '../desk/adminData.ts'

/** Reads a list that comes whole. */
const listOf =
  <Item>(kind: 'feeds' | 'sources', one: z.ZodMiniType<Item>) =>
  async (): Promise<Item[]> =>
    (await askApi(z.object({ [kind]: z.array(one) }), 'GET', deskPath(kind)))[kind] ?? []

/** The newest first. */
export const readFeeds = listOf('feeds', feed)
/** By name, each with its newest runs. */
export const readSources = listOf('sources', source)

const begun = z.object({ id: z.string() })
/** Begins a run. @param parts of its address @returns the id of the run */
export const begin = async (...parts: string[]) =>
  (await askApi(begun, 'POST', deskPath(...parts), {})).id

export const readFeed = (id: string) => askApi(feed, 'GET', deskPath('feeds', id))

const MAX_NAME = 100

/**
 * Has a file read and looked at; nothing of it counts yet.
 * @param of for whom it speaks, and its source; '' for none
 */
export async function uploadFeed(
  file: File,
  { merchant: by, sourceId }: { merchant: string; sourceId: string },
  signal: AbortSignal,
): Promise<Feed> {
  const query = new URLSearchParams({
    name: file.name.slice(-MAX_NAME),
    ...(sourceId ? { source: sourceId } : by && { merchant: by }),
  })
  const path = `${deskPath('feeds')}?${query.toString()}`
  return feed.parse(await sendFile(path, file, typeOf(file.name), signal))
}

/** By its name: what systems say of such files differs too much. */
function typeOf(name: string): string {
  if (/\.(json|jsonl|ndjson)$/i.test(name)) return 'application/json'
  if (/\.xml$/i.test(name)) return 'application/xml'
  if (/\.gz$/i.test(name)) return 'application/gzip'
  return /\.tsv$/i.test(name) ? 'text/tab-separated-values' : 'text/csv'
}

/** The refused rows of a file, as a file: grouped by reason. */
export const readRefused = (feedId: string) => readText(deskPath('feeds', feedId, 'refused'))

export const NEW_SOURCE: SourceSettings = {
  name: '',
  kind: 'address',
  address: '',
  merchant: '',
  format: 'auto',
  encoding: '',
  decimal: 'auto',
  currency: 'USD',
  rate: null,
  mapping: {},
  schedule: '0 4 * * *',
  priceHours: DEFAULT_PRICE_HOURS,
  historyAllowed: false,
}

/** Settings of a source, as its operator gave them. */
export function settingsOf(of: SourceSettings): SourceSettings {
  const names = Object.keys(NEW_SOURCE) as (keyof SourceSettings)[]
  return Object.fromEntries(names.map((name) => [name, of[name]])) as unknown as SourceSettings
}

/** @param id null for a new one */
export const saveSource = (id: string | null, settings: SourceSettings) =>
  post(id === null ? ['sources'] : ['sources', id], settings)

/** The two operations of the dashboard. */
export type Operation = Extract<JobKind, 'scrape' | 'additional'>

const STARTS: Record<Operation, string> = {
  scrape: '/api/scrape/fcpeuro',
  additional: '/api/parts/additional',
}

export const readStats = () => askApi(catalogueStats, 'GET', deskPath('stats'))

export const readRun = (id: string) => askApi(job, 'GET', deskPath('jobs', id))

/** Answers at once: a request that lasts minutes dies on its way. @returns the id of the run */
export async function startRun(operation: Operation): Promise<string> {
  const headers = { Prefer: 'respond-async' }
  return (await askApi(begun, 'POST', STARTS[operation], {}, { headers })).id
}
