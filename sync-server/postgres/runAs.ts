// The user PostgreSQL runs as: it refuses root, so root picks another one.
import { readFileSync, statSync, type Stats } from 'node:fs'
import { dirname, parse, resolve } from 'node:path'

export interface Runner {
  uid: number
  gid: number
  name: string
  /** Whether the user owns the folder. */
  isOwner: boolean
}

/** Options for `spawn`; undefined for the current user. */
export type RunAs = Runner | undefined

/** The first, if created, is meant for this; the second exists on every system. */
const UNPRIVILEGED = ['wrenchlist', 'nobody']

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * As root: the owner of the folder PostgreSQL writes in, or else an unprivileged user.
 * @param folder may not exist yet; then its nearest existing parent counts
 */
export function runAsFor(folder: string): RunAs {
  if (!isRoot()) return undefined
  const { uid, gid } = nearest(folder)
  const accounts = readAccounts()
  if (uid !== 0) {
    // The folder's group may still be root's.
    const account = accounts.find((each) => each.uid === uid)
    return { uid, gid: account?.gid ?? gid, name: account?.name ?? `user ${uid}`, isOwner: true }
  }
  for (const name of UNPRIVILEGED) {
    const account = accounts.find((each) => each.name === name)
    if (account) return { ...account, isOwner: false }
  }
  throw new Error(
    'PostgreSQL never runs as root, and this system has no user `nobody`. Make a user `wrenchlist`, or set DATABASE_URL.',
  )
}

/** Stats of the folder, or of its nearest existing parent. */
function nearest(folder: string): Stats {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const stat = statOf(path)
    if (stat || path === parse(path).root) return stat ?? statSync('/')
  }
}

/**
 * First folder on the way to `path`, inclusive, that the user may not enter; undefined for none.
 * Missing folders count as open. Access control lists are ignored.
 */
export function closedTo(runAs: RunAs, path: string): string | undefined {
  if (!runAs) return undefined
  const mayEnter = ({ uid, gid, mode }: Stats) =>
    (mode & (uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001)) !== 0
  const folders: string[] = []
  for (let at = resolve(path); ; at = dirname(at)) {
    folders.unshift(at)
    if (at === parse(at).root) break
  }
  return folders.find((folder) => {
    const stat = statOf(folder)
    return stat?.isDirectory() === true && !mayEnter(stat)
  })
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // Missing, or below a file.
    return undefined
  }
}

/** passwd(5). */
function readAccounts(): { name: string; uid: number; gid: number }[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}
