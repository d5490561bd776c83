import { expect, test } from 'vitest'
import { localUrl, readEnv } from './env.ts'

test('nothing set gives a server on this machine with the embedded database', () => {
  expect(readEnv({})).toEqual({
    PORT: 3000,
    DATABASE_POOL: 10,
    STORE_MB_PER_DAY: 120,
    MAX_CONNECTIONS: 5_000,
    MAX_CONNECTIONS_PER_ADDRESS: 200,
    METRICS_PORT: 0,
    METRICS_HOST: '127.0.0.1',
    DRAIN_SECONDS: 0,
    PROCESSES: 1,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    DATABASE_URL: undefined,
    DATABASE_DIRECT_URL: undefined,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'info',
    TRUST_PROXY: 0,
    KILL_SW: false,
    SMTP_URL: undefined,
    MAIL_FROM: 'Wrenchlist <no-reply@localhost>',
    MAIL_DIR: 'data/mail',
    ADMIN_EMAILS: [],
    ADMIN_SECOND_FACTOR: false,
    ALERT_MAIL: true,
    CONTACT_EMAIL: undefined,
    REQUIRE_VERIFIED_EMAIL: false,
    TEST_ERRORS: true,
    AMAZON_CREDENTIAL_ID: undefined,
    AMAZON_CREDENTIAL_SECRET: undefined,
    AMAZON_CREDENTIAL_VERSION: '3.1',
    AMAZON_PARTNER_TAG: undefined,
    AMAZON_MARKETPLACE: 'www.amazon.com',
    AMAZON_API_URL: 'https://creatorsapi.amazon',
    AMAZON_TOKEN_URL: undefined,
    DEMO_CATALOGUE: true,
    RETAILER_PAGES: [],
    RETAILER_NAME: undefined,
    RETAILER_LINKS: '/products/',
    RETAILER_LIMIT: 200,
    RETAILER_DELAY_MS: 2_000,
    RETAILER_FIT: undefined,
    RETAILER_SELECTORS: {},
    PUSH_HOSTS: new Map(),
    SHOP_HOSTS: new Map(),
  })
})

test('an empty variable counts as absent', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '' })).toEqual(readEnv({}))
})

test('every bad variable is named in one readable list', () => {
  const bad = {
    PORT: '70000',
    TRUST_PROXY: 'yes',
    MAX_CONNECTIONS_PER_ADDRESS: '-1',
    KILL_SW: 'on',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'wrenchlist',
    SMTP_URL: 'mail.example',
    MAIL_FROM: 'Wrenchlist <x@y.example>\r\nBcc: z@example.com',
    ADMIN_EMAILS: 'a@example.com,nobody',
    CONTACT_EMAIL: 'nobody',
    REQUIRE_VERIFIED_EMAIL: 'yes',
    AMAZON_CREDENTIAL_VERSION: '1.0',
    AMAZON_PARTNER_TAG: 'a b',
    AMAZON_MARKETPLACE: 'www.evil.example',
    AMAZON_API_URL: 'creatorsapi',
    AMAZON_TOKEN_URL: 'file:///etc/passwd',
    SHOP_HOSTS: 'shop.example,127.0.0.1',
  }
  expect(() => readEnv(bad)).toThrow(/cannot start/)
  for (const name of Object.keys(bad)) {
    expect(() => readEnv(bad)).toThrow(new RegExp(`^  ${name} must`, 'm'))
  }
})

test('PORT 0 is allowed, -1, 3e3 and 80.5 are not', () => {
  expect(readEnv({ PORT: '0' }).PORT).toBe(0)
  for (const PORT of ['-1', '3e3', '80.5', ' 80']) expect(() => readEnv({ PORT })).toThrow(/PORT/)
})

test('an address can be opened whatever the server is bound to', () => {
  expect(localUrl('0.0.0.0', 80)).toBe('http://localhost:80')
  expect(localUrl('::1', 80)).toBe('http://[::1]:80')
  expect(readEnv({ PUBLIC_URL: 'https://x.example/' }).PUBLIC_URL).toBe('https://x.example')
})

test('mail comes from the host of PUBLIC_URL, and lands below DATA_DIR', () => {
  const env = readEnv({ PUBLIC_URL: 'https://parts.example:8443/', DATA_DIR: '/srv/data' })
  expect(env.MAIL_FROM).toBe('Wrenchlist <no-reply@parts.example>')
  expect(env.MAIL_DIR).toBe('/srv/data/mail')
  expect(readEnv({ PUBLIC_URL: 'http://[::1]:3000' }).MAIL_FROM).toContain('@localhost>')
  for (const MAIL_FROM of ['a@b.example', 'The Shop <a@b.example>']) {
    expect(readEnv({ MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
  }
})

test('addresses of administrators are compared in one form', () => {
  const { ADMIN_EMAILS } = readEnv({ ADMIN_EMAILS: ' Boss@Example.com, second@example.com ,' })
  expect(ADMIN_EMAILS).toEqual(['boss@example.com', 'second@example.com'])
})

test('shops are host names, and an operator may say where one is', () => {
  const { SHOP_HOSTS } = readEnv({
    SHOP_HOSTS: ' Shop.example, parts.lan=http://10.0.0.5:8080,own.example=https://[fd00::5] ,',
  })
  expect([...SHOP_HOSTS]).toEqual([
    ['shop.example', null],
    ['parts.lan', { address: '10.0.0.5', port: 8080, isTls: false }],
    ['own.example', { address: 'fd00::5', port: 443, isTls: true }],
  ])
})

test.each([
  '127.0.0.1',
  '0x7f.1',
  'localhost',
  '*.example',
  'https://shop.example',
  'shop.example:8080',
  'amazon.com',
  'parts.lan=http://parts.example',
  'parts.lan=ftp://10.0.0.5',
  'parts.lan=http://10.0.0.5/x',
  'a.example=http://10.0.0.5=b',
])('%s is no shop', (entry) => {
  expect(() => readEnv({ SHOP_HOSTS: `shop.example,${entry}` })).toThrow('SHOP_HOSTS must be host')
})

test('another way to the database is nothing without it', () => {
  const DATABASE_DIRECT_URL = 'postgresql://database/wrenchlist'
  expect(() => readEnv({ DATABASE_DIRECT_URL })).toThrow('DATABASE_URL is missing')
  const DATABASE_URL = 'postgresql://pooler/wrenchlist'
  expect(readEnv({ DATABASE_URL }).DATABASE_DIRECT_URL).toBe(DATABASE_URL)
})
