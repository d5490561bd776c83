import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'

import type { ErrorDetail, ErrorEntry } from './errorsData.ts'

import { links } from '#shared/links.ts'
import { numberText, say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { wholeTime } from '../../ui/text/time.ts'
import { accountAt, errorsAt } from '../desk/deskLinks.ts'
import { Small, useWhen } from '../desk/AdminList.tsx'
import { Code, Facts } from '../desk/figures.tsx'
import forms from '../../forms/forms.module.css'
import styles from './Errors.module.css'
import { kitOfPage, LEVEL_NAMES, pathOfPage, readError, setResolved } from './errorsData.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useServerData } from '../../forms/useServerData.ts'

interface Shared {
  onChanged: () => void
}

/** An error beside the list. */
export function ErrorPane({ entry, ...shared }: Shared & { entry: ErrorEntry }) {
  return (
    <section className={`card ${styles.pane}`} aria-label={t('Chosen error')}>
      <Head entry={entry} />
      <div className={`stack ${styles.detail}`}>
        <h3 className={styles.title}>
          <bdi>{entry.message}</bdi>
        </h3>
        <Detail entry={entry} {...shared} />
      </div>
    </section>
  )
}

/** An error over the list, where there is no room beside it. */
export function ErrorSheet({
  entry,
  onClose,
  ...shared
}: Shared & { entry: ErrorEntry | null; onClose: () => void }) {
  return (
    <LazyModal isOpen={entry !== null} onClose={onClose} title={t('Error')} size="drawer">
      {entry && (
        <div className={`stack ${styles.detail}`}>
          <Head entry={entry} />
          <h3 className={styles.title}>
            <bdi>{entry.message}</bdi>
          </h3>
          <Detail key={entry.id} entry={entry} {...shared} />
        </div>
      )}
    </LazyModal>
  )
}

function Head({ entry: { level, isTest, resolvedAt, timestamp } }: { entry: ErrorEntry }) {
  const tone = ({ error: 'bad', warning: 'wait', info: undefined } as const)[level]
  return (
    <div className={`row wrap ${styles.head}`}>
      <Badge {...(tone && { tone })}>{say(LEVEL_NAMES[level])}</Badge>
      {isTest && <Badge>{t('Test')}</Badge>}
      {resolvedAt && <Badge tone="ok">{t('Resolved')}</Badge>}
      <time className="muted small num" dateTime={timestamp}>
        {wholeTime(Date.parse(timestamp))}
      </time>
    </div>
  )
}

function Detail({ entry, onChanged }: Shared & { entry: ErrorEntry }) {
  const when = useWhen()
  const { id, url, userAgent, device, count, firstAt, resolvedAt, build } = entry
  const context = contextLines(entry)
  const kit = kitOfPage(url ?? '')
  const read = useCallback(() => readError(id), [id])
  const { data } = useServerData(`error:${id}:${entry.timestamp}`, read)
  const { run, isBusy, failure } = useAction(t('The error could not be changed. Please try again.'))

  async function handleResolve() {
    const title = resolvedAt === null ? t('Marked as resolved') : t('Opened again')
    if (await run(() => setResolved(id, resolvedAt === null), { title })) onChanged()
  }

  return (
    <>
      <Facts
        className={styles.facts}
        of={{
          URL: <span className="mono">{url ? pathOfPage(url) : t('not known')}</span>,
          [t('Kit')]: kit !== null && <MonoLink to={links.kit(kit)} text={kit} />,
          [t('User')]: <User entry={entry} />,
          [t('Agent')]: (
            <>
              {device && <div>{device}</div>}
              <Small>{userAgent ?? t('not known')}</Small>
            </>
          ),
          [t('Build')]: build !== '' && (
            <MonoLink to={errorsAt({ build, state: 'all' })} text={build} />
          ),
          [t('Times')]:
            count > 1
              ? t('{count}, first {time}', { count, time: when(firstAt) })
              : numberText(count),
          [t('Context')]: context.length > 0 && (
            <span className="mono">
              {context.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </span>
          ),
        }}
      />
      <Stacks entry={entry} detail={data} />
      <div>
        <Button aria-disabled={isBusy} onClick={() => void handleResolve()}>
          {resolvedAt === null ? t('Mark as resolved') : t('Open again')}
        </Button>
        <FormResult text={failure} />
      </div>
    </>
  )
}

function nobodyWords({ class: by, claimedUserId: id }: ErrorEntry): string {
  if (by === 'server') return t('the server itself')
  return id ? t('nobody (claimed: {id})', { id }) : t('nobody')
}

const MonoLink = ({ to, text }: { to: string; text: string }) => (
  <Link className="mono" to={to}>
    {text}
  </Link>
)

function User({ entry }: { entry: ErrorEntry }) {
  const { username, userId } = entry
  if (!username) return userId ?? nobodyWords(entry)
  return (
    <>
      <Link to={accountAt(username)}>{username}</Link>,{' '}
      <Link to={errorsAt({ user: username })}>{t('all errors of this account')}</Link>
    </>
  )
}

/** "POST /api/sync", and a line for whatever else was sent along. */
function contextLines({ context }: ErrorEntry): string[] {
  const { method, endpoint, ...rest } = context ?? {}
  const call = [method, endpoint].filter((part) => typeof part === 'string').join(' ')
  const more = Object.entries(rest).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return call === '' ? more : [call, ...more]
}

/** Source-mapped where possible; as sent on request. */
function Stacks({ entry, detail }: { entry: ErrorEntry; detail: ErrorDetail | undefined }) {
  const [as, setAs] = useState<'source' | 'sent'>('source')
  const isKnown = Boolean(detail?.sourceStack || detail?.sourceComponentStack)
  const isSource = isKnown && as === 'source'
  const stack = (isSource && detail?.sourceStack) || entry.stack
  const components = (isSource && detail?.sourceComponentStack) || entry.componentStack
  return (
    <>
      {isKnown && (
        <Segments
          label={t('Places')}
          choices={[
            { value: 'source', name: t('In the sources') },
            { value: 'sent', name: t('As sent') },
          ]}
          chosen={as}
          onChoose={setAs}
        />
      )}
      {stack && <Stack title={t('Stack')} text={stack} />}
      {components && <Stack title={t('Component stack')} text={components.replace(/^\n/, '')} />}
    </>
  )
}

function Stack({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h4 className={forms.sectionTitle}>{title}</h4>
      <Code name={title} text={text} className={styles.stack} />
    </section>
  )
}
