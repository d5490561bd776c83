import type { Word } from '#shared/word.ts'

import { useSync } from '../../device/syncState.ts'

/** What the operator says to all, by the last answer of the server. */
export function useWord(): Word {
  return readWord(useSync((state) => state.word) ?? '')
}

/** @param header as it travels, '' for none; what cannot be read says nothing */
export function readWord(header: string): Word {
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

function isSaid(say: unknown): say is NonNullable<Word['say']> {
  if (typeof say !== 'object' || say === null) return false
  const { id, text } = say as Record<string, unknown>
  return typeof id === 'string' && typeof text === 'string'
}
