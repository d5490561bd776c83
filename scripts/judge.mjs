// `npm run judge`: people at real browsers behind bad lines, and a judge who reads what was recorded.
// See e2e/judge/README.md.
import { spawn } from 'node:child_process'
import { findChromium } from './machine/chromium.mjs'
import { findFakeTime, findFirefox, findWebKit } from './machine/engines.mjs'
import { ensureInstalled, root } from './install.mjs'
import { isStale } from './built/staleness.mjs'

const usage = `npm run judge -- --minutes 10 --runs 1 --seed 1 --engine chromium|firefox|webkit
npm run judge -- --plants            lies that the judge has to see
npm run judge -- --journal FILE      judge a journal again`

const given = process.argv.slice(2)
const options = { '--engine': 'chromium', '--minutes': '10', '--runs': '1', '--seed': '1' }
let command = 'runs'
for (let at = 0; at < given.length; at++) {
  const name = given[at]
  if (name === '--plants') {
    command = 'plants'
  } else if (name === '--journal' && given[at + 1]) {
    command = 'journal'
    options['--engine'] = given[++at]
  } else if (Object.hasOwn(options, name) && given[at + 1]) {
    options[name] = given[++at]
  } else {
    console.error(usage)
    process.exit(2)
  }
}

ensureInstalled()
const env = { ...process.env }
if (command !== 'journal') {
  const find = { chromium: findChromium, firefox: findFirefox, webkit: findWebKit }
  const variables = {
    chromium: 'CHROMIUM_PATH',
    firefox: 'FIREFOX_PATH',
    webkit: 'WEBKIT_DRIVER_PATH',
  }
  const engine = options['--engine']
  if (!Object.hasOwn(find, engine)) {
    console.error(usage)
    process.exit(2)
  }
  const path = await find[engine]({ install: true })
  if (!path) process.exit(1)
  env[variables[engine]] = path
  const library = findFakeTime()
  if (library) env.FAKETIME_LIBRARY = library
  else console.log('All clocks are right, then.')
  if (isStale()) {
    console.log('Building.')
    const { build } = await import('./build.mjs')
    await build()
  }
}
const child = spawn(
  process.execPath,
  ['--import', 'tsx', 'e2e/judge/main.ts', command, ...Object.values(options)],
  { cwd: root, stdio: 'inherit', env },
)
// Both get what the terminal sends; this one waits until the other has put away what it used.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))
