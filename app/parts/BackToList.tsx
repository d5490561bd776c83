import type { MouseEvent } from 'react'

import { useLocation, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { BackLink } from '../ui/blocks/BackLink.tsx'

/** Back to the previous kit or list, else home. */
export function BackToList() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : null

  function handlePress(event: MouseEvent) {
    if (from === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // Back restores the screen with its scroll position.
    void navigate(-1)
  }

  return (
    <BackLink to={from ?? links.home()} onClick={handlePress}>
      {t('Back to Parts List')}
    </BackLink>
  )
}
