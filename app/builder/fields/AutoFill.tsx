import type { ComponentType } from 'react'

import { useEffect, useState } from 'react'

import { db } from '../../device/db.ts'
import { FILL_PREFIX } from '../../autofill/fillKey.ts'
import { watchWrites } from '../../sync/write/pump.ts'
import { isTurning } from '../undo/undo.ts'
import { FillNote } from './fillView.ts'

/** Waits for the first link that is entered, or that waits from before, and fetches the rest then. */
export function AutoFill({ kitId }: { kitId: string }) {
  const [Reports, setReports] = useState<ComponentType<{ kitId: string }> | null>(null)
  useEffect(() => {
    let isHere = true
    async function load() {
      const [fills, { FillReports }] = await Promise.all([
        import('../../autofill/fills.ts'),
        import('./FillReports.tsx'),
        FillNote.preload(),
      ])
      if (isHere) setReports(() => FillReports)
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
    void db.meta
      .where('key')
      .startsWith(FILL_PREFIX)
      .count()
      .then((count) => (count > 0 ? load() : null))
      .then((fills) => fills?.fillWaiting(), later)
    return () => {
      isHere = false
      stop()
    }
  }, [])
  return Reports && <Reports kitId={kitId} />
}

/** What shows it did not come, as without a worker and without signal: the link waits all the same. */
async function keepForLater(id: string, link: string): Promise<void> {
  const untried = { tries: 0, next: 0, reason: '', isGivenUp: false, isGuess: true }
  await db.meta.put({ key: FILL_PREFIX + id, value: { link, at: Date.now(), ...untried } })
}

/** Asked for again with the next sync. */
const later = () => {}
