/** Labels of runs. */
import type { Job, JobKind, JobState } from '#shared/catalogue/job.ts'

import { type Later, later, many, say, t } from '#shared/words/words.ts'

export const KIND_NAMES: Record<JobKind, Later> = {
  scrape: later('Scraping'),
  additional: later('Adding 10 more parts'),
  feed: later('Importing a file'),
  source: later('Reading a source'),
  undo: later('Taking an import back'),
}

export const STATE_NAMES: Record<JobState, Later> = {
  queued: later('Waits'),
  running: later('Running'),
  done: later('Done'),
  failed: later('Failed'),
  cancelled: later('Cancelled'),
}

export const STARTING: Record<'scrape' | 'additional', { title: Later; text: Later }> = {
  scrape: { title: later('Starting scraping'), text: later('This may take a few minutes...') },
  additional: { title: later('Adding Additional Parts'), text: later('Adding 10 more parts...') },
}

/** Toast title, and its text where the server gives no reason. */
export const FAILED: Record<JobKind, { title: Later; text: Later }> = {
  scrape: { title: later('Scraping Failed'), text: later('Scraping Failed') },
  additional: { title: later('Failed to Add Parts'), text: later('Failed to add parts') },
  feed: { title: later('Import Failed'), text: later('The file could not be imported') },
  source: { title: later('Source not read'), text: later('The source could not be read') },
  undo: { title: later('Not taken back'), text: later('The import could not be taken back') },
}

/** Inline text for an unknown reason. */
export const UNKNOWN = later('Unknown error occurred')

export interface Outcome {
  tone: 'good' | 'bad'
  title: string
  /** In the toast. */
  text: string
  /** Inline. */
  inline: string
}

/** Result of a finished run. */
export function outcomeOf(job: Job): Outcome {
  if (job.state === 'cancelled') {
    const text = many(job.saved, 'Cancelled after {count} part.', 'Cancelled after {count} parts.')
    return { tone: 'good', title: t('Cancelled'), text, inline: text }
  }
  if (job.state !== 'done') {
    const { title, text } = FAILED[job.kind]
    return {
      tone: 'bad',
      title: say(title),
      text: job.error || say(text),
      inline: job.error || say(UNKNOWN),
    }
  }
  const text = doneWords(job)
  const refused =
    job.refused > 0
      ? ` ${many(
          job.refused,
          '{count} part refused: see the run below.',
          '{count} parts refused: see the run below.',
        )}`
      : ''
  return { tone: 'good', title: say(DONE[job.kind]), text, inline: `${text}.${refused}` }
}

const DONE: Record<JobKind, Later> = {
  scrape: later('Scraping Complete!'),
  additional: later('Parts Added Successfully!'),
  feed: later('File imported'),
  source: later('Source read'),
  undo: later('Import taken back'),
}

function doneWords({ kind, done, refused, added, saved }: Job): string {
  if (kind === 'scrape') {
    return many(
      done - refused,
      'Successfully scraped {count} part',
      'Successfully scraped {count} parts',
    )
  }
  if (kind === 'source' && saved === 0) return t('Its file was looked at')
  if (kind === 'source' || kind === 'feed')
    return many(saved, '{count} offer stored', '{count} offers stored')
  if (kind === 'undo') {
    return many(saved, '{count} offer as they were', '{count} offers as they were')
  }
  return added === 0
    ? t('The source has no more parts')
    : many(added, 'Added {count} part', 'Added {count} parts')
}

/** "1 offer", "1,200 offers": a merchant's price of a part. */
export const offers = (value: number): string => many(value, '{count} offer', '{count} offers')
