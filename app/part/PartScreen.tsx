import { useLocation } from 'react-router-dom'

import { usePart } from '../prices/usePart.ts'
import { BackToList } from './BackToList.tsx'
import { PartChoices } from './PartChoices.tsx'
import { PartFailed, PartNotFound, PartNotHere } from './PartMissing.tsx'
import { PartOpen } from './PartOpen.tsx'
import { PartSkeleton } from './PartSkeleton.tsx'

/** What merchants ask for a part. Reads the address itself: a number may hold an encoded slash. */
export function PartScreen() {
  const { pathname, search } = useLocation()
  const partNumber = numberIn(pathname)
  const brand = new URLSearchParams(search).get('brand') ?? ''
  const state = usePart(partNumber, brand)
  switch (state.status) {
    case 'loading':
      return <PartSkeleton />
    case 'notFound':
      return <PartNotFound partNumber={partNumber} brand={brand} />
    case 'offline':
      return <PartNotHere partNumber={partNumber} brand={brand} onRetry={state.retry} />
    case 'failed':
      return <PartFailed onRetry={state.retry} />
    case 'choices':
      return <PartChoices partNumber={partNumber} choices={state.choices} />
    case 'open':
      return <PartOpen key={state.part.key} {...state} back={<BackToList />} />
  }
}

/** The number an address names, decoded once. */
function numberIn(pathname: string): string {
  const raw = pathname.split('/')[2] ?? ''
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
