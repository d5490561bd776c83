// Finds or installs what tests need beside packages, named by its arguments: what cannot be had is
// said by the section that misses it.
import { findChromium } from './chromium.mjs'
import { debianPostgres } from './debianPostgres.mjs'
import { findFirefox, findWebKit } from './engines.mjs'

const finders = {
  chromium: () => findChromium({ install: true }),
  firefox: findFirefox,
  webkit: findWebKit,
  postgres: debianPostgres,
}
for (const name of process.argv.slice(2)) await finders[name]?.()
