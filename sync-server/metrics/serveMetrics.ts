/** Metrics on a port of their own, which strangers cannot reach. */
import { createServer } from 'node:http'

const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Answers `GET /metrics` and nothing else.
 * @returns the port, and its close
 */
export async function serveMetrics(
  host: string,
  port: number,
  text: () => Promise<string>,
): Promise<{ port: number; close(): void }> {
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000 },
    (request, response) => {
      const headers = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
      const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
      if (!isAsked) {
        response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('Not found\n')
        return
      }
      text().then(
        (body) => response.writeHead(200, { ...headers, 'Content-Type': TEXT }).end(body),
        () => response.writeHead(500, headers).end(),
      )
    },
  )
  server.maxConnections = 20
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Error(`METRICS_PORT ${port} on ${host} is not to be had: ${error.message}`, {
          cause: error,
        }),
      ),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
