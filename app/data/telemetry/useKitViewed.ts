import { useEffect } from 'react'

import type { Build } from '../kits/open/builds.ts'

import { dollarCents } from '#shared/kinds/kit.ts'
import { track } from './track.ts'

let isFirst = true

/** Counts a kit view, if allowed: once while it stays on the screen. */
export function useKitViewed(
  { kit, isMine }: Pick<Build, 'kit' | 'isMine'>,
  place: 'kit' | 'list',
) {
  const { id, lines, notes, task } = kit
  useEffect(() => {
    if (isFirst) track({ name: 'kit_session_start', place })
    isFirst = false
    track({ name: 'kit_view', place, isOwn: isMine })
    track({
      name: 'kit_view_detailed',
      lines: lines.length,
      total: dollarCents(lines),
      hasNotes: notes.trim() !== '',
    })
    track({ name: 'kit_task_view', task })
    // Edits during a view are not another view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, place])
}
