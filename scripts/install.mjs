// Sets up node_modules on a machine with only Node and npm. Imports nothing that needs installing,
// and is written for old Node versions too, so that they get a sentence and not a syntax error.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends the process with a sentence when this Node cannot run Wrenchlist. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `Wrenchlist needs Node 20.19 or newer; this is ${version}. Get it from https://nodejs.org`,
  )
  process.exit(1)
}

/**
 * Whether what npm installed is what the lockfile asks for. npm keeps its own account of what it
 * installed; packages for other platforms stand in the lockfile only. Contents are compared, not
 * times: a fresh clone gives every file the time of the clone.
 * @param {{ dev?: boolean }} [options] dev: false is content without the development packages
 */
export function isInstalled({ dev = true } = {}) {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (!installed || !wanted) return false
  const isThere = (name) => {
    const { version, optional, peer, dev: isDev, devOptional } = wanted[name]
    if (installed[name]) return installed[name].version === version
    return optional === true || peer === true || (!dev && (isDev === true || devOptional === true))
  }
  return Object.keys(wanted).every((name) => name === '' || isThere(name))
}

function readPackages(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Checks Node, then runs `npm ci` when node_modules is missing or does not match the lockfile. Ends
 * the process with a sentence when that fails.
 * @param {{ dev?: boolean }} [options] dev: false is enough to run what is built: on a machine without
 *   node_modules the development packages are then left out
 */
export function ensureInstalled({ dev = true } = {}) {
  checkNode()
  if (isInstalled({ dev })) return
  console.log('Installing packages. This takes a minute the first time.')
  // Never takes development packages away from somebody who has them.
  const all = dev || existsSync(join(root, 'node_modules', 'vitest'))
  const kinds = all ? '--include=dev' : '--omit=dev'
  const options = [kinds, '--no-audit', '--no-fund', '--loglevel=error']
  let result = npm(['ci', ...options])
  // npm ci refuses a lockfile without the packages of every platform, which some registries lack.
  // npm install takes the same versions from it; --no-save leaves the lockfile as it is.
  if (/EUSAGE/.test(result.stderr ?? '')) result = npm(['install', '--no-save', ...options])
  if (result.status === 0) return
  console.error(result.stderr ?? String(result.error))
  console.error('The packages could not be installed: see the lines above. Is the network there?')
  process.exit(1)
}

function npm(args) {
  // npm names its own script when it started us; calling that needs no shell, on Windows too.
  const script = process.env['npm_execpath']
  const options = { cwd: root, stdio: ['inherit', 'inherit', 'pipe'], encoding: 'utf8' }
  if (script && /\.c?js$/.test(script)) {
    return spawnSync(process.execPath, [script, ...args], options)
  }
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}
