import type { FillReports } from './FillReports.tsx'

import { useEffect, useState } from 'react'

import { hasWaitingRows, keepForLater, loadFills, type Fills } from '../../autofill/fillKey.ts'
import { watchWrites } from '../../sync/write/pump.ts'
import { isTurning } from '../undo/undo.ts'
import { FillNote } from './fillView.ts'

/** Waits for the first link that is entered, or that waits from before, and fetches the rest then. */
export function AutoFill({ kitId }: { kitId: string }) {
  const [loaded, setLoaded] = useState<{ Reports: typeof FillReports; fills: Fills } | null>(null)
  useEffect(() => {
    let isHere = true
    async function load() {
      const [fills, { FillReports: Reports }] = await Promise.all([
        loadFills(),
        import('./FillReports.tsx'),
        FillNote.preload(),
      ])
      if (isHere) setLoaded({ Reports, fills })
      return fills
    }
    const entered = new Map<string, string>()
    const stop = watchWrites(({ kind, id, cells: { link, name } }) => {
      if (kind !== 'line' || typeof link !== 'string') return
      // Leaving the field writes the same once more.
      const isNew = entered.get(id) !== link
      entered.set(id, link)
      // A copy of a line, or a row of a pasted block, says itself what it is.
      if (!isNew || link === '' || name || isTurning()) return
      void load().then(
        ({ fillFrom }) => fillFrom(id, link),
        () => keepForLater(id, link),
      )
    })
    void hasWaitingRows()
      .then((isAny) => (isAny ? load() : null))
      .then((fills) => fills?.fillWaiting(), later)
    return () => {
      isHere = false
      stop()
    }
  }, [])
  return loaded && <loaded.Reports kitId={kitId} fills={loaded.fills} />
}

/** Asked for again with the next sync. */
const later = () => {}
