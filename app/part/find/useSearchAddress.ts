import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { PartSearch } from '#shared/catalogue/partSearch.ts'

import { partSearchQuery, readPartSearch } from '#shared/catalogue/partSearch.ts'

const WRITE_AFTER_MS = 250

/** The search of the address, and its words as they are typed: those get there a moment later. */
export function useSearchAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = useMemo(() => readPartSearch(new URLSearchParams(search)), [search])
  const [text, setText] = useState(asked.q)
  const written = useRef(search)

  // The way back, or a link: what is typed is what that says.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setText(asked.q)
  }, [search, asked])

  function write(next: PartSearch, replace: boolean) {
    const query = partSearchQuery(next)
    const address = query && `?${query}`
    if (address === search) return
    written.current = address
    navigate(pathname + address, { replace })
  }

  /** Each letter is no step of the way back, but what was typed as a whole is one. */
  function writeWords() {
    write({ ...asked, q: text.trim() }, asked.q !== '' && text.trim() !== '')
  }
  const latest = useRef(writeWords)
  useEffect(() => {
    latest.current = writeWords
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])

  return {
    search: asked,
    text,
    setText,
    writeWords,
    /** Narrows or widens; with what is typed at that moment. */
    change: (changes: Partial<PartSearch>) => {
      if (changes.q !== undefined) setText(changes.q)
      write({ ...asked, q: text.trim(), ...changes }, false)
    },
  }
}
