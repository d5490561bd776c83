// Finds, or gets, the Chromium that the browser tests and benches drive.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canInstallPackages, installPackages, refreshPackageLists } from './apt.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualFolders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/opt/homebrew/bin']
const usualPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((name) => process.env[name])
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
]

/**
 * The path of a Chromium that starts, or null after printing why there is none.
 * Order: CHROMIUM_PATH, an installed chromium or google-chrome, Playwright's own download. With
 * `install`, a missing one is fetched: Debian's package as root, else through Playwright.
 * @param {{ install: boolean }} options
 * @returns {Promise<string | null>}
 */
export async function findChromium({ install }) {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    // An explicit choice that does not work must not be papered over with another browser.
    return starts(wanted) ? wanted : none(`CHROMIUM_PATH (${wanted}) does not start`)
  }
  const found = installedChromium() ?? (await playwrightChromium())
  if (found) return found
  if (!install) return none('none is installed; set CHROMIUM_PATH or install chromium')
  return installChromium()
}

async function installChromium() {
  let refusal = 'not root, or no apt-get'
  if (canInstallPackages()) {
    refreshPackageLists()
    // The second shares its files, and has no windows.
    refusal =
      installPackages(['chromium', 'chromium-headless-shell']) ??
      'the installed package does not start'
    const found = installedChromium()
    if (found) return found
  }
  console.log('Asking Playwright for its Chromium (once per machine) ...')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const found = await playwrightChromium()
  return found ?? none(`apt-get: ${refusal}; Playwright's download did not work either`)
}

function installedChromium() {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...usualFolders]
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...new Set([...paths, ...usualPaths])].find(starts) ?? null
}

async function playwrightChromium() {
  try {
    const { chromium } = await import('@playwright/test')
    const path = chromium.executablePath()
    return starts(path) ? path : null
  } catch {
    return null // Playwright itself is not installed yet
  }
}

/** Being there is not enough: Ubuntu's chromium-browser may be a stub that only points at a snap. */
function starts(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  // chrome.exe opens a window for --version, so on Windows being there has to do.
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}

function none(reason) {
  console.error(`No Chromium: ${reason}`)
  return null
}
