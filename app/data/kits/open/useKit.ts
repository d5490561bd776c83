import { useEffect } from 'react'

import { followHere } from './openBuild.ts'
import { type BuildState, useBuild } from './useBuild.ts'

/** A kit for its own page, by build id or kit id, live with others' writes. */
export function useKit(id: string): BuildState {
  const state = useBuild(id, { mayStart: false })
  const kitId = state.status === 'open' && state.build.isLive ? state.build.kit.id : null
  useEffect(() => {
    if (kitId === null) return
    // Offline, the next visit to the page retries.
    followHere(kitId).catch(() => undefined)
  }, [kitId])
  return state
}
