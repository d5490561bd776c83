/** Installation status for administrators: the answers of `/api/admin/status` and its neighbors. */
import * as z from 'zod/mini'

import { paged } from './people.ts'

export const shownSetting = z.object({
  name: z.string(),
  /** Null for a secret, and when unset. */
  value: z.nullable(z.string()),
  isSet: z.boolean(),
})
export type ShownSetting = z.infer<typeof shownSetting>

export const listedBackup = z.object({
  id: z.string(),
  state: z.enum(['making', 'made', 'failed']),
  createdAt: z.string(),
  /** A username, '' when the account is gone. */
  madeBy: z.string(),
  /** Null while in progress. */
  bytes: z.nullable(z.number()),
  /** Machine that holds the file, and its path there. */
  host: z.string(),
  path: z.string(),
  /** When the file is deleted. */
  until: z.string(),
})
export type ListedBackup = z.infer<typeof listedBackup>

export const shownRound = z.object({
  name: z.string(),
  beganAt: z.string(),
  /** Milliseconds. */
  took: z.nullable(z.number()),
  runs: z.number(),
  failures: z.number(),
  failedAt: z.nullable(z.string()),
  failedStep: z.string(),
})
export type ShownRound = z.infer<typeof shownRound>

export const announcement = z.object({
  id: z.string(),
  text: z.string(),
  /** Milliseconds; null for immediately, and for no end. */
  from: z.nullable(z.number()),
  until: z.nullable(z.number()),
})
export type Announcement = z.infer<typeof announcement>

export const announcements = z.object({
  announcement: z.nullable(announcement),
  /** While the server rests: start in milliseconds, and the reason. */
  rest: z.nullable(z.object({ since: z.number(), text: z.string() })),
})
export type Announcements = z.infer<typeof announcements>

export const MAIL_STATES = ['waiting', 'sent', 'refused', 'failed', 'dropped'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const overview = z.object({
  versions: z.object({
    wrenchlist: z.string(),
    /** '' when not built from a clone. */
    commit: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** A newer minor release, null when none is known. */
    newerPostgres: z.nullable(z.string()),
    /** Whether Wrenchlist starts the database itself. */
    isOwnPostgres: z.boolean(),
    /** Last migration of the database. */
    schema: z.string(),
    host: z.string(),
    /** Process uptime in seconds. */
    uptime: z.number(),
  }),
  settings: z.array(shownSetting),
  /** Names of settings that nobody gave another value; absent in answers of older servers. */
  defaults: z.optional(z.array(z.string())),
  database: z.object({
    bytes: z.number(),
    tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
    connections: z.number(),
    maxConnections: z.number(),
    migrations: z.object({
      done: z.number(),
      missing: z.array(z.string()),
      unknown: z.array(z.string()),
    }),
  }),
  disk: z.nullable(z.object({ path: z.string(), free: z.number(), total: z.number() })),
  mail: z.object({
    /** Without SMTP, letters are written to files in this folder. */
    isSmtp: z.boolean(),
    folder: z.string(),
    counts: z.object({
      waiting: z.number(),
      sent: z.number(),
      refused: z.number(),
      failed: z.number(),
      dropped: z.number(),
    }),
    /** Queued notifications, and those that failed at least once. */
    notices: z.object({ waiting: z.number(), retried: z.number() }),
  }),
  rounds: z.array(shownRound),
  backups: z.array(listedBackup),
  word: announcements,
})
export type Overview = z.infer<typeof overview>

export const listedMail = z.object({
  id: z.string(),
  at: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  tries: z.number(),
  triedAt: z.string(),
  /** Time of the next try. */
  nextAt: z.nullable(z.string()),
  /** "550", "ECONNREFUSED"; '' for none. */
  reason: z.string(),
  /** Whether the whole letter is kept for a resend. */
  canRetry: z.boolean(),
})
export type ListedMail = z.infer<typeof listedMail>

export const mailsPage = z.object({ mails: z.array(listedMail), ...paged })
export type MailsPage = z.infer<typeof mailsPage>

/** Result of a test letter. */
export const mailTest = z.object({
  to: z.string(),
  state: z.enum(['sent', 'refused', 'later']),
  reason: z.string(),
  /** No mail server: the letter is a file. */
  isFile: z.boolean(),
})
export type MailTest = z.infer<typeof mailTest>

export const reading = z.object({
  /** Start of the hour or day. */
  at: z.string(),
  /** At its end; null when not measured. */
  people: z.nullable(z.number()),
  kits: z.nullable(z.number()),
  saves: z.nullable(z.number()),
  pushes: z.number(),
  /** Pushes that had waited longer than a minute on their device. */
  late: z.number(),
  /** Median and 95th percentile of the wait in seconds; 0 is under 10, null without pushes. */
  median: z.nullable(z.number()),
  p95: z.nullable(z.number()),
})
export type Reading = z.infer<typeof reading>
