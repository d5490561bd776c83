// `npm run upgrade`: an installation of an earlier commit, with data and a browser with unsent work,
// becomes today's. See lab/upgrade/README.md.
import { spawn } from 'node:child_process'
import { findChromium } from './machine/chromium.mjs'
import { ensureInstalled, root } from './install.mjs'
import { isStale } from './built/staleness.mjs'

const PLANTS = ['line', 'edit', 'twice']
const usage = `npm run upgrade                     from the commit before this stage
npm run upgrade -- --from COMMIT    from another one
npm run upgrade -- --plant FAULT    with a fault that has to be noticed: ${PLANTS.join(', ')}`

const given = process.argv.slice(2)
const options = { '--from': 'a25b38c', '--plant': '' }
for (let at = 0; at < given.length; at += 2) {
  const [name, value] = [given[at], given[at + 1]]
  const isKnown = Object.hasOwn(options, name) && value
  if (!isKnown || (name === '--plant' && !PLANTS.includes(value))) {
    console.error(usage)
    process.exit(2)
  }
  options[name] = value
}

ensureInstalled()
const chromium = await findChromium({ install: true })
if (!chromium) process.exit(1)
if (isStale()) {
  console.log('Building today’s version.')
  const { build } = await import('./build.mjs')
  await build()
}
const child = spawn(
  process.execPath,
  ['--import', 'tsx', 'lab/upgrade/main.ts', options['--from'], options['--plant']],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, E2E_EXPECT_MS: '60000' },
  },
)
// Both get what the terminal sends; this one waits until the other has put away what it used.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))
