/** Long work for the catalogue: one at a time, with counts that are true, kept as a history. */
import * as z from 'zod/mini'

export const JOB_KINDS = ['scrape', 'additional', 'feed', 'source', 'undo'] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Parts an operation shows of what it brought, at most. */
export const PREVIEW_PARTS = 10
/** Parts that "Add 10 More Parts" adds. */
export const ADDITIONAL_PARTS = 10
/** Refusals a run keeps with their reasons; the others are counted. */
export const MAX_JOB_PROBLEMS = 100

/** A part as an operation shows it; `unitPrice` is dollars, "58.40". */
export const previewPart = z.object({
  name: z.string(),
  partNumber: z.string(),
  unitPrice: z.string(),
  brandName: z.string(),
  fcpPartNumber: z.string(),
  category: z.string(),
})
export type PreviewPart = z.infer<typeof previewPart>

export const job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  /** Name of the source for people. */
  source: z.string(),
  state: z.enum(JOB_STATES),
  /** How many products it is about, null while that is not known. */
  total: z.nullable(z.int()),
  /** Products looked at. */
  done: z.int(),
  /** Products stored, new or not. */
  saved: z.int(),
  /** Products that were not there before. */
  added: z.int(),
  /** Products that could not be read or were not fit. */
  refused: z.int(),
  /** The first of them. `what` is an address, or a row of a file. */
  problems: z.array(z.object({ what: z.string(), reason: z.string() })),
  parts: z.array(previewPart),
  /** Why it failed, '' unless it did. */
  error: z.string(),
  /** Somebody asked it to end early; it does at the next product. */
  isCancelling: z.boolean(),
  /** How often it went on after its server had ended in the middle. */
  resumed: z.int(),
  /** Who started it, '' for an account that is gone. */
  startedBy: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  startedAt: z.nullable(z.number()),
  finishedAt: z.nullable(z.number()),
})
export type Job = z.infer<typeof job>

/** `GET /api/admin/jobs?before=`: the newest first; `next` goes into `before`. */
export const jobsPage = z.object({ jobs: z.array(job), next: z.nullable(z.string()) })
export type JobsPage = z.infer<typeof jobsPage>

export function isOver({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

/** How far it is in percent, 0 while nothing is known. 100 only when it is over. */
export function jobPercent(of: Pick<Job, 'state' | 'done' | 'total'>): number {
  if (of.state === 'done') return 100
  if (of.total === null || of.total === 0) return 0
  return Math.min(99, Math.floor((of.done / of.total) * 100))
}

/** `POST /api/scrape/fcpeuro`. */
export interface ScrapeAnswer {
  message: string
  scrapedCount: number
  savedCount: number
  parts: PreviewPart[]
}

/** `POST /api/parts/additional`. */
export interface AdditionalAnswer {
  message: string
  addedCount: number
  parts: PreviewPart[]
}

/** `GET /api/admin/stats`: counted at the moment of asking. */
export const catalogueStats = z.object({
  /** Built in. */
  originalParts: z.int(),
  /** Of the retailer. */
  retailerParts: z.int(),
  /** Of uploaded files. */
  feedParts: z.int(),
  /** Different years of vehicles that parts are said to fit. */
  vehicleYears: z.int(),
  merchants: z.int(),
  /** Where the retailer's parts come from: its name, and whether it is made up. Null for no source. */
  source: z.nullable(z.object({ name: z.string(), isDemo: z.boolean() })),
  /** What is running or about to. */
  job: z.nullable(job),
  /** What waits for an administrator. */
  waiting: z.object({
    tasks: z.int(),
    /** Comments. */
    reports: z.int(),
    kitReports: z.int(),
    deletionRequests: z.int(),
    feeds: z.int(),
  }),
})
export type CatalogueStats = z.infer<typeof catalogueStats>
