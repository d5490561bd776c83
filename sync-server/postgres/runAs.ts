// Whose process PostgreSQL is: it refuses to run as root, so root gives it to somebody else.
import { readFileSync, statSync, type Stats } from 'node:fs'
import { dirname, parse, resolve } from 'node:path'

export interface Runner {
  uid: number
  gid: number
  name: string
  /** Whether the folder it was asked for is that user's, and not only lent to it. */
  isOwner: boolean
}

/** What `spawn` takes; undefined is: as we are. */
export type RunAs = Runner | undefined

/** Whoever has made this account wants it for this; nobody is there on every system. */
const UNPRIVILEGED = ['wrenchlist', 'nobody']

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * As root: the owner of what PostgreSQL is to write in, or else somebody without privileges.
 * @param folder need not exist; then its nearest parent that does counts
 */
export function runAsFor(folder: string): RunAs {
  if (!isRoot()) return undefined
  const { uid, gid } = nearest(folder)
  const accounts = readAccounts()
  if (uid !== 0) {
    // The group of the folder may be root's still.
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

/** The folder, or the nearest of its parents that exists. */
function nearest(folder: string): Stats {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const stat = statOf(path)
    if (stat || path === parse(path).root) return stat ?? statSync('/')
  }
}

/**
 * Which of the folders on the way to `path`, itself included, that user may not enter: undefined
 * for none. What does not exist yet is no hindrance. Access lists are not looked at.
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
    // Not there, or below a file.
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
