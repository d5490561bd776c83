import { useSyncExternalStore } from 'react'

/** Where rows may be compact: under a mouse, in the desk's layout. As in tokens.css. */
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

/** Whether rows of tables are compact now, for lists that place their rows themselves. */
export const useIsCompact = () => useSyncExternalStore(subscribe, () => place.matches && isChosen())
