/** Cost of a first visit: bytes and requests of each public route until it is usable. */
import type { ScreenName } from '../../../e2e/device.ts'
import type { Sign } from './usable.ts'

import { inLab } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { shareKit } from './shareKit.ts'
import { visit, watchFor } from './usable.ts'

/** `LIST` and `KIT` stand for the two ids of a kit that another device has shared. */
const ROUTES: { path: string; screen: ScreenName; sign: Sign }[] = [
  { path: '/', screen: 'phone', sign: { selector: 'h1', text: 'part kits' } },
  // An input: text typed there is stored from then on.
  { path: '/builder', screen: 'phone', sign: { selector: '[data-cell="adding"]', text: '' } },
  { path: '/builder', screen: 'desk', sign: { selector: '[data-cell="adding"]', text: '' } },
  // Readable before any script: an element only the app has shows that it has taken over.
  { path: '/list/LIST', screen: 'phone', sign: { selector: '[aria-label="Copy link"]', text: '' } },
  { path: '/list/zzzzzz', screen: 'phone', sign: { selector: 'main svg', text: '' } },
  { path: '/kit/KIT', screen: 'phone', sign: { selector: '[aria-label="Copy link"]', text: '' } },
  { path: '/login', screen: 'phone', sign: { selector: 'h1', text: 'Sign In' } },
  { path: '/create-kits', screen: 'phone', sign: { selector: 'input[type=search]', text: '' } },
]

await inLab(async (lab) => {
  const { openBrowser, server } = lab
  const shared = await shareKit(lab)
  const rows: Row[] = []
  for (const { path, screen, sign } of ROUTES) {
    const { page, context, close } = await openBrowser(screen)
    await watchFor(context, sign)
    const address = path.replace('LIST', shared.buildId).replace('KIT', shared.kitId)
    const { requested } = await visit(page, server.url + address)
    const [, ...files] = requested
    const code = [...new Set(files)].filter((file) => /\.(js|css)(\?|$)/.test(file))
    const bytes = await Promise.all(code.map(bytesOf))
    const what = `${path} (${screen})`
    const total = bytes.reduce((sum, size) => sum + size, 0)
    rows.push(
      // 150 kB, plus 4 kB for languages and currencies, plus 9 kB for the router's version 7.
      { what: `${what}: JS and CSS until usable`, figure: total, unit: 'B br', budget: 163_000 },
      { what: `${what}: requests until usable`, figure: code.length + 1, unit: '', budget: 8 },
    )
    await close()
  }
  report('First visit', rows)
})

/** Transfer size for a client that accepts brotli; files too small for it come plain. */
async function bytesOf(file: string): Promise<number> {
  const answer = await fetch(file, { headers: { 'Accept-Encoding': 'br' } })
  return Number(answer.headers.get('Content-Length'))
}
