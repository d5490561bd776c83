import type { FillReports } from './FillReports.tsx'

import { useEffect, useState } from 'react'

import { hasWaitingRows, keepForLater, loadFills, type Fills } from '../../data/autofill/fillKey.ts'
import { watchWrites } from '../../data/sync/write/writeQueue.ts'
import { isTurning } from '../undo/undo.ts'
import { FillNote } from './fillView.ts'

/** Loads the fill-in code with the first link, entered now or waiting from before. */
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
      // Leaving the field writes the same value again.
      const isNew = entered.get(id) !== link
      entered.set(id, link)
      // A copied line or a pasted row has its own name.
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

/** The next sync retries. */
const later = () => {}
