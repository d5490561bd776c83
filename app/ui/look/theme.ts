/** Look of the app on this device. index.html reads the same keys before the first paint. */
import { create } from 'zustand'

import { readChoice, storeChoice } from './choice.ts'

export type Theme = 'auto' | 'light' | 'dark'
/** High is for gloves and sunlight: 7:1 for all text, and larger touch targets. */
export type Contrast = 'normal' | 'high'
/** Height of table rows, with a mouse. */
export type Density = 'roomy' | 'compact'

const BAR_COLOURS = {
  normal: { light: '#f7f8f5', dark: '#0c100e' },
  high: { light: '#ffffff', dark: '#000000' },
}
/** High-contrast colours in their own file, loaded only when used. */
const CONTRAST_FILE = '/contrast.css'

const THEMES = ['light', 'dark'] as const

const matches = (query: string) => matchMedia(query).matches

/** Choices of this device, by default the system's. */
function readLook(): { theme: Theme; contrast: Contrast; density: Density } {
  return {
    theme: readChoice<Theme>('theme', THEMES, 'auto'),
    contrast: readChoice<Contrast>('contrast', ['normal', 'high'], systemContrast()),
    density: readChoice<Density>('density', ['compact'], 'roomy'),
  }
}

const systemContrast = (): Contrast => (matches('(prefers-contrast: more)') ? 'high' : 'normal')

/** Current choices, wherever they were made: a screen, the search or another tab. */
export const useLook = create(readLook)

export function chooseTheme(theme: Theme): void {
  storeChoice('theme', theme === 'auto' ? null : theme)
  useLook.setState({ theme })
  show()
}

/** A choice equal to the system's is not stored: the system may change. */
export function chooseContrast(contrast: Contrast): void {
  storeChoice('contrast', contrast === systemContrast() ? null : contrast)
  useLook.setState({ contrast })
  show()
}

/** Compact rows need a mouse and the desk's layout. As in tokens.css. */
export const mayBeCompact = () => matches('(min-width: 900px) and (pointer: fine)')

export function chooseDensity(density: Density): void {
  storeChoice('density', density === 'roomy' ? null : density)
  useLook.setState({ density })
  show()
}

/** Applies the choices of this and other tabs, and the system's defaults. */
export function showLook(): void {
  useLook.setState(readLook())
  show()
}

/** Includes the browser's toolbar colour. */
function show(): void {
  const { theme: chosen, contrast, density } = useLook.getState()
  const system = matches('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const root = document.documentElement.dataset
  // A screen's own theme wins (holdTheme.ts).
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
