/** Files of parts, as the API takes and answers them. */
import type { Feed } from '#shared/catalogue/feed.ts'

import { feed } from '#shared/catalogue/feed.ts'
import { callApi } from '../../api/api.ts'
import { sendFile } from '../../api/sendFile.ts'
import { fieldOf } from '#shared/sync/cells.ts'

/** The newest first. */
export async function readFeeds(): Promise<Feed[]> {
  const feeds = fieldOf(await callApi('GET', '/api/admin/feeds'), 'feeds')
  if (!Array.isArray(feeds)) throw new TypeError('an answer without files')
  return feeds.map((one) => feed.parse(one))
}

const pathOf = (id: string) => `/api/admin/feeds/${encodeURIComponent(id)}`

export async function readFeed(id: string): Promise<Feed> {
  return feed.parse(await callApi('GET', pathOf(id)))
}

/**
 * Has a file read and looked at; nothing of it counts yet.
 * @param of for whom it speaks, and its source; '' for none
 */
export async function uploadFeed(
  file: File,
  { merchant, sourceId }: { merchant: string; sourceId: string },
  signal: AbortSignal,
): Promise<Feed> {
  const query = new URLSearchParams({
    name: file.name.slice(-MAX_NAME),
    ...(sourceId ? { source: sourceId } : merchant && { merchant }),
  })
  const path = `/api/admin/feeds?${query.toString()}`
  return feed.parse(await sendFile(path, file, typeOf(file.name), signal))
}

const MAX_NAME = 100

/** By its name: what systems say of such files differs too much. */
function typeOf(name: string): string {
  if (/\.(json|jsonl|ndjson)$/i.test(name)) return 'application/json'
  if (/\.xml$/i.test(name)) return 'application/xml'
  if (/\.gz$/i.test(name)) return 'application/gzip'
  return /\.tsv$/i.test(name) ? 'text/tab-separated-values' : 'text/csv'
}

/** @returns the id of the run */
export async function importFeed(id: string): Promise<string> {
  const run = fieldOf(await callApi('POST', `${pathOf(id)}/import`), 'id')
  if (typeof run !== 'string') throw new TypeError('an answer without a run')
  return run
}

export async function discardFeed(id: string): Promise<void> {
  await callApi('POST', `${pathOf(id)}/discard`)
}
