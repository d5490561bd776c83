import { useEffect, useState } from 'react'

import type { Build } from './builds.ts'

import { links } from '#shared/links.ts'
import { knownMark, markOf } from './linkMark.ts'

/**
 * The path a kit is given away under. As long as no server has the kit, somebody else may take its
 * build id: until then the link is bound to the kit, and finds it under whatever id it is given.
 */
export function useListPath({ kit: { id, buildId }, isLive }: Build): string {
  const [, setMarked] = useState('')
  useEffect(() => {
    if (isLive || knownMark(id) !== undefined) return
    let isCurrent = true
    void markOf(id).then(() => isCurrent && setMarked(id))
    return () => {
      isCurrent = false
    }
  }, [id, isLive])
  const mark = knownMark(id)
  return isLive || mark === undefined ? links.list(buildId) : links.boundList({ buildId, mark })
}
