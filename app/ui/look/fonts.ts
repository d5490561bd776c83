import archivo from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import geistMono from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url'

/** Later, somebody is reading already: the fallback font stays until the next visit. */
const SWAP_WITHIN_MS = 3_000

let fetching: Promise<FontFace[]> | null = null

/** Loads both fonts. @returns none if they are too late for this visit */
export function fetchFonts(): Promise<FontFace[]> {
  fetching ??= fetchFaces()
  return fetching
}

/** Uses the loaded fonts. Called after the first paint, which they never delay. */
export async function loadFonts(): Promise<void> {
  for (const face of await fetchFonts()) document.fonts.add(face)
}

async function fetchFaces(): Promise<FontFace[]> {
  const faces = [
    new FontFace('Archivo Variable', `url(${archivo})`, { weight: '100 900', stretch: '62% 125%' }),
    new FontFace('Geist Mono Variable', `url(${geistMono})`, { weight: '100 900' }),
  ]
  // Offline and not cached: the fallback fonts are fine.
  const coming = Promise.all(faces.map((face) => face.load())).catch(() => [])
  const late = new Promise<FontFace[]>((resolve) => setTimeout(resolve, SWAP_WITHIN_MS, []))
  return Promise.race([coming, late])
}
