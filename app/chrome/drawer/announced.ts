import type { Announced } from '#shared/admin/announced.ts'

import { useSync } from '../../data/device/syncState.ts'

/** The operator's word, from the last server answer. */
export function useAnnounced(): Announced {
  return readAnnounced(useSync((state) => state.word) ?? '')
}

/** @param header raw value, '' for none; an unreadable one counts as none */
export function readAnnounced(header: string): Announced {
  try {
    const { say, rest } = JSON.parse(decodeURIComponent(header)) as Record<string, unknown>
    return {
      ...(isSaid(say) && { say }),
      ...(typeof rest === 'string' && { rest }),
    }
  } catch {
    return {}
  }
}

function isSaid(say: unknown): say is NonNullable<Announced['say']> {
  if (typeof say !== 'object' || say === null) return false
  const { id, text } = say as Record<string, unknown>
  return typeof id === 'string' && typeof text === 'string'
}
