import type { Theme } from './theme.ts'

/**
 * Forces a theme for a screen; null for the chosen one. Apart from theme.ts, which loads a moment
 * later: no first load waits for it.
 */
export function holdTheme(theme: Theme | null): void {
  const root = document.documentElement.dataset
  if (theme === null) delete root['held']
  else root['held'] = root['theme'] = theme
  // On failure the next start shows the chosen theme.
  void import('./theme.ts').then(({ showLook }) => showLook()).catch(() => undefined)
}
