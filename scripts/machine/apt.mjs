// Debian's packages for what the tests need and a fresh machine lacks. Plain Node: runs before `npm ci`.
import { spawnSync } from 'node:child_process'

/** Whether this process may install Debian packages: root, with apt-get present. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Brings the package lists up to date; a failure shows itself in the install that follows. */
export function refreshPackageLists() {
  aptGet(['update'])
}

/**
 * Installs packages without asking anything.
 * @param {string[]} packages
 * @returns {string | null} null when installed, else the last lines apt-get printed
 */
export function installPackages(packages) {
  console.log(`Installing ${packages.join(', ')} with apt-get (once per machine) ...`)
  return aptGet(['install', '-y', '--no-install-recommends', ...packages])
}

function aptGet(args) {
  // Another apt-get (unattended upgrades on a young machine) may hold the lock for minutes.
  const answer = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (answer.status === 0) return null
  const printed = `${answer.stdout ?? ''}${answer.stderr ?? ''}`.trim()
  return printed.split('\n').slice(-5).join('\n') || `apt-get ${args[0]} failed`
}
