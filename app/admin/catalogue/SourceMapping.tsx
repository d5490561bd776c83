import { useCallback } from 'react'

import type { Feed, FeedColumn, FeedMapping } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'

import { FEED_COLUMNS } from '#shared/catalogue/feed.ts'
import { later, say, t } from '#shared/words/words.ts'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { AdminForm } from '../desk/AdminForm.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { readFeed, saveSource, settingsOf } from './catalogueData.ts'
import { COLUMN_NAMES } from './sourceWords.ts'

const NAMES = Object.keys(FEED_COLUMNS) as FeedColumn[]

interface MappingProps {
  source: Source
  onDone: () => void
}

/** Mapping of columns, with sample values; stored with the source. */
export function SourceMapping({ feedId, ...shared }: MappingProps & { feedId: string }) {
  const read = useCallback(() => readFeed(feedId), [feedId])
  const { data } = useServerData(`feed:${feedId}`, read)
  if (!data) return <Skeleton label={t('Loading columns...')} rows={3} />
  return <Choices feed={data} {...shared} />
}

/** A choice for each heading, by its place. */
function Choices({ source, feed: { headings = [] }, onDone }: MappingProps & { feed: Feed }) {
  if (headings.length === 0) return <p className="muted small">{t('No columns were read yet.')}</p>

  async function send(chosen: Record<string, string>) {
    const mapping: FeedMapping = {}
    for (const [at, { column }] of headings.entries()) {
      // Turns off the mapping by name.
      if (column && !chosen[`h${at}`]) mapping[column as FeedColumn] ??= ''
    }
    for (const [at, { heading }] of headings.entries()) {
      const column = NAMES.find((name) => name === chosen[`h${at}`])
      if (column) mapping[column] = heading
    }
    await saveSource(source.id, { ...settingsOf(source), mapping })
  }

  /** A column has one heading: the previous one loses it. */
  const freed = (chosen: Record<string, string>, column: string) =>
    Object.fromEntries(
      Object.entries(chosen).flatMap(([name, of]) => (of === column ? [[name, '']] : [])),
    )
  const choices = [
    ['', t('Left out')] as const,
    ...NAMES.map((name) => [name, say(COLUMN_NAMES[name])] as const),
  ]
  return (
    <AdminForm<Record<string, string>>
      aria-label={t('Columns of {name}', { name: source.name })}
      hasColumns
      initial={Object.fromEntries(headings.map(({ column }, at) => [`h${at}`, column ?? '']))}
      fields={(chosen, set) =>
        Object.fromEntries(
          headings.map(({ heading, samples }, at) => [
            `h${at}`,
            {
              label: heading,
              hint: samples.join(' · ') || t('Empty'),
              choices,
              onChoose: (column) => set({ ...freed(chosen, column), [`h${at}`]: column }),
            },
          ]),
        )
      }
      submit={[t('Save the columns'), t('Saving...')]}
      cancel={t('Leave as it was')}
      failed={later('The columns could not be saved. Please try again.')}
      said={{
        title: t('Columns saved'),
        text:
          source.kind === 'upload' ? t('Upload its file again.') : t('Read it again to see it.'),
      }}
      send={send}
      onDone={onDone}
      onCancel={onDone}
    />
  )
}
