import { useSyncExternalStore } from 'react'

/** Compact rows need a mouse and the desk's layout. As in tokens.css. */
const place = matchMedia('(min-width: 900px) and (pointer: fine)')

function subscribe(listener: () => void): () => void {
  const choices = new MutationObserver(listener)
  choices.observe(document.documentElement, { attributeFilter: ['data-density'] })
  place.addEventListener('change', listener)
  return () => {
    choices.disconnect()
    place.removeEventListener('change', listener)
  }
}

const isChosen = () => document.documentElement.dataset['density'] === 'compact'

/** Whether table rows are compact now, for virtual lists. */
export const useIsCompact = () => useSyncExternalStore(subscribe, () => place.matches && isChosen())
