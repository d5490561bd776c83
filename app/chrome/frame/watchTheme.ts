import { showLook } from '../../ui/look/theme.ts'

/** Keeps the look as chosen: by the system as long as nobody chose, and in every open tab. */
export function watchTheme(): void {
  showLook()
  for (const wish of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
    matchMedia(wish).addEventListener('change', showLook)
  window.addEventListener('storage', showLook)
}
