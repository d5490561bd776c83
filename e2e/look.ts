// The look of a page by the system's preferences.
import { expect, type Page } from '@playwright/test'

interface Wish {
  colorScheme: 'light' | 'dark'
  contrast?: 'more' | 'no-preference'
}

/** Sets the system's preferences, and waits until an open page has followed. */
export async function wantLook(page: Page, { colorScheme, contrast }: Wish): Promise<void> {
  await page.emulateMedia({
    colorScheme,
    reducedMotion: 'reduce',
    ...(contrast && { contrast }),
  })
  const wish = { colorScheme, contrast: contrast && (contrast === 'more' ? 'high' : 'normal') }
  await expect.poll(() => page.evaluate(hasFollowed, wish)).toBe(true)
}

function hasFollowed(wish: { colorScheme: string; contrast: string | undefined }): boolean {
  if (!location.protocol.startsWith('http')) return true
  // Garage mode holds the dark theme.
  const { theme, contrast, held } = document.documentElement.dataset
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  return (
    theme === (held || wish.colorScheme) &&
    (wish.contrast === undefined || contrast === wish.contrast) &&
    sheets.every(({ sheet }) => sheet !== null)
  )
}
