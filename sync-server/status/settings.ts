/** Settings in force, for display: of a secret only whether it is set. */
import type { ShownSetting } from '#shared/admin/status.ts'
import { type Env, readEnv } from '../env/env.ts'

/** Allowlist of harmless settings. All others, present or future, count as secrets. */
const SHOWN: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'DATA_DIR',
  'PROCESSES',
  'DATABASE_POOL',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'STORE_MB_PER_DAY',
  'PUBLIC_URL',
  'LOG_LEVEL',
  'TRUST_PROXY',
  'METRICS_PORT',
  'METRICS_HOST',
  'DRAIN_SECONDS',
  'KILL_SW',
  'MAIL_DIR',
  'MAIL_FROM',
  'ADMIN_EMAILS',
  'CONTACT_EMAIL',
  'REQUIRE_VERIFIED_EMAIL',
  'TEST_ERRORS',
  'DEMO_CATALOGUE',
  'VPIC_URL',
  'AMAZON_CREDENTIAL_VERSION',
  'AMAZON_PARTNER_TAG',
  'AMAZON_MARKETPLACE',
  'AMAZON_API_URL',
  'SHOP_HOSTS',
  'PUSH_HOSTS',
  'ALERT_MAIL',
  'RETAILER_NAME',
  'RETAILER_LINKS',
  'RETAILER_LIMIT',
  'RETAILER_DELAY_MS',
])

/** In the order of the environment's schema. */
export function shownSettings(env: Env): ShownSetting[] {
  return Object.entries(env).map(([name, value]) => {
    const text = textOf(value)
    const isSet = text !== ''
    return { name, value: isSet && SHOWN.has(name) ? text : null, isSet }
  })
}

/** Names of settings that are what they are by themselves. */
export function defaultSettings(env: Env): string[] {
  const usual = new Map(Object.entries(readEnv({})))
  return Object.entries(env).flatMap(([name, value]) =>
    textOf(value) === textOf(usual.get(name)) ? [name] : [],
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value instanceof Map) return [...(value.keys() as Iterable<unknown>)].map(String).join(', ')
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}
