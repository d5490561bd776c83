/** Sources, files of parts, runs and merchants, as the API takes and answers them. */
import * as z from 'zod/mini'

import { feed, type Feed, MAX_FEED_NAME } from '#shared/catalogue/feed.ts'
import { catalogueStats, job, type JobKind } from '#shared/catalogue/job.ts'
import { source, type SourceSettings } from '#shared/catalogue/source.ts'
import { askApi, readText, sendFile } from '../../data/api/api.ts'
import { deskPath } from '../desk/adminData.ts'

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

/** As a source: one is made of the file. */
export const NEW = 'new'

/** Has a file read and looked at, as one of a source; nothing of it counts yet. */
export async function uploadFeed(file: File, sourceId: string, signal: AbortSignal): Promise<Feed> {
  const name = file.name.slice(-MAX_FEED_NAME)
  const query = new URLSearchParams({ name, source: sourceId })
  const path = `${deskPath('feeds')}?${query.toString()}`
  // Its format shows at its first letters: what systems say of such files differs too much.
  return feed.parse(await sendFile(path, file, 'application/octet-stream', signal))
}

/** The refused rows of a file, as a file: grouped by reason. */
export const readRefused = (feedId: string) => readText(deskPath('feeds', feedId, 'refused'))

const saved = z.object({ id: z.string(), isRead: z.optional(z.boolean()) })

/**
 * @param id null for a new one
 * @returns whether its file was read again; undefined where it need not be
 */
export const saveSource = async (id: string | null, settings: SourceSettings) =>
  (await askApi(saved, 'POST', deskPath('sources', ...(id === null ? [] : [id])), settings)).isRead

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
