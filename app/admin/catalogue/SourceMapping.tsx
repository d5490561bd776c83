import { useCallback, useState } from 'react'

import type { Feed, FeedColumn, FeedMapping } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'

import { FEED_COLUMNS } from '#shared/catalogue/feed.ts'
import { say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { Chosen } from '../../forms/Chosen.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useServerData } from '../../forms/useServerData.ts'
import look from './Dashboard.module.css'
import { readFeed, saveSource, settingsOf } from './catalogueData.ts'
import { COLUMN_NAMES } from './sourceWords.ts'

const NAMES = Object.keys(FEED_COLUMNS) as FeedColumn[]

/** Mapping of columns, with sample values; stored with the source. */
export function SourceMapping({
  source,
  feedId,
  onDone,
}: {
  source: Source
  feedId: string
  onDone: () => void
}) {
  const read = useCallback(() => readFeed(feedId), [feedId])
  const { data } = useServerData(`feed:${feedId}`, read)
  if (!data) return <Skeleton label={t('Loading columns...')} rows={3} />
  return <Choices source={source} feed={data} onDone={onDone} />
}

type Chosen = Record<string, FeedColumn | ''>

function Choices({
  source,
  feed: { headings = [] },
  onDone,
}: {
  source: Source
  feed: Feed
  onDone: () => void
}) {
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries(
      headings.map(({ heading, column }) => [heading, (column ?? '') as FeedColumn | '']),
    ),
  )
  const { run, isBusy, failure } = useAction(t('The columns could not be saved. Please try again.'))

  /** A column has one heading: the previous one loses it. */
  function choose(heading: string, column: FeedColumn | '') {
    setChosen((all) => ({
      ...Object.fromEntries(
        Object.entries(all).map(([name, of]) => [name, of === column ? '' : of]),
      ),
      [heading]: column,
    }))
  }

  async function save() {
    const mapping: FeedMapping = {}
    for (const { heading, column } of headings) {
      // Turns off the mapping by name.
      if (column && !chosen[heading]) mapping[column as FeedColumn] ??= ''
    }
    for (const [heading, column] of Object.entries(chosen)) if (column) mapping[column] = heading
    const text =
      source.kind === 'upload' ? t('Upload its file again.') : t('Read it again to see it.')
    const settings = { ...settingsOf(source), mapping }
    const said = { title: t('Columns saved'), text }
    if (await run(() => saveSource(source.id, settings), said)) onDone()
  }

  const choices = [
    ['', t('Left out')] as const,
    ...NAMES.map((name) => [name, say(COLUMN_NAMES[name])] as const),
  ]
  if (headings.length === 0) return <p className="muted small">{t('No columns were read yet.')}</p>
  return (
    <form
      className={look.fields}
      aria-label={t('Columns of {name}', { name: source.name })}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {headings.map(({ heading, samples }) => (
        <Chosen
          key={heading}
          label={heading}
          hint={samples.join(' · ') || t('Empty')}
          choices={choices}
          chosen={chosen[heading] ?? ''}
          onChoose={(column) => choose(heading, column)}
        />
      ))}
      <FormResult text={failure} />
      <div className={look.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : t('Save the columns')}
        </Button>
        <Button onClick={onDone}>{t('Leave as it was')}</Button>
      </div>
    </form>
  )
}
