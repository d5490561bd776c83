import type { ReactNode } from 'react'

import { ViewTransition } from 'react'

const reduced = matchMedia('(prefers-reduced-motion: reduce)')

/**
 * What is the same thing on two screens goes from its place on the one to that on the other. Where the
 * browser cannot, or nothing is to move, the screens change as any do.
 * @param props.name of one thing at a time on a screen
 */
export function Morph({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ViewTransition name={name} default="none" share={reduced.matches ? 'none' : 'auto'}>
      {children}
    </ViewTransition>
  )
}
