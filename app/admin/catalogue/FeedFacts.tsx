import type { Feed } from '#shared/catalogue/feed.ts'
import { type Later, later, many, numberText, t } from '#shared/words/words.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { PartPreview } from '../desk/AdminPreview.tsx'
import { Fold, Small, useWhen } from '../desk/AdminList.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { readRefused } from './catalogueData.ts'
import { effectNotes, effectWords } from './sourceWords.ts'

export const FEED_STATES_SHOWN: Record<
  Feed['state'],
  { name: Later; tone: 'ok' | 'wait' | 'bad' | 'info' }
> = {
  reading: { name: later('Being read'), tone: 'info' },
  waiting: { name: later('Waits for a decision'), tone: 'wait' },
  importing: { name: later('Being imported'), tone: 'info' },
  imported: { name: later('Imported'), tone: 'ok' },
  refused: { name: later('Not ready to import'), tone: 'bad' },
  discarded: { name: later('Discarded'), tone: 'info' },
  unchanged: { name: later('Nothing new'), tone: 'ok' },
  undone: { name: later('Taken back'), tone: 'info' },
}

/** Details of a feed: rows, refused ones with reasons, and the first valid ones. */
export function FeedFacts({ feed }: { feed: Feed }) {
  const when = useWhen()
  const { rows, accepted, refused, problems, ignored } = feed
  return (
    <>
      {rows > 0 && (
        <div className="small num">
          {t('{rows} rows: {accepted} fit, {refused} refused', { rows, accepted, refused })}
        </div>
      )}
      {feed.error && <div className="small">{feed.error}</div>}
      <FeedEffects feed={feed} />
      {ignored.length > 0 && (
        <Small>
          {t('Columns nothing is known about: {ignored}', { ignored: ignored.join(', ') })}
        </Small>
      )}
      <Small>
        {t('By {who} {time}', {
          who: feed.uploadedBy || t('an account that is gone'),
          time: when(feed.createdAt),
        })}
      </Small>
      {problems.length > 0 && (
        <Fold
          name={
            problems.length < refused
              ? t('Refused rows (the first {count})', { count: problems.length })
              : t('Refused rows')
          }
        >
          <ul>
            {problems.map(({ row, reason }) => (
              <li key={`${row} ${reason}`}>
                <span className="num">{t('Row {row}', { row })}</span>: {reason}
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {feed.parts.length > 0 && feed.state === 'waiting' && (
        <>
          <h3 className="small">{t('Its first parts, as shoppers will read them')}</h3>
          <PartPreview parts={feed.parts} isLinked={false} />
        </>
      )}
    </>
  )
}

/** Effect of the import, why it waits, and why rows were refused. */
export function FeedEffects({ feed }: { feed: Feed }) {
  const { run, isBusy, failure } = useAction(t('The rows could not be loaded. Please try again.'))
  const { id, effect, held, reasons = [], refused, state } = feed
  const isShown = effect && state !== 'refused' && state !== 'discarded'
  return (
    <>
      {held && state === 'waiting' && <p>{held}</p>}
      {isShown && <div className="small num">{effectWords(effect)}</div>}
      {isShown && effectNotes(effect).map((note) => <Small key={note}>{note}</Small>)}
      {refused > 0 && reasons.length > 0 && (
        <Fold name={many(refused, 'Why {count} row was refused', 'Why {count} rows were refused')}>
          <ul>
            {reasons.map(({ reason, count: rows }) => (
              <li key={reason}>
                <span className="num">{numberText(rows)}</span> × {reason}
              </li>
            ))}
          </ul>
          <Button
            aria-disabled={isBusy}
            onClick={() =>
              void run(async () => saveFile(await readRefused(id), 'refused.csv', 'text/csv'))
            }
          >
            {isBusy ? t('Loading...') : t('Download as a file')}
          </Button>
          <FormResult text={failure} />
        </Fold>
      )}
    </>
  )
}
