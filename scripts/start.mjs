// `npm start`: everything from a fresh clone to a running server. The server runs in this very
// process, so a signal to npm or to its group reaches it without a middleman.
import { ensureInstalled, root } from './install.mjs'

ensureInstalled({ dev: false })
const { isStale } = await import('./staleness.mjs')
if (isStale()) {
  console.log('Building Wrenchlist.')
  const { build } = await import('./build.mjs')
  try {
    await build()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
process.env['NODE_ENV'] ??= 'production'
await import(new URL('dist/server.mjs', `file://${root}/`).href)
