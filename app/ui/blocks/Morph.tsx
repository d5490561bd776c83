import { type ReactNode, ViewTransition } from 'react'

const reduced = matchMedia('(prefers-reduced-motion: reduce)')

/**
 * Shared element transition between two screens. Without support or with reduced motion, the
 * screens change as usual.
 * @param props.name unique on a screen
 */
export function Morph({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ViewTransition name={name} default="none" share={reduced.matches ? 'none' : 'auto'}>
      {children}
    </ViewTransition>
  )
}
