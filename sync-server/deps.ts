// What the server is made of, handed in from outside: tests pass their own.
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import type { Assets } from './http/assets.ts'
import type { RateLimits } from './http/rateLimit.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Live } from './sync/live.ts'
import type { Outside } from './catalogue/outside.ts'
import type { Files } from './feeds/files.ts'
import type { Jobs } from './jobs/jobRunner.ts'
import type { CatalogueSource } from './sources/source.ts'
import type { NoticeKeys } from './notify/noticeKeys.ts'
import type { SourceMaps } from './errors/sourceMaps.ts'
import type { FollowedWord } from './status/word.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Alias } from '#shared/sync/cells.ts'

export type Deps = {
  db: Knex
  dbVersion: string
  /** Which history of the data this is; see db/connect.ts. */
  gen(): string
  env: Env
  log: Logger
  mailer: Mailer
  metrics: Metrics
  /** Whether the process is about to end: nobody should be sent to it any more. */
  isStopping(): boolean
  limits: RateLimits
  passwords: Passwords
  /** Works off what takes long; see jobs/jobRunner.ts. */
  jobs: Jobs
  /** Reads and imports files of parts; see feeds/files.ts. */
  files: Files
  /** Where the retailer's parts come from; null for no source. */
  source: CatalogueSource | null
  /** Says that a stream has something new. */
  live: Live
  /** Milliseconds since 1970 by this server's clock. */
  now(): number
  random: RandomBytes
  /** The way to machines of shops, for links that people paste. */
  outside: Outside
  /** For addresses the operator has set, such as the product API's. */
  fetch: typeof fetch
  /** The server's own name in stamps; see sync/serverNode.ts. */
  serverNode: string
  /** What signs pushes and the links out of mail. */
  noticeKeys: NoticeKeys
  /** What the operator says to every device; see status/word.ts. */
  word: FollowedWord
  /** The names of devices in what strangers read. */
  alias: Alias
  /** The built app; null while Vite serves it in development, and in tests of the API. */
  assets: Assets | null
  /** Where the built files come from, for stacks in reports. */
  sourceMaps: SourceMaps
}
