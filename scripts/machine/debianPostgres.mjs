// Debian's PostgreSQL, the oldest that Wrenchlist works with: found on this machine, or installed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, installPackages, refreshPackageLists } from './apt.mjs'

const clusterDefaults = '/etc/postgresql-common/createcluster.conf'
const versions = '/usr/lib/postgresql'

/**
 * The folder of its programs, the newest there are; null after printing why there are none.
 * @returns {string | null}
 */
export function debianPostgres() {
  return find() ?? install()
}

function find() {
  try {
    const names = readdirSync(versions).filter((name) => /^\d+$/.test(name))
    const newest = names.toSorted((one, other) => Number(other) - Number(one))[0]
    return newest ? join(versions, newest, 'bin') : null
  } catch {
    return null
  }
}

/**
 * Installs Debian's PostgreSQL without letting the package create and start its `main` cluster,
 * which nobody asked for on this machine.
 */
function install() {
  if (!canInstallPackages()) {
    return none('none is installed, and installing one needs root and apt-get')
  }
  refreshPackageLists()
  const refusal = installPackages(['postgresql-common']) ?? installServer()
  return find() ?? none(refusal ?? 'the package brought no programs')
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

function none(reason) {
  console.error(`No PostgreSQL: ${reason}`)
  return null
}
