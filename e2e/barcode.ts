// A fake camera that sees a barcode, at the browser's own API: Code 39, as on a door sticker.
import type { Page } from '@playwright/test'

/** Wide and narrow bars and gaps of each character (ISO/IEC 16388): 1 is wide. */
const CODE_39: Readonly<Record<string, string>> = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  A: '100001001',
  C: '101001000',
  G: '000001101',
  H: '100001100',
  M: '101000010',
  '*': '010010100',
}

/** Gives the page a camera whose picture shows `text` as a barcode. */
export async function giveCamera(page: Page, text: string): Promise<void> {
  const widths = Array.from(`*${text}*`).flatMap((char) => {
    const pattern = CODE_39[char]
    if (!pattern) throw new Error(`no bars for ${char}`)
    // A narrow gap separates characters.
    return [...Array.from(pattern, (bit) => (bit === '1' ? 3 : 1)), 1]
  })
  await page.addInitScript(`
    const widths = ${JSON.stringify(widths)}
    const draw = (canvas) => {
      const pen = canvas.getContext('2d')
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      pen.fillStyle = '#000'
      let x = 60
      widths.forEach((width, at) => {
        if (at % 2 === 0) pen.fillRect(x, 200, width * 3, 200)
        x += width * 3
      })
    }
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 1280
      canvas.height = 600
      draw(canvas)
      setInterval(() => draw(canvas), 100)
      return canvas.captureStream(10)
    }
  `)
}

/** Makes the page's camera fail with an error of this name. */
export async function refuseCamera(page: Page, name: string): Promise<void> {
  await page.addInitScript(
    `navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('as a browser says it', ${JSON.stringify(name)}))`,
  )
}
