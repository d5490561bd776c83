// Finds, or gets, the engines beside Chromium: Firefox, and WebKitGTK, which is the nearest to an
// iPhone that Debian has.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallPackages, installPackages, refreshPackageLists } from './apt.mjs'

const usualFolders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  .concat('/Applications/Firefox.app/Contents/MacOS')
  .concat(process.env.PROGRAMFILES ? [join(process.env.PROGRAMFILES, 'Mozilla Firefox')] : [])

/**
 * The path of a Firefox, or null after printing why there is none. FIREFOX_PATH comes first; a
 * missing one is installed where that is possible (Debian as root).
 * @returns {string | null}
 */
export function findFirefox() {
  const wanted = process.env.FIREFOX_PATH
  if (wanted) return isProgram(wanted) ? wanted : none('Firefox', `FIREFOX_PATH (${wanted})`)
  const find = () => findProgram('firefox-esr', 'firefox', 'firefox.exe')
  return find() ?? install('Firefox', ['firefox-esr'], find)
}

/**
 * The path of WebKitGTK's WebDriver, or null after printing why it cannot run: besides the driver it
 * takes an X server without a screen, openssl for a certificate, and Python with the engine's bindings for webkitShell.py.
 * @returns {string | null}
 */
export function findWebKit() {
  const find = () => {
    const driver = process.env.WEBKIT_DRIVER_PATH ?? findProgram('WebKitWebDriver')
    const isComplete = findProgram('Xvfb') && findProgram('openssl') && hasBindings()
    return driver && isProgram(driver) && isComplete ? driver : null
  }
  const packages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'openssl']
  return find() ?? install('WebKitGTK', packages, find)
}

function install(name, packages, find) {
  if (!canInstallPackages()) {
    return none(name, 'none is installed, and installing one needs root and apt-get')
  }
  refreshPackageLists()
  const refusal = installPackages(packages)
  return find() ?? none(name, refusal ?? `the packages ${packages.join(', ')} brought none`)
}

/** webkitShell.py is started with exactly this Python: another on the PATH has no bindings. */
function hasBindings() {
  const ask = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
  return spawnSync('/usr/bin/python3', ['-c', ask], { stdio: 'ignore' }).status === 0
}

function findProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...usualFolders]
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(isProgram) ?? null
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function none(name, reason) {
  console.error(`No ${name}: ${reason}`)
  return null
}
