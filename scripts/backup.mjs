// `npm run backup -- FILE` and `npm run restore -- FILE`: see sync-server/backup.ts.
import { resolve } from 'node:path'
import { ensureBuilt } from './built/ensureBuilt.mjs'
import { root } from './install.mjs'

await ensureBuilt()
process.env['NODE_ENV'] ??= 'production'
// npm starts scripts in the project's folder; a name is meant from where the person stands.
const from = process.env['INIT_CWD'] ?? process.cwd()
process.argv = process.argv.map((word, at) =>
  at < 3 || word.startsWith('--') ? word : resolve(from, word),
)
await import(new URL('dist/backup.mjs', `file://${root}/`).href)
