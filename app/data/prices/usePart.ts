import { useCallback, useEffect, useState } from 'react'

import type { PartSummary } from '#shared/catalogue/part.ts'
import type { PartRow } from '../device/db.ts'

import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { dropPart, isDetail, keepPart, type OpenPart, readParts } from './parts.ts'

type Found =
  /** `offline`: not cached either. */
  | { status: 'loading' | 'notFound' | 'offline' | 'failed' }
  | { status: 'choices'; choices: readonly PartSummary[] }
  /** `isAsked`: the server answered since the page opened; before that the part is cached. */
  | { status: 'open'; part: OpenPart; isAsked: boolean; hasFailed: boolean }

export type PartState = Found & { retry: () => void }

/** A part by its number: cached at once, then from the server. */
export function usePart(partNumber: string, brand: string): PartState {
  const asked = `${partNumber} ${brand}`
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<{ asked: string; found: Found } | null>(null)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    let isCurrent = true
    const show = (next: Found) => isCurrent && setFound({ asked, found: next })
    void open(partNumber, brand, show)
    addEventListener('online', retry)
    return () => {
      isCurrent = false
      removeEventListener('online', retry)
    }
  }, [asked, partNumber, brand, attempt, retry])

  return { ...(found?.asked === asked ? found.found : { status: 'loading' }), retry }
}

async function open(
  partNumber: string,
  brand: string,
  show: (found: Found) => void,
): Promise<void> {
  if (partNumberKey(partNumber) === '') return show({ status: 'notFound' })
  // The request runs while the cache is read.
  const asking = ask(partNumber, brand)
  const kept = await readKept(partNumber, brand).catch(() => null)
  if (kept) show({ status: 'open', part: kept, isAsked: false, hasFailed: false })
  const answer = await asking
  const isNews = answer.status !== 'offline' && answer.status !== 'failed'
  if (isNews || !kept) show(answer)
  else show({ status: 'open', part: kept, isAsked: false, hasFailed: true })
}

/** Only when the brand is unambiguous. */
async function readKept(partNumber: string, brand: string): Promise<OpenPart | null> {
  const [part, ...others] = await readParts(partNumber, brand)
  return part && others.length === 0 && hasPage(part) ? part : null
}

function hasPage(part: PartRow): part is OpenPart {
  return part.page !== null
}

async function ask(partNumber: string, brand: string): Promise<Found> {
  try {
    const { askHistory, askPart } = await import('./askParts.ts')
    // Without a brand there may be several parts, and no single history.
    const asking = brand ? askHistory(partNumber, brand).catch(() => null) : null
    const answer = await askPart(partNumber, brand)
    if (!isDetail(answer)) return { status: 'choices', choices: answer.choices }
    // A page without history is still worth showing.
    const history = await (asking ?? askHistory(answer.partNumber, answer.brand).catch(() => null))
    return {
      status: 'open',
      part: await keepPart(answer, history),
      isAsked: true,
      hasFailed: false,
    }
  } catch (error) {
    const status = statusOf(error)
    if (status !== 404) return { status: status === 0 ? 'offline' : 'failed' }
    await dropPart(partNumber, brand).catch(() => undefined)
    return { status: 'notFound' }
  }
}

/** Status of an ApiError without loading its class; 0 for no answer, or a failed import. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 0
  return typeof error.status === 'number' ? error.status : 0
}
