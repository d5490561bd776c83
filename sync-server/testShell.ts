/** A minimal built app, for tests of pages. */
import type { Assets } from './http/assets.ts'

/** The parts of index.html that pages need. */
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
