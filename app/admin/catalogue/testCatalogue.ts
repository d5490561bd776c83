/** Test data: the server's answers about catalogue, runs and feeds. */
import type { Feed } from '#shared/catalogue/feed.ts'
import type { CatalogueStats, Job } from '#shared/catalogue/job.ts'

import { newId } from '#shared/ids.ts'
import { NEW_SOURCE, type Source } from '#shared/catalogue/source.ts'
import { recorded } from '../../testRecorded.ts'
import { type Answer, json } from '../../testApi.ts'

const now = Date.now()

export const job = (changes: Partial<Job> = {}): Job => ({
  id: newId(),
  kind: 'scrape',
  source: 'Demonstration retailer',
  state: 'done',
  total: 22,
  done: 22,
  saved: 22,
  added: 22,
  refused: 0,
  problems: [],
  parts: [],
  error: '',
  isCancelling: false,
  resumed: 0,
  startedBy: 'boss',
  createdAt: now,
  startedAt: now,
  finishedAt: now,
  ...changes,
})

export const part = (at: number) => ({
  name: `Valley pan gasket ${at}`,
  partNumber: `079 103 15${at}`,
  unitPrice: '1058.40',
  brandName: 'Elring',
  fcpPartNumber: `4-118${at}`,
  category: 'Gaskets',
})

export const stats = (changes: Partial<CatalogueStats> = {}): CatalogueStats => ({
  originalParts: 13,
  retailerParts: 32,
  feedParts: 4,
  vehicleYears: 5,
  merchants: 6,
  source: { name: 'Demonstration retailer', isDemo: true },
  job: null,
  ...changes,
})

/** As in lists; a single feed also has its headings. */
export const feed = (changes: Partial<Feed> = {}): Feed => ({
  ...recorded<{ feeds: [Feed] }>('GET /api/admin/feeds').feeds[0],
  id: newId(),
  name: 'winter.csv',
  rows: 1_200,
  accepted: 1_198,
  refused: 2,
  problems: [
    { row: 7, reason: 'price: not a number' },
    { row: 1_011, reason: 'partNumber: missing' },
  ],
  parts: [part(1)],
  ignored: ['colour'],
  uploadedBy: 'boss',
  createdAt: now,
  ...changes,
})

export const wholeFeed = (changes: Partial<Feed> = {}): Feed => ({
  ...recorded<Feed>('GET /api/admin/feeds/:id'),
  ...feed(changes),
})

export const aSource = (changes: Partial<Source> = {}): Source => ({
  ...NEW_SOURCE,
  id: newId(),
  name: 'Winter prices',
  address: 'https://shop.example/feed.csv',
  rateAt: null,
  nextAt: Date.parse('2026-11-27T04:00:00Z'),
  lastOkAt: null,
  failures: 0,
  error: '',
  ...changes,
  runs: (changes.runs ?? []).map((run) => ({ headings: [], ...run, sourceId: 's1' })),
})

/** Default answers on opening. */
export const FRESH: Record<string, Answer> = {
  'GET /api/admin/stats': () => json(200, stats()),
  'GET /api/admin/feeds': () => json(200, { feeds: [] }),
  'GET /api/admin/sources': () => json(200, { sources: [] }),
  'GET /api/admin/jobs': () => json(200, { jobs: [], next: null }),
}
