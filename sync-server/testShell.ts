/** A built app of one page, for tests of what the server makes of it. */
import type { Assets } from './http/assets.ts'

/** What a page needs of the built one. */
export const SHELL = `<!doctype html><html data-build="a1" lang="en"><head><title>Wrenchlist</title>
<meta name="description" content="x" /></head><body><div id="root"></div></body></html>`

export function shellAssets(html: string): Assets {
  const page = {
    type: 'text/html; charset=utf-8',
    identity: { bytes: Buffer.from(html), etag: '"shell"' },
    br: null,
    gzip: null,
  }
  return { byPath: new Map([['/index.html', page]]), page }
}
