/**
 * Front of a server that is being updated: the new app's files are served already, and the API
 * answers 503. So a device updates to the new version with a full queue.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'

import { isFileAddress } from '#shared/links.ts'
import { loadAssets } from '../../sync-server/http/assets.ts'

/** Serves the app of this folder on the port. @returns how to end it */
export async function openFront(appFolder: string, port: number): Promise<() => Promise<void>> {
  const assets = loadAssets(appFolder)
  if (!assets) throw new Error(`${appFolder} holds no app`)
  const server = createServer((request, answer) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/api/')) {
      answer.writeHead(503, { 'Retry-After': '2', 'Content-Type': 'text/plain' })
      return answer.end('Service Unavailable')
    }
    const asset = assets.byPath.get(path) ?? (isFileAddress(path) ? undefined : assets.page)
    if (!asset) return answer.writeHead(404).end()
    answer.writeHead(200, { 'Content-Type': asset.type, 'Cache-Control': 'no-cache' })
    return answer.end(asset.identity.bytes)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
