// `npm run account -- COMMAND USERNAME`: see sync-server/account.ts.
import { ensureBuilt } from './built/ensureBuilt.mjs'
import { root } from './install.mjs'

await ensureBuilt()
process.env['NODE_ENV'] ??= 'production'
await import(new URL('dist/account.mjs', `file://${root}/`).href)
