/** What runs are called in front of people. */
import type { Job, JobKind, JobState } from '#shared/catalogue/job.ts'

import { parts } from '#shared/kinds/partCounts.ts'

export const KIND_NAMES: Record<JobKind, string> = {
  scrape: 'Scraping',
  additional: 'Adding 10 more parts',
  feed: 'Importing a file',
  source: 'Reading a source',
  undo: 'Taking an import back',
}

export const STATE_NAMES: Record<JobState, string> = {
  queued: 'Waits',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const STARTING: Record<'scrape' | 'additional', { title: string; text: string }> = {
  scrape: { title: 'Starting scraping', text: 'This may take a few minutes...' },
  additional: { title: 'Adding Additional Parts', text: 'Adding 10 more parts...' },
}

/** A title for the toast, and what stands in it where the server gives no reason. */
export const FAILED: Record<JobKind, { title: string; text: string }> = {
  scrape: { title: 'Scraping Failed', text: 'Scraping Failed' },
  additional: { title: 'Failed to Add Parts', text: 'Failed to add parts' },
  feed: { title: 'Import Failed', text: 'The file could not be imported' },
  source: { title: 'Source not read', text: 'The source could not be read' },
  undo: { title: 'Not taken back', text: 'The import could not be taken back' },
}

/** Said in place where not even the reason is known. */
export const UNKNOWN = 'Unknown error occurred'

export interface Outcome {
  tone: 'good' | 'bad'
  title: string
  /** For the toast. */
  text: string
  /** For the place itself. */
  inline: string
}

/** How a run that is over went. */
export function outcomeOf(job: Job): Outcome {
  if (job.state === 'cancelled') {
    const text = `Cancelled after ${parts(job.saved)}.`
    return { tone: 'good', title: 'Cancelled', text, inline: text }
  }
  if (job.state !== 'done') {
    const { title, text } = FAILED[job.kind]
    return { tone: 'bad', title, text: job.error || text, inline: job.error || UNKNOWN }
  }
  const text = doneWords(job)
  const refused = job.refused > 0 ? ` ${parts(job.refused)} refused: see the run below.` : ''
  return { tone: 'good', title: DONE[job.kind], text, inline: `${text}.${refused}` }
}

const DONE: Record<JobKind, string> = {
  scrape: 'Scraping Complete!',
  additional: 'Parts Added Successfully!',
  feed: 'File imported',
  source: 'Source read',
  undo: 'Import taken back',
}

function doneWords({ kind, done, refused, added, saved }: Job): string {
  if (kind === 'scrape') return `Successfully scraped ${parts(done - refused)}`
  if (kind === 'source') return saved > 0 ? `${offers(saved)} stored` : 'Its file was looked at'
  if (kind === 'feed') return `${offers(saved)} stored`
  if (kind === 'undo') return `${offers(saved)} as they were`
  return added === 0 ? 'The source has no more parts' : `Added ${parts(added)}`
}

const NUMBER = new Intl.NumberFormat('en-US')

export const count = (value: number): string => NUMBER.format(value)

/** "1 offer", "1,200 offers": prices of a merchant for a part, which is not a part. */
export const offers = (value: number): string => `${count(value)} offer${value === 1 ? '' : 's'}`
