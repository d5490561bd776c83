/** What a first visit costs: the bytes and requests of each public route until it is usable. */
import { waitForWorker } from '../e2e/builder.ts'
import { inLab } from './lab.ts'
import { report, type Row } from './report.ts'

const ROUTES: [path: string, usable: RegExp][] = [
  ['/', /create part kits/i],
  ['/builder', /Kit Builder/],
  ['/list/zzzzzz', /Parts List Not Found/],
  ['/create-kits', /No kits yet/],
]

await inLab(async ({ openBrowser, server }) => {
  const rows: Row[] = []
  for (const [path, usable] of ROUTES) {
    const { page, context } = await openBrowser('phone')
    // A client that takes brotli tells the bytes as they travel; the worker's precache comes later.
    const seen: { url: string; type: string; bytes: number }[] = []
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const urls = new Map<string, { url: string; type: string }>()
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      urls.set(requestId, { url: response.url, type })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const known = urls.get(requestId)
      if (known) seen.push({ ...known, bytes: encodedDataLength })
    })
    await page.goto(path)
    await page.getByText(usable).first().waitFor()
    const usableSet = seen.filter(
      ({ url, type }) => type === 'Document' || /\.(js|css)(\?|$)/.test(url),
    )
    const code = await Promise.all(
      usableSet
        .filter(({ type }) => type !== 'Document')
        .map(async ({ url }) => {
          const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, server.url), {
            headers: { 'Accept-Encoding': 'br' },
          })
          return Number(answer.headers.get('Content-Length'))
        }),
    )
    rows.push(
      {
        what: `${path}: JS and CSS until usable`,
        figure: code.reduce((sum, bytes) => sum + bytes, 0),
        unit: 'B br',
        budget: 120_000,
      },
      { what: `${path}: requests until usable`, figure: usableSet.length, unit: '', budget: 8 },
    )
    await waitForWorker(page)
    await page.close()
  }
  report('First visit', rows)
})
