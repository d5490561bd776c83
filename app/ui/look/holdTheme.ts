import type { Theme } from './theme.ts'

/**
 * Has a screen shown in colours of its own, whatever is chosen; null for as chosen. Apart from the
 * rest of the look (theme.ts), which comes a moment later: no first load waits for it.
 */
export function holdTheme(theme: Theme | null): void {
  const root = document.documentElement.dataset
  if (theme === null) delete root['held']
  else root['held'] = root['theme'] = theme
  // Where it does not come, the next start shows what is chosen.
  void import('./theme.ts').then(({ showLook }) => showLook()).catch(() => undefined)
}
