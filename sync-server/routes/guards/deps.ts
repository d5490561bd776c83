// The server's dependencies, injected: tests pass their own.
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Env } from '../../env/env.ts'
import type { Assets } from '../../http/assets.ts'
import type { RateLimits } from '../../http/rateLimit.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Live } from '../../sync/live.ts'
import type { Outside } from '../../outside/outside.ts'
import type { Files } from '../../feeds/files.ts'
import type { Jobs } from '../../jobs/jobRunner.ts'
import type { CatalogueSource } from '../../sources/source.ts'
import type { NoticeKeys } from '../../notify/noticeKeys.ts'
import type { SourceMaps } from '../../errors/sourceMaps.ts'
import type { FollowedAnnouncement } from '../../announcement/announcement.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Alias } from '#shared/cells/cells.ts'

export type Deps = {
  db: Knex
  dbVersion: string
  /** Epoch of the data; see db/connect.ts. */
  gen(): string
  env: Env
  log: Logger
  mailer: Mailer
  metrics: Metrics
  /** Whether the process is shutting down: balancers should send nobody any more. */
  isStopping(): boolean
  limits: RateLimits
  passwords: Passwords
  /** Runs long jobs; see jobs/jobRunner.ts. */
  jobs: Jobs
  /** Reads and imports feeds; see feeds/files.ts. */
  files: Files
  /** Source of the retailer's parts; null for none. */
  source: CatalogueSource | null
  /** Pokes devices about new versions. */
  live: Live
  /** Milliseconds since 1970 by this server's clock. */
  now(): number
  random: RandomBytes
  /** Network access to shops, for pasted links. */
  outside: Outside
  /** For URLs the operator configured, such as the product API's. */
  fetch: typeof fetch
  /** The server's node name in stamps; see sync/serverNode.ts. */
  serverNode: string
  /** Keys of web push and unsubscribe links. */
  noticeKeys: NoticeKeys
  /** The operator's word to every device; see announcement/announcement.ts. */
  word: FollowedAnnouncement
  /** Aliases of devices for strangers. */
  alias: Alias
  /** The built app; null while Vite serves it in development, and in API tests. */
  assets: Assets | null
  /** Maps stacks in reports to sources. */
  sourceMaps: SourceMaps
}
