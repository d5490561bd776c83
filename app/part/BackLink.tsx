import type { MouseEvent } from 'react'

import { Link, useLocation, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { ArrowLeftIcon } from '../ui/blocks/icons.tsx'
import styles from './Part.module.css'

/** Back to the kit or list the visitor came from, else home. */
export function BackLink() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : null

  function handlePress(event: MouseEvent) {
    if (from === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // The screen as it was left, with its place on the page.
    void navigate(-1)
  }

  return (
    <Link className={styles.back} to={from ?? links.home()} onClick={handlePress}>
      <ArrowLeftIcon />
      {t('Back to Parts List')}
    </Link>
  )
}
