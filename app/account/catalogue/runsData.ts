/** What administrators are told of the catalogue and of the work on it, as the API answers it. */
import type { CatalogueStats, Job, JobKind, JobsPage } from '#shared/catalogue/job.ts'

import { catalogueStats, job, jobsPage } from '#shared/catalogue/job.ts'
import { callApi } from '../../api/api.ts'
import { fieldOf } from '#shared/sync/cells.ts'

/** The two operations of the dashboard. */
export type Operation = Extract<JobKind, 'scrape' | 'additional'>

const STARTS: Record<Operation, string> = {
  scrape: '/api/scrape/fcpeuro',
  additional: '/api/parts/additional',
}

export async function readStats(): Promise<CatalogueStats> {
  return catalogueStats.parse(await callApi('GET', '/api/admin/stats'))
}

/** @param before `next` of the page before */
export async function readRuns(before?: string): Promise<JobsPage> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
  return jobsPage.parse(await callApi('GET', `/api/admin/jobs${query}`))
}

const pathOf = (id: string) => `/api/admin/jobs/${encodeURIComponent(id)}`

export async function readRun(id: string): Promise<Job> {
  return job.parse(await callApi('GET', pathOf(id)))
}

/** Answers at once: a request that lasts minutes dies on its way. @returns the id of the run */
export async function startRun(operation: Operation): Promise<string> {
  const headers = { Prefer: 'respond-async' }
  const answer = await callApi('POST', STARTS[operation], undefined, headers)
  const id = fieldOf(answer, 'id')
  if (typeof id !== 'string') throw new TypeError('an answer without a run')
  return id
}

/** It ends at the next product. */
export async function cancelRun(id: string): Promise<void> {
  await callApi('POST', `${pathOf(id)}/cancel`)
}
