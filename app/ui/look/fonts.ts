import archivo from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import geistMono from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url'

/** Later than this somebody is reading already: the fallback stays until the next visit. */
const SWAP_WITHIN_MS = 3_000

let fetching: Promise<FontFace[]> | null = null

/** Fetches the two fonts. @returns none when they did not come in time for this visit */
export function fetchFonts(): Promise<FontFace[]> {
  fetching ??= fetchFaces()
  return fetching
}

/** Puts fetched fonts to use. Called after the first paint, which they never hold up. */
export async function loadFonts(): Promise<void> {
  for (const face of await fetchFonts()) document.fonts.add(face)
}

async function fetchFaces(): Promise<FontFace[]> {
  const faces = [
    new FontFace('Archivo Variable', `url(${archivo})`, { weight: '100 900', stretch: '62% 125%' }),
    new FontFace('Geist Mono Variable', `url(${geistMono})`, { weight: '100 900' }),
  ]
  // No signal and not on the device: the fallback fonts are as good for reading.
  const coming = Promise.all(faces.map((face) => face.load())).catch(() => [])
  const late = new Promise<FontFace[]>((resolve) => setTimeout(resolve, SWAP_WITHIN_MS, []))
  return Promise.race([coming, late])
}
