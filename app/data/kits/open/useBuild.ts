import { useCallback, useEffect, useReducer, useRef, useState } from 'react'

import { useAccount } from '../../device/account.ts'
import { type Build, findHere, type Found } from './builds.ts'
import { openKit } from './openKit.ts'
import { useSync } from '../../device/syncState.ts'

export type BuildState =
  | { status: 'loading' }
  | { status: 'notFound'; retry: () => void }
  | { status: 'offline'; retry: () => void }
  | { status: 'failed'; retry: () => void }
  | { status: 'open'; build: Build }

/** Result of `readAhead`, so the first screen renders once and with content. */
let ahead: { buildId: string; found: Found; release: () => void } | null = null

/**
 * Reads a build of this device before the first render. Without it the screen reads by itself.
 * @param isAnswered the build came rendered in the page: that stays until this device has it
 */
export async function readAhead(buildId: string, isAnswered: boolean): Promise<Build | null> {
  const here = await findHere(buildId)
  const found: Found | null = here
    ? { kind: 'here', kitId: here }
    : isAnswered
      ? await (await import('./openBuild.ts')).openAnswered(buildId)
      : null
  if (!found) return null
  const kit = found.kind === 'here' ? openKit(found.kitId, buildId) : null
  ahead?.release()
  // Held open until the screen subscribes.
  ahead = { buildId, found, release: kit?.subscribe(() => undefined) ?? (() => undefined) }
  await kit?.whenRead()
  return kit?.read() ?? null
}

/**
 * A build by its id, live.
 * @param options.from the build to copy when this one does not exist yet
 * @param options.mayStart whether an id nobody has becomes a blank build
 */
export function useBuild(
  buildId: string,
  options: { from?: string | null; mayStart: boolean },
): BuildState {
  const { from, mayStart } = options
  const [attempt, setAttempt] = useState(0)
  // Only at mount: later the device may know better.
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
  const build = useOpenKit(kitId, buildId)
  // The screen holds it from now on.
  useEffect(() => first?.release(), [first])
  if (!here) return { status: 'loading' }
  if (here.kind !== 'here') return { status: here.kind, retry }
  if (!build) return { status: 'loading' }
  return build.isGone ? { status: 'notFound', retry } : { status: 'open', build }
}

/** The kit as it is now, null until read. */
function useOpenKit(kitId: string | null, buildId: string): Build | null {
  const principal = useAccount()?.id
  const kit = kitId === null ? null : openKit(kitId, buildId)
  const [, follow] = useReducer((count: number) => count + 1, 0)
  const build = kit?.read() ?? null
  const shown = useRef(build)
  useEffect(() => {
    shown.current = build
  })
  useEffect(() => {
    if (!kit) return
    const turn = () => kit.read() !== shown.current && follow()
    const stop = kit.subscribe(turn)
    // It may have changed between that render and this effect.
    turn()
    return stop
  }, [kit])
  useEffect(() => kit?.refresh(), [kit, principal])
  return build
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
