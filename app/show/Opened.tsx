import type { ReactNode } from 'react'

import type { Build } from '../data/kits/open/builds.ts'
import type { BuildState } from '../data/kits/open/useBuild.ts'

import { LoadingPage } from '../ui/blocks/Skeleton.tsx'
import { type KitPlace, MissingKit } from './MissingKit.tsx'

interface OpenedProps {
  state: BuildState
  place: KitPlace
  /** Heading while it loads. */
  title: string
  /** "Loading kit..." */
  loading: string
  children: (build: Build) => ReactNode
}

/** A screen of one kit: loading, open, or why there is none. */
export function Opened({ state, place, title, loading, children }: OpenedProps) {
  if (state.status === 'loading') return <LoadingPage title={title} label={loading} />
  if (state.status !== 'open')
    return <MissingKit place={place} why={state.status} onLookAgain={state.retry} />
  const { build } = state
  // A deleted kit, or an id that was only drawn.
  return build.kit.updatedAt > 0 ? children(build) : <MissingKit place={place} />
}
