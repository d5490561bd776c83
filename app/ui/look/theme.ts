/** How the app looks on this device, as a person chose. index.html reads the same keys before the first paint. */
import { create } from 'zustand'

import { readChoice, storeChoice } from './choice.ts'

export type Theme = 'auto' | 'light' | 'dark'
/** High is for gloves and sun: 7:1 for every word, and larger targets under fingers. */
export type Contrast = 'normal' | 'high'
/** How high rows of tables are, under a mouse. */
export type Density = 'roomy' | 'compact'

const BAR_COLOURS = {
  normal: { light: '#f7f8f5', dark: '#0c100e' },
  high: { light: '#ffffff', dark: '#000000' },
}
/** The colours of high contrast: apart, so that only those fetch them who see them. */
const CONTRAST_FILE = '/contrast.css'

const THEMES = ['light', 'dark'] as const

const matches = (query: string) => matchMedia(query).matches

/** The choices of this device; without one they are the system's. */
function readLook(): { theme: Theme; contrast: Contrast; density: Density } {
  return {
    theme: readChoice<Theme>('theme', THEMES, 'auto'),
    contrast: readChoice<Contrast>('contrast', ['normal', 'high'], systemContrast()),
    density: readChoice<Density>('density', ['compact'], 'roomy'),
  }
}

const systemContrast = (): Contrast => (matches('(prefers-contrast: more)') ? 'high' : 'normal')

/** The choices as they are shown now, whoever made them: a screen, the search or another tab. */
export const useLook = create(readLook)

export function chooseTheme(theme: Theme): void {
  storeChoice('theme', theme === 'auto' ? null : theme)
  useLook.setState({ theme })
  show()
}

/** What the system wants is not stored: it may want something else tomorrow. */
export function chooseContrast(contrast: Contrast): void {
  storeChoice('contrast', contrast === systemContrast() ? null : contrast)
  useLook.setState({ contrast })
  show()
}

/** Only under a mouse, and in the desk's layout, rows may be compact. As in tokens.css. */
export const mayBeCompact = () => matches('(min-width: 900px) and (pointer: fine)')

export function chooseDensity(density: Density): void {
  storeChoice('density', density === 'roomy' ? null : density)
  useLook.setState({ density })
  show()
}

/** Shows what is chosen, here or in another tab, and by the system as long as nobody chose. */
export function showLook(): void {
  useLook.setState(readLook())
  show()
}

/** The browser's bar included. */
function show(): void {
  const { theme: chosen, contrast, density } = useLook.getState()
  const system = matches('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const root = document.documentElement.dataset
  // What a screen holds goes before what is chosen (holdTheme.ts).
  const theme = THEMES.find((each) => each === root['held']) ?? chosen
  root['theme'] = theme === 'auto' ? system : theme
  root['contrast'] = contrast
  root['density'] = density
  if (contrast === 'high') fetchContrast()
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = BAR_COLOURS[contrast][theme === 'auto' ? own : theme]
  }
}

function fetchContrast(): void {
  if (document.querySelector(`link[href="${CONTRAST_FILE}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = CONTRAST_FILE
  document.head.append(link)
}
