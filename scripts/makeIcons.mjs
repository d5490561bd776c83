// Draws the app icons from the logo: a bolt head with the witness mark that mechanics paint across
// it. Run by hand after a change of the logo; the pictures are kept in app/public/icons, and the one
// that stands beside a pasted link in app/public.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './install.mjs'

const GREEN = '#0f563b'
const MARK = `<path d="M23.2 14.2 18.6 22.2H9.4L4.8 14.2 9.4 6.2h9.2z" fill="none" stroke="#f0fbf5" stroke-width="2.4" stroke-linejoin="round"/><path d="M14 14.2 41 29.8" stroke="#fbce1e" stroke-width="4.4"/><circle cx="14" cy="14.2" r="2.2" fill="#fbce1e"/>`

const svg = (inside, size) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">${inside}</svg>`
const rounded = `<clipPath id="c"><rect width="32" height="32" rx="8"/></clipPath><g clip-path="url(#c)"><rect width="32" height="32" fill="${GREEN}"/>${MARK}</g>`
const square = `<rect width="32" height="32" fill="${GREEN}"/>${MARK}`
// A mask may cut to a circle of 80 %: the bolt moves to the middle, which brings it inside.
const maskable = `<rect width="32" height="32" fill="${GREEN}"/><g transform="translate(2 1.8)">${MARK}</g>`

const icons = [
  { name: 'icon-192.png', size: 192, inside: rounded },
  { name: 'icon-512.png', size: 512, inside: rounded },
  { name: 'maskable-512.png', size: 512, inside: maskable },
  // iOS rounds the corners itself and paints see-through ones black.
  { name: 'apple-touch-icon.png', size: 180, inside: square },
]

const folder = join(root, 'app', 'public', 'icons')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'favicon.svg'), `${svg(rounded, 32)}\n`)

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
for (const { name, size, inside } of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${svg(inside, size)}`)
  await page.screenshot({ path: join(folder, name), omitBackground: true })
}

const archivo = readFileSync(
  join(root, 'node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
)
// Yellow on green and few words: read at the size of a thumb, in a list of messages.
await page.setViewportSize({ width: 1200, height: 630 })
await page.setContent(`<style>
  @font-face { font-family: Archivo; src: url(data:font/woff2;base64,${archivo.toString('base64')}); font-weight: 100 900; font-stretch: 62% 125% }
  * { margin: 0 }
  body { width: 1200px; height: 630px; overflow: hidden; background: ${GREEN}; color: #f2faf5; font-family: Archivo }
  svg { position: absolute; left: 610px; top: -40px; width: 900px; height: 900px }
  h1 { position: absolute; left: 80px; top: 178px; font-size: 92px; font-stretch: 116%; font-weight: 720; letter-spacing: -0.02em }
  p { position: absolute; left: 84px; top: 312px; width: 560px; color: #cfe6da; font-size: 42px; line-height: 1.3 }
</style><svg viewBox="0 0 32 32">${MARK}</svg><h1>Wrenchlist</h1><p>Part kits for any car, shared with a link</p>`)
await page.evaluate(() => document.fonts.ready)
await page.screenshot({ path: join(root, 'app', 'public', 'preview.png') })
await browser.close()
