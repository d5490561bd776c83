import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for the desk's layout: for screens that render one of two, not both. */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
