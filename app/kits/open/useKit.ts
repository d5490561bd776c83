import { useEffect } from 'react'

import type { BuildState } from './useBuild.ts'

import { followHere } from './openBuild.ts'
import { useBuild } from './useBuild.ts'

/** A kit for its own page, by its build id or its kit id, with what others write into it. */
export function useKit(id: string): BuildState {
  const state = useBuild(id, { mayStart: false })
  const kitId = state.status === 'open' && state.build.isLive ? state.build.kit.id : null
  useEffect(() => {
    if (kitId === null) return
    // Without a network it is asked again when the page is opened the next time.
    followHere(kitId).catch(() => undefined)
  }, [kitId])
  return state
}
