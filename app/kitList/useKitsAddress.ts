import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const WRITE_AFTER_MS = 250

interface Asked {
  /** The search as it is typed. */
  query: string
  isMineOnly: boolean
}

/** What the list is asked for: kept in the address, so that a link and the way back bring it along. */
export function useKitsAddress() {
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

  /** Before the screen is left: what was just typed belongs to the address that is gone back to. */
  const writeNow = useCallback(() => {
    if (!isDue.current) return
    isDue.current = false
    written.current = searchOf(asked)
    navigate({ search: written.current }, { replace: true })
  }, [asked, navigate])

  useEffect(() => {
    const timer = setTimeout(writeNow, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [writeNow])

  const change = useCallback((changes: Partial<Asked>) => {
    isDue.current = true
    setAsked((before) => ({ ...before, ...changes }))
  }, [])

  return { ...asked, change, writeNow }
}

function askedIn(search: string): Asked {
  const params = new URLSearchParams(search)
  return { query: params.get('q') ?? '', isMineOnly: params.get('show') === 'mine' }
}

function searchOf({ query, isMineOnly }: Asked): string {
  const params = new URLSearchParams()
  if (query.trim() !== '') params.set('q', query)
  if (isMineOnly) params.set('show', 'mine')
  const text = params.toString()
  return text && `?${text}`
}
