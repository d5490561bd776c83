import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the desk's layout applies: for screens that render one of two. */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
