/** The settings as they are in force, fit to be shown: of a secret only whether there is one. */
import type { ShownSetting } from '#shared/desk/status.ts'
import type { Env } from '../env.ts'

/** What says nothing that opens anything. All others, known or to come, are secrets. */
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

/** By name, in the order of the environment's own description. */
export function shownSettings(env: Env): ShownSetting[] {
  return Object.entries(env).map(([name, value]) => {
    const text = textOf(value)
    const isSet = text !== ''
    return { name, value: isSet && SHOWN.has(name) ? text : null, isSet }
  })
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value instanceof Map) return [...(value.keys() as Iterable<unknown>)].map(String).join(', ')
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}
