import { useCallback, useEffect, useState } from 'react'

import type { Build, Found } from './builds.ts'

import { useAccount } from '../../device/account.ts'
import { findHere, readBuild } from './builds.ts'
import { useSync } from '../../device/syncState.ts'
import { watchBuild } from './watchBuild.ts'

export type BuildState =
  | { status: 'loading' }
  | { status: 'notFound'; retry: () => void }
  | { status: 'offline'; retry: () => void }
  | { status: 'failed'; retry: () => void }
  | { status: 'open'; build: Build }

/** What the first screen was read ahead for, so that it renders once and with its content. */
let ahead: { buildId: string; found: Found; build: Build | null } | null = null

/**
 * Reads a build of this device before the first render. Without it the screen reads by itself.
 * @param isAnswered the page came with the build in it: that stays until this device has it too
 */
export async function readAhead(buildId: string, isAnswered: boolean): Promise<Build | null> {
  const here = await findHere(buildId)
  const found: Found | null = here
    ? { kind: 'here', kitId: here }
    : isAnswered
      ? await (await import('./openBuild.ts')).openAnswered(buildId)
      : null
  if (!found) return null
  const build = found.kind === 'here' ? await readBuild(found.kitId, buildId) : null
  ahead = { buildId, found, build }
  return build
}

/**
 * A build by its id, kept up to date.
 * @param options.from the build it is to be a copy of, when it does not exist yet
 * @param options.mayStart whether an id nobody has becomes a blank build
 */
export function useBuild(
  buildId: string,
  options: { from?: string | null; mayStart: boolean },
): BuildState {
  const { from, mayStart } = options
  const [attempt, setAttempt] = useState(0)
  // Once: later the device may know better.
  const [first] = useState(() => takeAhead(buildId))
  const [found, setFound] = useState<{ buildId: string; found: Found } | null>(
    first && { buildId, found: first.found },
  )
  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    let isCurrent = true
    open(buildId, { from: from ?? null, mayStart }).then(
      (result) => isCurrent && setFound({ buildId, found: result }),
      () => isCurrent && setFound({ buildId, found: { kind: 'failed' } }),
    )
    return () => {
      isCurrent = false
    }
  }, [buildId, from, mayStart, attempt])

  const here = found?.buildId === buildId ? found.found : null
  const kitId = here?.kind === 'here' ? here.kitId : null
  const build = useWatched(kitId, buildId) ?? first?.build
  if (!here || (here.kind === 'here' && build?.kit.id !== kitId)) return { status: 'loading' }
  if (here.kind !== 'here') return { status: here.kind, retry }
  if (!build) return { status: 'loading' }
  return build.isGone ? { status: 'notFound', retry } : { status: 'open', build }
}

/** The kit as the store shows it, undefined until it has been read. */
function useWatched(kitId: string | null, buildId: string): Build | undefined {
  const p = useAccount()?.id
  const [shown, setShown] = useState<{ build: Build } | { error: unknown } | null>(null)
  useEffect(() => {
    if (!kitId) return
    return watchBuild(
      kitId,
      buildId,
      (build) => setShown({ build }),
      (error) => setShown({ error }),
    )
  }, [kitId, buildId, p])
  if (shown && 'error' in shown) throw shown.error
  return shown?.build
}

function takeAhead(buildId: string) {
  const taken = ahead?.buildId === buildId ? ahead : null
  ahead = null
  return taken
}

async function open(
  buildId: string,
  { from, mayStart }: { from: string | null; mayStart: boolean },
): Promise<Found> {
  const kitId = await findHere(buildId)
  if (kitId) return { kind: 'here', kitId }
  useSync.setState({ isOpening: true })
  try {
    const { customize, openBuild } = await import('./openBuild.ts')
    return await (from ? customize(buildId, from) : openBuild(buildId, { mayStart }))
  } finally {
    useSync.setState({ isOpening: false })
  }
}
