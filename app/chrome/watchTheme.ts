import { chooseTheme, readTheme } from '../ui/theme.ts'

/** Keeps the colours as chosen: by the system as long as nobody chose, and in every open tab. */
export function watchTheme(): void {
  const show = () => chooseTheme(readTheme())
  show()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  window.addEventListener('storage', (event) => event.key === 'theme' && show())
}
