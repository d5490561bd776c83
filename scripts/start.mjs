// `npm start`: everything from a fresh clone to a running server. The server runs in this very
// process, so a signal to npm or to its group reaches it without a middleman.
import { ensureBuilt } from './built/ensureBuilt.mjs'
import { root } from './install.mjs'

await ensureBuilt()
process.env['NODE_ENV'] ??= 'production'
await import(new URL('dist/server.mjs', `file://${root}/`).href)
