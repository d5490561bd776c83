/** QR codes, and as a PNG. The encoder loads on demand. */

/** Light margin around a code, in modules: scanners need it (ISO/IEC 18004). */
export const QUIET = 4
/** Pixels per module of the PNG: survives a chat's downscaling. */
const PICTURE_SCALE = 8

/** Rows of modules, true for dark. */
export type Qr = boolean[][]

export async function qrOf(text: string): Promise<Qr> {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'L', boostEcc: true, border: 0 }).data
}

/** One SVG path of all dark modules, in runs. */
export function qrPath(qr: Qr): string {
  let path = ''
  qr.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      path += `M${from + QUIET} ${y + QUIET}h${x - from + 1}v1h${from - x - 1}z`
    }
  })
  return path
}

/** The code as a PNG; null where the browser cannot make one. */
export async function qrPicture(qr: Qr): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = (qr.length + 2 * QUIET) * PICTURE_SCALE
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(PICTURE_SCALE, PICTURE_SCALE)
  pen.fillStyle = 'black'
  pen.fill(new Path2D(qrPath(qr)))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
