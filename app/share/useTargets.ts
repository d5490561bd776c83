import { useEffect, useState } from 'react'

import type { Build } from '../kits/open/builds.ts'

import { findHere, readBuild } from '../kits/open/builds.ts'
import { readRecentBuilds } from '../kits/index/ownBuilds.ts'

const RECENT = 8

/**
 * The kits that something from outside can go into, the one that was changed last first.
 * @param into the build id of one that an address asks for: it is among them when it is here
 * @returns null while they are read
 */
export function useTargets(into: string | null): Build[] | null {
  const [builds, setBuilds] = useState<Build[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    readTargets(into).then(
      (read) => isCurrent && setBuilds(read),
      // A new one can be begun all the same.
      () => isCurrent && setBuilds([]),
    )
    return () => {
      isCurrent = false
    }
  }, [into])
  return builds
}

async function readTargets(into: string | null): Promise<Build[]> {
  const builds = await readRecentBuilds(RECENT)
  if (into === null || builds.some(({ kit }) => kit.buildId === into)) return builds
  const kitId = await findHere(into)
  if (kitId === null) return builds
  const wanted = await readBuild(kitId, into)
  return wanted.isGone ? builds : [...builds, wanted]
}
