/** Imports a source page by page; each page is stored before the next is fetched. */
import type { Knex } from 'knex'

import type { IncomingPart } from '../catalogue/incoming.ts'
import type { Work, Worker } from '../jobs/jobRunner.ts'
import type { Progress } from '../jobs/jobStore.ts'

import { ADDITIONAL_PARTS, type PreviewPart } from '#shared/catalogue/job.ts'
import { centsToDecimal } from '#shared/money/money.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { type CatalogueSource, SourceAway, Unfit } from './source.ts'
import { JobFailure } from '../jobs/jobFailure.ts'
import { tell, type Told } from '../words/told.ts'

export interface ScrapeDeps {
  db: Knex
  now(): number
  /** Null when the operator has set none. */
  source: CatalogueSource | null
}

/** Failed pages in a row: the site has changed, or blocks us. */
const MAX_FAILURES = 20

/** Reads the source's first pages, new or known. */
export function scrapeWorker(deps: ScrapeDeps): Worker {
  return (work) => readPages(deps, work, (pages, source) => pages.slice(0, source.scrapeSize))
}

/** Reads pages after those until ten parts are new. */
export function additionalWorker(deps: ScrapeDeps): Worker {
  return (work) =>
    readPages(
      deps,
      work,
      async (pages, source) => {
        const known: string[] = await deps
          .db('source_pages')
          .where({ source: source.id })
          .pluck('page')
        const isKnown = new Set(known)
        return pages.slice(source.scrapeSize).filter((page) => !isKnown.has(page))
      },
      ADDITIONAL_PARTS,
    )
}

type Plan = (pages: string[], source: CatalogueSource) => string[] | Promise<string[]>

async function readPages(
  { db, now, source }: ScrapeDeps,
  { job, signal, progress }: Work,
  choose: Plan,
  enough = Infinity,
): Promise<void> {
  if (!source) throw new JobFailure(tell('No source of parts is set up on this server.'))
  const plan = job.plan ?? (await planOf(source, signal, choose))
  // A resumed job has its plan and position.
  if (!job.plan) await progress(db, { plan, total: Math.min(plan.length, enough) })
  let { added } = job
  let failures = 0
  for (const page of plan.slice(job.done)) {
    if (signal.aborted || added >= enough) return
    const read = await readPage(source, page, signal)
    if (signal.aborted) return
    failures = 'part' in read ? 0 : failures + 1
    await db.transaction(async (trx) => {
      const step: Progress = { done: 1 }
      if ('part' in read) {
        const stored = await storeParts(trx, [read.part], {
          origin: 'retailer',
          isDemo: source.isDemo,
          now: now(),
        })
        await trx('source_pages')
          .insert({ source: source.id, page, read_at: new Date(now()) })
          .onConflict(['source', 'page'])
          .merge()
        added += stored.added
        Object.assign(step, { saved: 1, added: stored.added, parts: [previewOf(read.part)] })
      } else Object.assign(step, { refused: 1, problems: [{ what: page, reason: read.reason }] })
      await progress(trx, step)
    })
    if (failures >= MAX_FAILURES) {
      throw new JobFailure(
        tell(
          '{source} gave nothing for {pages} pages in a row. What was read before them is kept.',
          {
            source: source.name,
            pages: MAX_FAILURES,
          },
        ),
      )
    }
  }
}

async function planOf(
  source: CatalogueSource,
  signal: AbortSignal,
  choose: Plan,
): Promise<string[]> {
  try {
    return await choose(await source.list(signal), source)
  } catch (error) {
    if (error instanceof SourceAway || error instanceof Unfit) {
      throw new JobFailure(
        tell('{name}: {sentence}', { name: source.name, sentence: [error.message] }),
        { cause: error },
      )
    }
    throw error
  }
}

async function readPage(
  source: CatalogueSource,
  page: string,
  signal: AbortSignal,
): Promise<{ part: IncomingPart } | { reason: Told }> {
  try {
    return { part: await source.read(page, signal) }
  } catch (error) {
    if (error instanceof Unfit || error instanceof SourceAway) return { reason: error.message }
    throw error
  }
}

/** A part in the job's preview. */
export function previewOf(part: IncomingPart): PreviewPart {
  const [{ foreign = '', cents } = { cents: { base: 0 } }] = part.offers
  return {
    name: part.name,
    partNumber: part.number,
    unitPrice: centsToDecimal(foreign ? cents.base : part.unitCents),
    ...(foreign && { currency: foreign }),
    brandName: part.brand,
    fcpPartNumber: part.retailerNumber,
    category: part.category,
  }
}
