import { useDeferredValue, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../data/device/useLiveQuery.ts'
import { useAccount } from '../data/device/account.ts'
import { useKitIndex } from '../data/kits/index/kitIndex.ts'
import { isEverRead } from '../data/sync/receive/cursors.ts'
import { DownloadIcon, PlusIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { KitResults } from './KitResults.tsx'
import styles from './Kits.module.css'
import { SearchField } from '../ui/controls/SearchField.tsx'

/** The server's limit of a search. */
const MAX_QUERY = 200

/** Own kits, drafts and opened ones; everybody's beside them. */
export function KitsScreen() {
  const { query, isMineOnly, change, writeNow } = useKitsAddress(useIsBare())
  // Deferred: a letter shows in its field before its results render.
  const searched = useDeferredValue(query)
  return (
    // Capture: runs before a press leaves the screen.
    <div className="page" onClickCapture={writeNow}>
      <div className={`row wrap between ${styles.top}`}>
        <div>
          <h1>{t('Kits')}</h1>
          <p className={`muted small ${styles.lead}`}>
            {t('Kits you open are kept on this device.')}
          </p>
        </div>
        <div className="row wrap">
          <LinkButton to={links.receive()} aria-label={t('Receive a kit')}>
            <DownloadIcon />
            {t('Receive')}
          </LinkButton>
          <LinkButton variant="primary" to={links.builder()}>
            <PlusIcon />
            {t('Build a Kit')}
          </LinkButton>
        </div>
      </div>
      <SearchField
        label={t('Search kits')}
        placeholder={t('Search kits by vehicle, task, or kit name...')}
        maxLength={MAX_QUERY}
        text={query}
        onText={(text) => change({ query: text })}
      />
      <KitResults query={searched} isMineOnly={isMineOnly} onChange={change} />
    </div>
  )
}

/** Whether the user has no kits, as far as the server has told. */
function useIsBare(): boolean {
  const { kits, read } = useKitIndex()
  const account = useAccount()
  const isKnown = useLiveQuery(() => isEverRead())
  return read === 'all' && kits.length === 0 && (!account || isKnown === true)
}

const WRITE_AFTER_MS = 250

interface Asked {
  /** Search text as typed. */
  query: string
  /** Null where nobody has chosen. */
  isMineOnly: boolean | null
}

/**
 * Query of the list, kept in the address, so that links and back navigation restore it.
 * @param isBare no own kits: the default is everybody's then
 */
function useKitsAddress(isBare: boolean) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(() => askedIn(search))
  const written = useRef(search)
  const isDue = useRef(false)

  // The address changed elsewhere, such as by the link to all kits.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setAsked(askedIn(search))
  }, [search])

  const { query } = asked
  const isMineOnly = asked.isMineOnly ?? !isBare
  const isTold = asked.isMineOnly !== null || !isMineOnly

  /** Before leaving: the typed text belongs to the address that Back returns to. */
  const writeNow = useCallback(() => {
    isDue.current = false
    const next = searchOf(query, isTold ? isMineOnly : null)
    if (next === written.current) return
    written.current = next
    void navigate({ search: next }, { replace: true })
  }, [query, isTold, isMineOnly, navigate])

  useEffect(() => {
    const timer = setTimeout(() => isDue.current && writeNow(), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [writeNow])

  const change = useCallback((changes: Partial<Asked>) => {
    isDue.current = true
    setAsked((before) => ({ ...before, ...changes }))
  }, [])

  return { query, isMineOnly, change, writeNow }
}

function askedIn(search: string): Asked {
  const params = new URLSearchParams(search)
  const show = params.get('show')
  return { query: params.get('q') ?? '', isMineOnly: show === null ? null : show !== 'all' }
}

function searchOf(query: string, isMineOnly: boolean | null): string {
  const params = new URLSearchParams()
  if (query.trim() !== '') params.set('q', query)
  if (isMineOnly !== null) params.set('show', isMineOnly ? 'mine' : 'all')
  const text = params.toString()
  return text && `?${text}`
}
