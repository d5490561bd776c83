/** Follows the system's theme while the person has not chosen one. index.html sets the first. */
export function watchTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', () => {
    const chosen = readChosen()
    if (chosen !== 'light' && chosen !== 'dark') {
      document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light'
    }
  })
}

function readChosen(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}
