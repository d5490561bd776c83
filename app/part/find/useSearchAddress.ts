import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { PartSearch } from '#shared/catalogue/partSearch.ts'

import { partSearchQuery, readPartSearch } from '#shared/catalogue/partSearch.ts'

const WRITE_AFTER_MS = 250

const readSearch = (address: string) => readPartSearch(new URLSearchParams(address))

/** The search of the address, and its words as they are typed: those get there a moment later. */
export function useSearchAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = useMemo(() => readSearch(search), [search])
  const [text, setText] = useState(asked.q)
  /** What was written here, from what the screen shows up to the last: it shows it a moment later. */
  const written = useRef([search])

  useEffect(() => {
    const at = written.current.indexOf(search)
    written.current = at < 0 ? [search] : written.current.slice(at)
    // The way back, or a link: what is typed is what that says.
    if (at < 0) setText(asked.q)
  }, [search, asked])

  const last = () => written.current.at(-1) ?? ''

  /** @param changes of what was written last */
  function write(changes: Partial<PartSearch>, replace: boolean) {
    const query = partSearchQuery({ ...readSearch(last()), ...changes })
    const address = query && `?${query}`
    if (address === last()) return
    written.current.push(address)
    void navigate(pathname + address, { replace })
  }

  /** Each letter is no step of the way back, but what was typed as a whole is one. */
  function writeWords() {
    const q = text.trim()
    write({ q }, q !== '' && readSearch(last()).q !== '')
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
      write({ q: text.trim(), ...changes }, false)
    },
  }
}
