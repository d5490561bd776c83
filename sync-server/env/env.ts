// The environment, read once. Everything else asks the Env it is handed.
import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { email, emailKey } from '#shared/account.ts'
import { trimEndOf } from '#shared/text/trimEndOf.ts'
import { hostPins, shopSettings } from './settings.ts'
import { defaultDataDir } from '../postgres/dataFolder.ts'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const isUrlOf =
  (...protocols: string[]) =>
  (value: string): boolean =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)

const wholeNumber = (max: number, fallback: string, message: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, message)
    .default(fallback)
    .transform(Number)
    .refine((value) => value <= max, message)

const isAddress = (value: string): boolean => email.safeParse(value).success

/** "Name <address>" or a bare address, on one line: the From of every mail. */
const isSender = (value: string): boolean => {
  const [, address] = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(value) ?? []
  return isAddress(address ?? value)
}

const addressList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isPostgres = isUrlOf('postgres:', 'postgresql:')
const POSTGRES = 'must look like postgresql://user:password@host:5432/database'

const settings = z.object({
  PORT: wholeNumber(65_535, '3000', 'must be a port number from 0 to 65535'),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z.string().refine(isPostgres, POSTGRES).optional(),
  DATABASE_DIRECT_URL: z.string().refine(isPostgres, POSTGRES).optional(),
  DATABASE_OWNER_URL: z.string().refine(isPostgres, POSTGRES).optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^([1-9]|[1-9]\d|100)$/, 'must be a number from 1 to 100')
    .default('10')
    .transform(Number),
  MAX_CONNECTIONS: z
    .string()
    .regex(/^[1-9]\d{1,5}$/, 'must be a number from 10 to 999999')
    .default('5000')
    .transform(Number),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(
    999_999,
    '200',
    'must be a number up to 999999, or 0 for no limit',
  ),
  STORE_MB_PER_DAY: z
    .string()
    .regex(
      /^(0|[1-9]\d{1,5})$/,
      'must be a number of megabytes from 10 to 999999, or 0 for no limit',
    )
    .default('120')
    .transform(Number),
  PROCESSES: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'must be a number from 1 to 64')
    .default('1')
    .transform(Number),
  PUBLIC_URL: z
    .string()
    .refine(isUrlOf('http:', 'https:'), 'must be an address like https://wrenchlist.example')
    .transform((value) => trimEndOf(value, '/'))
    .optional(),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
  METRICS_PORT: wholeNumber(65_535, '0', 'must be a port number, or 0 for none'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: wholeNumber(60, '0', 'must be a number of seconds from 0 to 60'),
  TRUST_PROXY: wholeNumber(10, '0', 'must be the number of proxies in front, from 0 to 10'),
  KILL_SW: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
  SMTP_URL: z
    .string()
    .refine(
      isUrlOf('smtp:', 'smtps:'),
      'must look like smtp://user:password@host:587 or smtps://user:password@host:465',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'must look like Wrenchlist <no-reply@wrenchlist.example>')
    .optional(),
  MAIL_DIR: z.string().optional(),
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform(addressList)
    .refine((list) => list.every(isAddress), 'must be addresses with commas between them')
    .transform((list) => list.map(emailKey)),
  ADMIN_SECOND_FACTOR: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
  CONTACT_EMAIL: z.string().refine(isAddress, 'must be an address').optional(),
  REQUIRE_VERIFIED_EMAIL: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
  TEST_ERRORS: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('1')
    .transform((value) => value === '1'),
  DEMO_CATALOGUE: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('1')
    .transform((value) => value === '1'),
  VPIC_URL: z
    .string()
    .refine(isUrlOf('http:', 'https:'), 'must look like https://vpic.nhtsa.dot.gov/api')
    .transform((value) => trimEndOf(value, '/'))
    .optional(),
  ANALYTICS_URL: z
    .string()
    .refine(isUrlOf('http:', 'https:'), 'must look like https://collector.example/events')
    .optional(),
  PUSH_HOSTS: hostPins,
  ALERT_MAIL: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('1')
    .transform((value) => value === '1'),
  ALERT_WEBHOOK: z
    .string()
    .refine(isUrlOf('http:', 'https:'), 'must look like https://chat.example/hooks/1')
    .optional(),
  ...shopSettings,
})

const isReached = (env: z.infer<typeof settings>) =>
  env.DATABASE_URL ?? !(env.DATABASE_DIRECT_URL ?? env.DATABASE_OWNER_URL)

const schema = settings.refine(isReached, {
  path: ['DATABASE_URL'],
  message: 'is missing: DATABASE_DIRECT_URL and DATABASE_OWNER_URL are other ways to it',
})

type Settings = z.infer<typeof schema>
type Optional =
  | 'DATA_DIR'
  | 'PUBLIC_URL'
  | 'DATABASE_URL'
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_OWNER_URL'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'MAIL_DIR'
  | 'CONTACT_EMAIL'
  | 'VPIC_URL'
  | 'ANALYTICS_URL'
  | 'ALERT_WEBHOOK'
  | 'AMAZON_CREDENTIAL_ID'
  | 'AMAZON_CREDENTIAL_SECRET'
  | 'AMAZON_PARTNER_TAG'
  | 'AMAZON_TOKEN_URL'
  | 'RETAILER_NAME'
  | 'RETAILER_FIT'

/**
 * Settings of a process. `PUBLIC_URL` has no trailing slash; `ADMIN_EMAILS` are emailKey() keys.
 */
export type Env = Omit<Settings, Optional> & {
  DATA_DIR: string
  PUBLIC_URL: string
  MAIL_FROM: string
  MAIL_DIR: string
  DATABASE_URL: string | undefined
  DATABASE_DIRECT_URL: string | undefined
  DATABASE_OWNER_URL: string | undefined
  SMTP_URL: string | undefined
  CONTACT_EMAIL: string | undefined
  VPIC_URL: string | undefined
  ANALYTICS_URL: string | undefined
  ALERT_WEBHOOK: string | undefined
  AMAZON_CREDENTIAL_ID: string | undefined
  AMAZON_CREDENTIAL_SECRET: string | undefined
  AMAZON_PARTNER_TAG: string | undefined
  AMAZON_TOKEN_URL: string | undefined
  RETAILER_NAME: string | undefined
  RETAILER_FIT: Settings['RETAILER_FIT'] | undefined
}

/** Address for a browser on this machine, of a server bound to `host` and `port`. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Reads the settings. An empty variable counts as absent: compose files pass those.
 * @throws an Error whose message names every bad variable, one per line
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new Error(
      `Wrenchlist cannot start, these settings are wrong:\n${[...new Set(lines)].join('\n')}`,
    )
  }
  const env = result.data
  const dataDir = env.DATA_DIR ?? (env.DATABASE_URL ? './data' : defaultDataDir())
  const publicUrl = env.PUBLIC_URL ?? localUrl(env.HOST, env.PORT)
  return {
    ...env,
    DATA_DIR: dataDir,
    DATABASE_URL: env.DATABASE_URL,
    DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    DATABASE_OWNER_URL: env.DATABASE_OWNER_URL,
    PUBLIC_URL: publicUrl,
    SMTP_URL: env.SMTP_URL,
    MAIL_FROM: env.MAIL_FROM ?? `Wrenchlist <no-reply@${mailDomain(publicUrl)}>`,
    MAIL_DIR: env.MAIL_DIR ?? join(dataDir, 'mail'),
    CONTACT_EMAIL: env.CONTACT_EMAIL,
    VPIC_URL: env.VPIC_URL,
    ANALYTICS_URL: env.ANALYTICS_URL,
    ALERT_WEBHOOK: env.ALERT_WEBHOOK,
    AMAZON_CREDENTIAL_ID: env.AMAZON_CREDENTIAL_ID,
    AMAZON_CREDENTIAL_SECRET: env.AMAZON_CREDENTIAL_SECRET,
    AMAZON_PARTNER_TAG: env.AMAZON_PARTNER_TAG,
    AMAZON_TOKEN_URL: env.AMAZON_TOKEN_URL,
    RETAILER_NAME: env.RETAILER_NAME,
    RETAILER_FIT: env.RETAILER_FIT,
  }
}

/** The URL's host, if mail can come from it. */
function mailDomain(url: string): string {
  const { hostname } = new URL(url)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname
}
