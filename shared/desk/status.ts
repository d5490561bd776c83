/** What administrators are told of the installation: the answers of `/api/admin/status` and beside it. */

export interface ShownSetting {
  name: string
  /** Null for a secret, and for one that is not set. */
  value: string | null
  isSet: boolean
}

export interface ListedBackup {
  id: string
  state: 'making' | 'made' | 'failed'
  createdAt: string
  /** A username, '' where the account is gone. */
  madeBy: string
  /** Null while it is made. */
  bytes: number | null
  /** Of the machine that has it, and its path there. */
  host: string
  path: string
  /** When the file goes. */
  until: string
}

export interface ShownRound {
  name: string
  beganAt: string
  /** Milliseconds. */
  took: number | null
  runs: number
  failures: number
  failedAt: string | null
  failedStep: string
}

export interface ShownJob {
  kind: string
  source: string
  state: string
  error: string
  at: string
}

export interface Announcement {
  id: string
  text: string
  /** Milliseconds; null for at once, and for until it is taken back. */
  from: number | null
  until: number | null
}

export interface OperatorWord {
  announcement: Announcement | null
  /** That the server takes nothing, since when in milliseconds, and why. */
  rest: { since: number; text: string } | null
}

export const MAIL_STATES = ['waiting', 'sent', 'refused', 'failed', 'dropped'] as const
export type MailState = (typeof MAIL_STATES)[number]

export interface Overview {
  versions: {
    wrenchlist: string
    /** '' where it was not built from a clone. */
    commit: string
    node: string
    postgres: string
    /** The last migration of the database. */
    schema: string
    host: string
    /** Seconds since this process began. */
    uptime: number
  }
  settings: ShownSetting[]
  database: {
    bytes: number
    tables: { name: string; bytes: number; rows: number }[]
    connections: number
    maxConnections: number
    migrations: { done: number; missing: string[]; unknown: string[] }
  }
  disk: { path: string; free: number; total: number } | null
  mail: {
    /** Without one, letters become files in this folder. */
    isSmtp: boolean
    folder: string
    counts: Record<MailState, number>
    /** Notifications that wait for their time, and those that were tried in vain. */
    notices: { waiting: number; retried: number }
  }
  rounds: ShownRound[]
  /** Of the catalogue's long work: how many there are of each state, and the last of each kind. */
  jobs: { states: Record<string, number>; last: ShownJob[] }
  backups: ListedBackup[]
  word: OperatorWord
}

export interface ListedMail {
  id: string
  at: string
  to: string
  subject: string
  state: MailState
  tries: number
  triedAt: string
  /** When it is tried again. */
  nextAt: string | null
  /** "550", "ECONNREFUSED"; '' for none. */
  reason: string
  /** Whether it is kept whole, to be sent again. */
  canRetry: boolean
}

export interface MailsPage {
  mails: ListedMail[]
  /** Goes into `after`; null on the last page. */
  next: string | null
}

/** What became of a letter that was sent for a try. */
export interface MailTest {
  to: string
  state: 'sent' | 'refused' | 'later'
  reason: string
  /** There is no mail server: it is a file. */
  isFile: boolean
}

export interface Reading {
  /** When the hour or the day begins. */
  at: string
  /** At its end; null where nobody looked. */
  people: number | null
  kits: number | null
  saves: number | null
  pushes: number
  /** Of them, how many had waited longer than a minute on their device. */
  late: number
  /** Half and 95 of a hundred had waited so many seconds at most; 0 is less than 10. Null of none. */
  median: number | null
  p95: number | null
}
