import { useEffect, useState } from 'react'

import type { Build } from './builds.ts'

import { links } from '#shared/links.ts'

/**
 * Path to share a kit under. While no server has the kit, somebody else may take its build id:
 * until then the link is bound to the kit, and finds it under whatever id it gets.
 */
export function useListPath({ kit: { id, buildId }, isLive }: Build): string {
  const [bound, setBound] = useState('')
  useEffect(() => {
    if (isLive) return
    void import('./linkMark.ts')
      .then(({ boundListPath }) => boundListPath(id, buildId))
      .then(setBound)
  }, [id, buildId, isLive])
  const path = links.list(buildId)
  return !isLive && bound.startsWith(path) ? bound : path
}
