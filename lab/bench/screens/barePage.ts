/** A page with React, Dexie and a worker, and nothing else: what no start on this machine is below. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
}

/** Builds the page into `folder` and serves it on a port of its own. */
export async function serveBarePage(folder: string): Promise<{ url: string; close: () => void }> {
  const root = fileURLToPath(new URL('./bare', import.meta.url))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const file = path === '/sw.js' ? join(root, path) : join(folder, path)
    readFile(file).then(
      (bytes) => {
        response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream')
        response.end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The bare page has no port.')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}
