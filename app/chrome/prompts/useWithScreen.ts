import { useState } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Shows a due prompt together with a new screen only: nothing moves under a finger.
 * @param isAtStart whether it may come with the first screen
 */
export function useWithScreen(isDue: boolean, isAtStart: boolean): boolean {
  const { pathname } = useLocation()
  const [visit, setVisit] = useState({ pathname, isShown: isDue && isAtStart })
  if (visit.pathname !== pathname) setVisit({ pathname, isShown: isDue })
  return isDue && visit.isShown
}
