import { VisuallyHidden } from './VisuallyHidden.tsx'

/** An empty cell. */
export function Dash() {
  return (
    <>
      <span className="muted" aria-hidden="true">
        —
      </span>
      <VisuallyHidden>none</VisuallyHidden>
    </>
  )
}
