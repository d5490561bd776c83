import { useEffect, useState } from 'react'

import type { PartSummary } from '#shared/catalogue/part.ts'

import { searchKnown } from '../../prices/searchKnown.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoSignalIcon, SearchIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useLookingAgain } from '../../ui/useLookingAgain.ts'
import { PartChoice } from '../PartChoices.tsx'
import styles from './place.module.css'

interface Found {
  parts: readonly PartSummary[]
  /** What goes on after them, null for nothing. */
  next: string | null
  /** The server did not answer: these are the ones that this device knows. */
  isHereOnly: boolean
}

/** What a search finds, with signal in the catalogue and without on this device. */
export function FoundParts({ query }: { query: string }) {
  const [found, setFound] = useState<Found | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isMoreFailed, setMoreFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    askSearch(query, null)
      .then(
        (page): Found => ({ ...page, isHereOnly: false }),
        async (): Promise<Found> => ({
          parts: await searchKnown(query),
          next: null,
          isHereOnly: true,
        }),
      )
      .then((answer) => isCurrent && setFound(answer))
      .catch(() => isCurrent && setFound({ parts: [], next: null, isHereOnly: true }))
    return () => {
      isCurrent = false
    }
  }, [query, attempt])

  async function handleMore() {
    if (!found) return
    try {
      const page = await askSearch(query, found.next)
      setMoreFailed(false)
      setFound({ ...found, next: page.next, parts: [...found.parts, ...page.parts] })
    } catch {
      setMoreFailed(true)
    }
  }

  if (!found) return <Skeleton label="Searching parts..." rows={4} />
  const { parts, next, isHereOnly } = found
  const count = `${parts.length}${next === null ? '' : ' and more'}`
  return (
    <>
      {isHereOnly && <HereOnly onLookAgain={() => setAttempt(attempt + 1)} />}
      <p className="muted small" role="status">
        {parts.length === 0 ? 'Nothing found' : `Found: ${count}`}
      </p>
      {parts.length > 0 ? (
        <ul className={`card ${styles.list}`} aria-label="Parts found">
          {parts.map((part) => (
            <PartChoice key={part.id} part={part} />
          ))}
        </ul>
      ) : (
        !isHereOnly && (
          <EmptyState
            mark={<SearchIcon />}
            title="No part has all these words"
            text="Try fewer of them, or the number as it is printed on the part."
          />
        )
      )}
      {next !== null && (
        <Button onClick={() => void handleMore()}>
          {isMoreFailed ? 'No answer. Try again' : 'Show more'}
        </Button>
      )}
    </>
  )
}

function HereOnly({ onLookAgain }: { onLookAgain: () => void }) {
  useLookingAgain(onLookAgain, { hasFailed: true })
  return (
    <EmptyState
      role="status"
      mark={<NoSignalIcon />}
      title="No answer from the catalogue"
      text="Only parts whose prices this device has seen before are searched. It looks again when there is signal."
      action={<Button onClick={onLookAgain}>Try again</Button>}
    />
  )
}

async function askSearch(query: string, after: string | null) {
  // With the reading of answers it is a tenth of the app, which no first visit waits for.
  const ask = await import('../../prices/askParts.ts')
  return ask.askSearch(query, after)
}
