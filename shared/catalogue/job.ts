/** Long-running catalogue jobs: one at a time, with exact counts, kept as history. */
import * as z from 'zod/mini'

export const JOB_KINDS = ['scrape', 'additional', 'feed', 'source', 'undo'] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Limit on parts a job shows as a preview. */
export const PREVIEW_PARTS = 10
/** Parts added by "Add 10 More Parts". */
export const ADDITIONAL_PARTS = 10
/** Refusals kept with a reason; the rest are counted. */
export const MAX_JOB_PROBLEMS = 100

/** Preview of a part; `unitPrice` is dollars, "58.40", or of the currency that is named. */
export const previewPart = z.object({
  name: z.string(),
  partNumber: z.string(),
  unitPrice: z.string(),
  brandName: z.string(),
  fcpPartNumber: z.string(),
  category: z.string(),
  currency: z.optional(z.string()),
})
export type PreviewPart = z.infer<typeof previewPart>

export const job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  /** Display name of the source. */
  source: z.string(),
  state: z.enum(JOB_STATES),
  /** Products to process, null while unknown. */
  total: z.nullable(z.int()),
  done: z.int(),
  /** Products stored, new or not. */
  saved: z.int(),
  /** New products. */
  added: z.int(),
  /** Products that were unreadable or unfit. */
  refused: z.int(),
  /** First refusals. `what` is an address, or a row of a file. */
  problems: z.array(z.object({ what: z.string(), reason: z.string() })),
  parts: z.array(previewPart),
  /** Why it failed, else ''. */
  error: z.string(),
  /** Cancel requested; it stops at the next product. */
  isCancelling: z.boolean(),
  /** Resumes after a server restart. */
  resumed: z.int(),
  /** '' for a deleted account. */
  startedBy: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  startedAt: z.nullable(z.number()),
  finishedAt: z.nullable(z.number()),
})
export type Job = z.infer<typeof job>

/** `GET /api/admin/jobs`: newest first. */
export const jobsPage = z.object({ jobs: z.array(job), next: z.nullable(z.string()) })
export type JobsPage = z.infer<typeof jobsPage>

export function isOver({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

/** Progress in percent, 0 while unknown. 100 only when done. */
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

/** `GET /api/admin/stats`: counted per request. */
export const catalogueStats = z.object({
  /** Built in. */
  originalParts: z.int(),
  /** From the retailer. */
  retailerParts: z.int(),
  /** From uploaded files. */
  feedParts: z.int(),
  /** Distinct model years that parts fit. */
  vehicleYears: z.int(),
  merchants: z.int(),
  /** Source of the retailer's parts, and whether it is a demo. Null for none. */
  source: z.nullable(z.object({ name: z.string(), isDemo: z.boolean() })),
  /** Running or queued job. */
  job: z.nullable(job),
})
export type CatalogueStats = z.infer<typeof catalogueStats>
