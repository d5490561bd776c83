/** Sources of files, as the API takes and answers them. */
import type { Source, SourceSettings } from '#shared/catalogue/source.ts'

import { DEFAULT_PRICE_HOURS, source } from '#shared/catalogue/source.ts'
import { fieldOf } from '#shared/sync/cells.ts'
import { callApi } from '../../api/api.ts'
import { readText } from '../../api/readText.ts'

/** By name, each with its newest runs. */
export async function readSources(): Promise<Source[]> {
  const sources = fieldOf(await callApi('GET', '/api/admin/sources'), 'sources')
  if (!Array.isArray(sources)) throw new TypeError('an answer without sources')
  return sources.map((one) => source.parse(one))
}

const pathOf = (id: string) => `/api/admin/sources/${encodeURIComponent(id)}`

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

/** What of a source its operator has said. */
export function settingsOf(of: SourceSettings): SourceSettings {
  const names = Object.keys(NEW_SOURCE) as (keyof SourceSettings)[]
  return Object.fromEntries(names.map((name) => [name, of[name]])) as unknown as SourceSettings
}

/** @param id null for a new one */
export async function saveSource(id: string | null, settings: SourceSettings): Promise<void> {
  await callApi('POST', id === null ? '/api/admin/sources' : pathOf(id), { ...settings })
}

/** @returns the id of the run */
export async function runSource(id: string): Promise<string> {
  return runIn(await callApi('POST', `${pathOf(id)}/run`, {}))
}

export async function removeSource(id: string): Promise<void> {
  await callApi('POST', `${pathOf(id)}/remove`, {})
}

/** @returns the id of the run */
export async function undoFeed(feedId: string): Promise<string> {
  return runIn(await callApi('POST', `/api/admin/feeds/${encodeURIComponent(feedId)}/undo`, {}))
}

/** The refused rows of a file, as a file: grouped by reason. */
export function readRefused(feedId: string): Promise<string> {
  return readText(`/api/admin/feeds/${encodeURIComponent(feedId)}/refused`)
}

function runIn(answer: Parameters<typeof fieldOf>[0]): string {
  const run = fieldOf(answer, 'id')
  if (typeof run !== 'string') throw new TypeError('an answer without a run')
  return run
}
