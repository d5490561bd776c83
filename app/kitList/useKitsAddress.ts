import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const WRITE_AFTER_MS = 250

interface Asked {
  /** The search as it is typed. */
  query: string
  /** Null where nobody has said which. */
  isMineOnly: boolean | null
}

/**
 * What the list is asked for: kept in the address, so that a link and the way back bring it along.
 * @param isBare there is no kit here: unless somebody chose otherwise the list is everybody's
 */
export function useKitsAddress(isBare: boolean) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(() => askedIn(search))
  const written = useRef(search)
  const isDue = useRef(false)

  // Somebody else changed the address, such as the link to all kits.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setAsked(askedIn(search))
  }, [search])

  const { query } = asked
  const isMineOnly = asked.isMineOnly ?? !isBare
  const isTold = asked.isMineOnly !== null || !isMineOnly

  /** Before the screen is left: what was just typed belongs to the address that is gone back to. */
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
