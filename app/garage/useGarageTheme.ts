import { useLayoutEffect } from 'react'

import { holdTheme } from '../ui/look/holdTheme.ts'
import { useGarageSettings } from './settings.ts'

/** Dark while garage mode stands, unless somebody wants it as the rest of the app. */
export function useGarageTheme(): void {
  const isDark = useGarageSettings((settings) => settings.isDark)
  // Before the paint: no flash of white in a dark garage.
  useLayoutEffect(() => {
    if (!isDark) return
    holdTheme('dark')
    return () => holdTheme(null)
  }, [isDark])
}
