import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'

import type { ErrorDetail, ErrorEntry } from './errorsData.ts'

import { links } from '#shared/links.ts'
import { numberText, t } from '#shared/words/words.ts'
import { Segments } from '../../ui/controls/Segments.tsx'
import { wholeTime } from '../../ui/text/time.ts'
import { accountAt, errorsAt } from '../desk/adminData.ts'
import { Small, useWhen } from '../desk/AdminList.tsx'
import { Code, Facts } from '../desk/figures.tsx'
import forms from '../../forms/forms.module.css'
import styles from './Errors.module.css'
import { kitOfPage, pathOfPage, readError, setResolved } from './errorsData.ts'
import { ActButtons, useActs } from '../desk/acts.tsx'
import { useServerData } from '../../forms/useServerData.ts'

/** Details of an error, and whether it is resolved. */
export function ErrorPane({ entry, onChanged }: { entry: ErrorEntry; onChanged: () => void }) {
  const when = useWhen()
  const { id, url, userAgent, device, count, timestamp, firstAt, resolvedAt, build } = entry
  const context = contextLines(entry)
  const kit = kitOfPage(url ?? '')
  const read = useCallback(() => readError(id), [id])
  const { data } = useServerData(`error:${id}:${timestamp}`, read)
  const acts = useActs(onChanged)
  const isOpen = resolvedAt === null

  return (
    <section className={`stack ${styles.pane}`} aria-label={t('Chosen error')}>
      <h3 className={styles.title}>
        <bdi>{entry.message}</bdi>
      </h3>
      <time className="muted small num" dateTime={timestamp}>
        {wholeTime(Date.parse(timestamp))}
      </time>
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
        <ActButtons
          of={acts}
          acts={[
            {
              name: isOpen ? t('Mark as resolved') : t('Open again'),
              call: () => setResolved(id, isOpen),
              said: { title: isOpen ? t('Marked as resolved') : t('Opened again') },
            },
          ]}
        />
        {acts.result}
      </div>
    </section>
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
