import archivo from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import geistMono from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url'

/** Later than this somebody is reading already: the fallback stays until the next visit. */
const SWAP_WITHIN_MS = 3_000

/** Fetches the two fonts. Called after the first paint, which they never hold up. */
export async function loadFonts(): Promise<void> {
  const started = performance.now()
  const faces = [
    new FontFace('Archivo Variable', `url(${archivo})`, { weight: '100 900', stretch: '62% 125%' }),
    new FontFace('Geist Mono Variable', `url(${geistMono})`, { weight: '100 900' }),
  ]
  try {
    await Promise.all(faces.map((face) => face.load()))
  } catch {
    // No signal and not on the device: the fallback fonts are as good for reading.
    return
  }
  if (performance.now() - started > SWAP_WITHIN_MS) return
  for (const face of faces) document.fonts.add(face)
}
