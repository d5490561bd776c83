/** The colours a person chose for this device. index.html reads the same key before the first paint. */

export type Theme = 'auto' | 'light' | 'dark'

const KEY = 'theme'
const BAR_COLOURS = { light: '#f7f8f5', dark: '#0c100e' }

/** The choice of this device; `auto` follows the system. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

let held: Theme | null = null

/** Has a screen shown in colours of its own, whatever is chosen; null for as chosen. */
export function holdTheme(theme: Theme | null): void {
  held = theme
  chooseTheme(readTheme())
}

/** Shows the page in these colours from now on, the browser's bar included. */
export function chooseTheme(chosen: Theme): void {
  try {
    if (chosen === 'auto') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, chosen)
  } catch {
    // Where nothing is stored it holds for as long as the page is open.
  }
  const theme = held ?? chosen
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const shown = theme === 'auto' ? (isDark ? 'dark' : 'light') : theme
  document.documentElement.dataset['theme'] = shown
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = BAR_COLOURS[theme === 'auto' ? own : theme]
  }
}
