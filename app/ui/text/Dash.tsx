import { VisuallyHidden } from './VisuallyHidden.tsx'
import { t } from '#shared/words/words.ts'

/** An empty cell. */
export function Dash() {
  return (
    <>
      <span className="muted" aria-hidden="true">
        —
      </span>
      <VisuallyHidden>{t('none')}</VisuallyHidden>
    </>
  )
}
