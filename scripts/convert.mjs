// `npm run convert`: see sync-server/convert.ts.
import { ensureBuilt } from './built/ensureBuilt.mjs'
import { root } from './install.mjs'

await ensureBuilt()
process.env['NODE_ENV'] ??= 'production'
await import(new URL('dist/convert.mjs', `file://${root}/`).href)
