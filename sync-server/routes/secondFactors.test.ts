/** Second factor at sign-in, and proofs of dangerous acts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { FactorBegun, Factors, SecondAsked, SecondProof } from '#shared/secondFactor.ts'
import type { TestAccount, TestServer } from '../testServer.ts'

import { generate } from 'otplib'

import { processDeletion, requestDeletion } from '../erasure/deletion.ts'
import { newDeviceSecret } from '#shared/ids.ts'
import { PROOF_HEADER } from '#shared/secondFactor.ts'
import { call, newAddress, type Call, type Called } from '../testClient.ts'
import { TestPasskey } from '../testPasskey.ts'
import { mailedToken, registerAccount, startTestServer } from '../testServer.ts'

const ORIGIN = 'https://wrenchlist.example'
const MINUTE_MS = 60_000
const STEP_MS = 30_000

let server: TestServer
/** Its clock stands but where a test moves it: on a slow machine waits would pass by themselves. */
const STARTED = Date.now()
let aheadMs = 0
beforeAll(async () => {
  server = await startTestServer({
    now: () => STARTED + aheadMs,
    env: { PUBLIC_URL: ORIGIN, ADMIN_EMAILS: ['boss@example.com'] },
  })
})
afterAll(async () => server.close())

/** Turns off the automatic proof of the test client. */
const UNPROVEN = { [PROOF_HEADER]: '' }

type Answer = Record<string, unknown> & { second?: SecondAsked; code?: string }
const post = (path: string, body: unknown, more: Call = {}) =>
  call<Answer>(server, 'POST', path, { body, from: newAddress(), headers: UNPROVEN, ...more })

const login = ({ user, password }: TestAccount, second?: SecondProof, more: Call = {}) =>
  post('/api/auth/login', { username: user.username, password, ...(second && { second }) }, more)

/** A session's proof, by password or second factor. */
async function prove({ token, password }: TestAccount, second?: SecondProof): Promise<string> {
  const shown = second ? { second } : { currentPassword: password }
  const { body } = await post('/api/auth/confirm', shown, { token })
  return String(body['proof'])
}

const withProof = async (account: TestAccount, second?: SecondProof) => ({
  token: account.token,
  headers: { [PROOF_HEADER]: await prove(account, second) },
})

/** The authenticator's next code, one step later each time: none works twice. */
async function codeOf(secret: string): Promise<{ code: string }> {
  aheadMs += STEP_MS
  return { code: await generate({ secret, epoch: Math.floor((STARTED + aheadMs) / 1000) }) }
}

/** An account with an authenticator, and its recovery codes. */
async function withApp(
  username?: string,
  email?: string,
  before?: (account: TestAccount) => Promise<void>,
) {
  const account = await registerAccount(server, username, email)
  await before?.(account)
  const begun = await post('/api/auth/second-factors', { kind: 'totp' }, await withProof(account))
  const { secret } = begun.body as unknown as FactorBegun & { kind: 'totp' }
  const { code } = await codeOf(secret)
  const body = { kind: 'totp', code, label: 'Phone' }
  const added = await post('/api/auth/second-factors/complete', body, { token: account.token })
  return { account, secret, codes: added.body['recoveryCodes'] as string[], firstCode: code }
}

async function withPasskey() {
  const account = await registerAccount(server)
  const begun = await post(
    '/api/auth/second-factors',
    { kind: 'passkey' },
    await withProof(account),
  )
  const { options } = begun.body as unknown as FactorBegun & { kind: 'passkey' }
  const passkey = new TestPasskey(ORIGIN)
  const body = { kind: 'passkey', passkey: passkey.create(options), label: 'Key' }
  const added = await post('/api/auth/second-factors/complete', body, { token: account.token })
  expect(added).toMatchObject({ status: 200, body: { recoveryCodes: { length: 10 } } })
  return { account, passkey }
}

/** Challenge of a passkey. */
const askedOf = ({ body }: { body: Answer }) => {
  const options = body.second?.passkey
  if (!options) throw new Error(`no passkey is asked for: ${JSON.stringify(body)}`)
  return options
}

const factorsOf = async ({ token }: TestAccount) =>
  (await call<Factors>(server, 'GET', '/api/auth/second-factors', { token })).body

const lettersTo = async ({ user }: TestAccount): Promise<string[]> => {
  await server.deps.mailer.idle()
  return server.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)
}

const WRONG = { status: 403, body: { code: 'wrong_second', field: 'code' } }
const ASKED = { status: 401, body: { code: 'second_factor' } }

describe('an app', () => {
  test('is asked for beside the password, and each of its codes works once', async () => {
    const { account, secret, codes, firstCode } = await withApp()
    expect(new Set(codes).size).toBe(10)
    expect(await login(account)).toMatchObject({
      ...ASKED,
      body: { ...ASKED.body, second: { codes: true, passkey: null } },
    })
    expect(await login(account, { code: firstCode })).toMatchObject(WRONG)
    const code = await codeOf(secret)
    expect((await login(account, { code: '12345x' })).status).toBe(403)
    expect((await login(account, code)).status).toBe(200)
    expect(await login(account, code)).toMatchObject(WRONG)
    expect(await factorsOf(account)).toMatchObject({
      factors: [{ kind: 'totp', label: 'Phone', lastUsedAt: expect.any(String) as string }],
      recoveryCodesLeft: 10,
      isRequired: false,
    })
    expect(await lettersTo(account)).toContain('The second factor of your account')
  })

  test('shows one code to two at once: one is let in', async () => {
    const { account, secret } = await withApp()
    const code = await codeOf(secret)
    const both = await Promise.all([login(account, code), login(account, code)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 403]))
  })

  test('is not told of to whoever has not the password', async () => {
    const { account } = await withApp()
    const wrong = { ...account, password: 'Torque 31 Nm, dry!' }
    expect(await login(wrong)).toMatchObject({ status: 401, body: { code: 'bad_login' } })
    expect(await login(wrong, { code: '123456' })).toMatchObject({ body: { code: 'bad_login' } })
  })

  test('has its guesses counted, also of who resets the password by mail, and its owner told', async () => {
    const { account, secret } = await withApp()
    const guess = () => login(account, { code: '000000' })
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(403)
    expect(await guess()).toMatchObject({ status: 429 })
    await post('/api/auth/forgot-password', { email: account.user.email })
    await server.deps.mailer.idle()
    const token = mailedToken(server, account.user.email, 'reset-password')
    const password = 'Torque 45 Nm, wet!'
    expect((await post('/api/auth/reset-password', { token, password })).status).toBe(200)
    const reset = { ...account, password }
    expect(await login(reset, { code: '000000' })).toMatchObject({ status: 429 })
    expect(await lettersTo(account)).toContain('Somebody guesses your codes')
    // The owner's known device has its own guess counter.
    const known = { device: account.secret }
    expect(await login(reset, undefined, known)).toMatchObject(ASKED)
    expect((await login(reset, await codeOf(secret), known)).status).toBe(200)
  })

  test('is looked at also where a clock is a moment behind that of the last try', async () => {
    const { account, codes } = await withApp()
    expect(await login(account, { code: '000000' })).toMatchObject(WRONG)
    aheadMs -= 5_000
    expect((await login(account, { code: String(codes[0]) })).status).toBe(200)
  })

  test('is only added to an account whose address is confirmed', async () => {
    const account = await registerAccount(server)
    const of = server.database.knex('users').where({ id: account.user.id })
    await of.update({ email_verified_at: null })
    expect(
      await post('/api/auth/second-factors', { kind: 'totp' }, await withProof(account)),
    ).toMatchObject({ status: 409, body: { code: 'not_verified' } })
  })
})

describe('a recovery code', () => {
  test('works once, also for two at once, and its owner is told', async () => {
    const { account, codes } = await withApp()
    const [first = '', second = ''] = codes
    const both = await Promise.all([1, 2].map(() => login(account, { code: first })))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 403]))
    expect(await login(account, { code: first })).toMatchObject(WRONG)
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ')}`
    expect((await login(account, { code: typed })).status).toBe(200)
    expect((await factorsOf(account)).recoveryCodesLeft).toBe(8)
  })

  test('of another account, and an older one, is none', async () => {
    const one = await withApp()
    const two = await withApp()
    const other = { code: two.codes[0] ?? '' }
    expect(await login(one.account, other)).toMatchObject(WRONG)
    expect((await login(two.account, other)).status).toBe(200)
    const proof = await withProof(two.account, { code: two.codes[1] ?? '' })
    const { body } = await post('/api/auth/recovery-codes', {}, proof)
    expect(body['recoveryCodes']).toHaveLength(10)
    expect(await login(two.account, { code: two.codes[2] ?? '' })).toMatchObject(WRONG)
  })
})

describe('a passkey', () => {
  test('signs in, once for each challenge', async () => {
    const { account, passkey } = await withPasskey()
    const shown = passkey.get(askedOf(await login(account)))
    expect((await login(account, { passkey: shown })).status).toBe(200)
    expect(await login(account, { passkey: shown })).toMatchObject(WRONG)
  })

  test('does not sign in by the challenge of another account, of another page, or an old one', async () => {
    const { account, passkey } = await withPasskey()
    const other = await withPasskey()
    const foreign = passkey.get(askedOf(await login(other.account)))
    expect(await login(account, { passkey: foreign })).toMatchObject(WRONG)
    const own = await login(account)
    const elsewhere = new TestPasskey('https://wrenchlist.evil.example').get(askedOf(own))
    expect(await login(account, { passkey: { ...elsewhere, id: passkey.id } })).toMatchObject(WRONG)
    // A challenge for a session's dangerous act does not answer a sign-in.
    const confirmed = await post('/api/auth/recovery-codes', {}, { token: account.token })
    const ofSession = passkey.get(askedOf(confirmed))
    expect(await login(account, { passkey: ofSession })).toMatchObject(WRONG)
    const late = passkey.get(askedOf(await login(account)))
    aheadMs += 6 * MINUTE_MS
    expect(await login(account, { passkey: late })).toMatchObject(WRONG)
  })

  test('of nonsense is refused, not a fault', async () => {
    const { account } = await withPasskey()
    for (const passkey of [{}, { id: 7 }, { id: '\u0000', response: { clientDataJSON: 'e30' } }]) {
      expect(await login(account, { passkey } as unknown as SecondProof)).toMatchObject(WRONG)
    }
    expect(server.errors).toEqual([])
  })
})

describe('beside the door of the login', () => {
  test('a mailed link and the password open no session', async () => {
    const { account, secret } = await withApp()
    const { token, password, user } = account
    const email = `new-${user.email}`
    const change = { email, currentPassword: password }
    expect((await post('/api/auth/change-email', change, { token })).status).toBe(200)
    await server.deps.mailer.idle()
    const link = mailedToken(server, email, 'verify-email')
    const verify = (second?: SecondProof) =>
      post('/api/auth/verify-email', { token: link, password, ...(second && { second }) })
    expect(await verify()).toMatchObject(ASKED)
    expect(await verify({ code: '000000' })).toMatchObject(WRONG)
    expect((await verify(await codeOf(secret))).status).toBe(200)
    // A spent link still asks for the factor.
    expect(await verify()).toMatchObject(ASKED)
  })

  test('the link of the registration, shown again, opens none', async () => {
    const { account } = await withApp()
    const token = mailedToken(server, account.user.email, 'verify-email')
    const { password } = account
    expect(await post('/api/auth/verify-email', { token, password })).toMatchObject(ASKED)
  })
})

describe('a proof', () => {
  const NEEDED = { status: 403, body: { code: 'proof_needed' } }
  const begin = (more: Call) => post('/api/auth/second-factors', { kind: 'totp' }, more)

  test('is good for one call, for minutes, and for the session that proved it', async () => {
    const account = await registerAccount(server)
    expect(await begin({ token: account.token })).toMatchObject({
      ...NEEDED,
      body: { ...NEEDED.body, second: null },
    })
    const { headers } = await withProof(account)
    const again = await login(account)
    const other = String(again.body['token'])
    expect(await begin({ token: other, headers })).toMatchObject(NEEDED)
    const stranger = await registerAccount(server)
    expect(await begin({ token: stranger.token, headers })).toMatchObject(NEEDED)
    expect((await begin({ token: account.token, headers })).status).toBe(200)
    expect(await begin({ token: account.token, headers })).toMatchObject(NEEDED)
    const late = await withProof(account)
    aheadMs += 6 * MINUTE_MS
    expect(await begin(late)).toMatchObject(NEEDED)
  })

  test('takes the factor where there is one, and the password where there is none', async () => {
    const { account, secret } = await withApp()
    const confirm = (body: unknown) => post('/api/auth/confirm', body, { token: account.token })
    expect(await confirm({ currentPassword: account.password })).toMatchObject({
      ...NEEDED,
      body: { second: { codes: true } },
    })
    expect(await confirm({ second: { code: '000000' } })).toMatchObject(WRONG)
    expect((await confirm({ second: await codeOf(secret) })).status).toBe(200)
    const plain = await registerAccount(server)
    const { token } = plain
    expect(
      await post('/api/auth/confirm', { second: { code: '000000' } }, { token }),
    ).toMatchObject({ ...NEEDED, body: { second: null } })
    expect(await post('/api/auth/confirm', { currentPassword: 'x' }, { token })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', field: 'currentPassword' },
    })
  })

  test('takes a factor away, and with the last one the recovery codes', async () => {
    const { account, secret } = await withApp()
    const [factor] = (await factorsOf(account)).factors
    const path = `/api/auth/second-factors/${factor?.id ?? ''}`
    const remove = (more: Call) => call(server, 'DELETE', path, { headers: UNPROVEN, ...more })
    expect(await remove({ token: account.token })).toMatchObject(NEEDED)
    const stranger = await registerAccount(server)
    expect(await remove(await withProof(stranger))).toMatchObject({ status: 404 })
    expect((await remove(await withProof(account, await codeOf(secret)))).status).toBe(204)
    expect(await factorsOf(account)).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
    expect((await login(account)).status).toBe(200)
  })
})

describe('an administrator', () => {
  test('does nothing on the desk without a second factor, where that is demanded', async () => {
    const { env, now } = server.deps
    const demanding = { ...env, ADMIN_SECOND_FACTOR: true }
    const strict = await startTestServer({ database: server.database, now, env: demanding })
    const boss = await registerAccount(server, 'boss', 'boss@example.com')
    const { token } = boss
    const onDesk = (path: string, as: string) =>
      call<Answer>(strict, 'GET', path, { token: as, from: newAddress() })
    const refused = { status: 403, body: { code: 'second_factor_needed' } }
    expect(await onDesk('/api/admin/users', token)).toMatchObject(refused)
    const own = await onDesk('/api/auth/second-factors', token)
    expect(own.body).toMatchObject({ factors: [], isRequired: true })
    // Administrators' powers outside of the desk.
    const author = await registerAccount(server)
    const parts = [{ name: 'Oil filter', unitPrice: '11.49', quantity: 2 }]
    const kit = { buildId: 'SEC001', kitName: 'Kit', task: 'Brakes', parts }
    const vehicle = { vehicleYear: '2005', vehicleMake: 'Audi', vehicleModel: 'S4' }
    const saved = await post('/api/kits', { ...kit, ...vehicle }, { token: author.token })
    const said = { kitId: saved.body['kitId'], content: 'Looks good' }
    const { body } = await post('/api/comments', said, { token: author.token })
    const comment = `/api/comments/${String(body['id'])}`
    expect((await call(strict, 'DELETE', comment, { token })).status).toBe(403)
    const begun = await post('/api/auth/second-factors', { kind: 'totp' }, await withProof(boss))
    const { secret } = begun.body as unknown as FactorBegun & { kind: 'totp' }
    const shown = { kind: 'totp', ...(await codeOf(secret)), label: '' }
    await post('/api/auth/second-factors/complete', shown, { token })
    expect((await onDesk('/api/admin/users', token)).status).toBe(200)
    const again = await login(boss, await codeOf(secret))
    expect((await onDesk('/api/admin/users', String(again.body['token']))).status).toBe(200)
    expect((await call(strict, 'DELETE', comment, { token })).status).toBe(204)
    await strict.close()
  })
})

describe('whoever has the password alone', () => {
  test('guesses no more codes by many devices that signed in before there was a factor', async () => {
    const devices = Array.from({ length: 4 }, () => newDeviceSecret())
    const { account } = await withApp(undefined, undefined, async (before) => {
      for (const device of devices) await login(before, undefined, { device })
    })
    const guess = (device: string) => login(account, { code: '000000' }, { device })
    const seen: number[] = []
    for (const device of devices) {
      for (let n = 0; n < 5; n++) seen.push((await guess(device)).status)
    }
    expect(seen.filter((status) => status === 403)).toHaveLength(5)
  })

  test('ends no challenge of a device that showed the factor before, however often they ask', async () => {
    const { account, passkey } = await withPasskey()
    const own = { device: newDeviceSecret() }
    const show = (asked: Called<Answer>) =>
      login(account, { passkey: passkey.get(askedOf(asked)) }, own)
    expect((await show(await login(account, undefined, own))).status).toBe(200)
    const asked = await login(account, undefined, own)
    for (let n = 0; n < 50; n++) expect(await login(account)).toMatchObject(ASKED)
    expect((await show(asked)).status).toBe(200)
  })
})

describe('an account that is deleted, or its data', () => {
  test('keeps no factor, and tells no secret of one', async () => {
    const { account, secret, codes } = await withApp()
    const data = await call<Answer>(server, 'GET', '/api/account/data', { token: account.token })
    expect(data.body['secondFactors']).toMatchObject({ factors: [{ label: 'Phone' }] })
    const text = JSON.stringify(data.body)
    for (const each of [secret, ...codes]) expect(text).not.toContain(each)
    const { id } = await requestDeletion(server.deps, account.user.id)
    await processDeletion(server.deps, id, 'system')
    for (const table of ['factors', 'recovery_codes', 'tickets']) {
      const left = server.database.knex(table).where({ user_id: account.user.id })
      expect(await left, table).toEqual([])
    }
  })
})

describe('a device that the account did not know', () => {
  const NEWS = 'A new device is signed in'

  test('is told of in a letter, but not the first one, and not without end', async () => {
    const account = await registerAccount(server)
    const own = { device: account.secret }
    expect((await login(account, undefined, own)).status).toBe(200)
    expect(await lettersTo(account)).not.toContain(NEWS)
    for (let n = 0; n < 6; n++) expect((await login(account)).status).toBe(200)
    expect((await lettersTo(account)).filter((subject) => subject === NEWS)).toHaveLength(3)
  })

  test('is told of also where the account lay unused and its sessions were cleared away', async () => {
    const account = await registerAccount(server)
    const { knex } = server.database
    await knex('sessions').where({ user_id: account.user.id }).delete()
    const created_at = new Date(Date.now() - 400 * 86_400_000)
    await knex('users').where({ id: account.user.id }).update({ created_at })
    expect((await login(account)).status).toBe(200)
    expect(await lettersTo(account)).toContain(NEWS)
  })
})
