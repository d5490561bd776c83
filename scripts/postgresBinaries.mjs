// Where PostgreSQL's programs are on this machine, and how to get them where they are not.
import { accessSync, constants, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallPackages, installPackages, refreshPackageLists } from './apt.mjs'

const clusterDefaults = '/etc/postgresql-common/createcluster.conf'

/**
 * The folder that holds initdb, pg_ctl and postgres, or null. PATH first, then the newest of
 * Debian's versions, then Homebrew's.
 * @param {string[]} more programs that have to be there too
 * @returns {string | null}
 */
export function binaryFolder(more = []) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...versionFolders('/usr/lib/postgresql', /^\d+$/),
    ...versionFolders('/opt/homebrew/opt', /^postgresql(@\d+)?$/),
    ...versionFolders('/usr/local/opt', /^postgresql(@\d+)?$/),
  ]
  const programs = ['initdb', 'pg_ctl', 'postgres', ...more]
  return folders.find((folder) => programs.every((name) => isProgram(join(folder, name)))) ?? null
}

/**
 * Installs Debian's PostgreSQL without letting the package create and start its `main` cluster,
 * which nobody asked for on this machine.
 * @returns {string | null} the folder of the programs, or null after printing why there is none
 */
export function installBinaries() {
  if (!canInstallPackages()) {
    return none('none is installed, and installing one needs root and apt-get')
  }
  refreshPackageLists()
  const refusal = installPackages(['postgresql-common']) ?? installServer()
  return binaryFolder() ?? none(refusal ?? 'the package brought no programs')
}

/** The packages' own switch is this file; it is put back as it was, for a later, wanted cluster. */
function installServer() {
  let before
  try {
    before = readFileSync(clusterDefaults, 'utf8')
  } catch {
    return installPackages(['postgresql'])
  }
  writeFileSync(clusterDefaults, `${before}\ncreate_main_cluster = false\n`)
  try {
    return installPackages(['postgresql'])
  } finally {
    writeFileSync(clusterDefaults, before)
  }
}

function versionFolders(parent, pattern) {
  let names
  try {
    names = readdirSync(parent).filter((name) => pattern.test(name))
  } catch {
    return []
  }
  const version = (name) => Number(/\d+$/.exec(name)?.[0] ?? 0)
  return names
    .toSorted((one, other) => version(other) - version(one))
    .map((name) => join(parent, name, 'bin'))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function none(reason) {
  console.error(`No PostgreSQL: ${reason}`)
  return null
}
