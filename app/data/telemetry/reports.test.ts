import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { ErrorReport } from '#shared/admin/errorReport.ts'

import { callApi } from '../api/api.ts'
import { db } from '../device/db.ts'
import { openDevice, setSignedIn } from '../device/device.ts'
import { listenForErrors, report } from '../device/reportError.ts'
import { dueReports, keepReports, MAX_ROWS } from './reportRing.ts'
import { reportsSettled, startReports } from './reports.ts'
import { sendReports } from './sendReports.ts'

interface Sent {
  errors: ErrorReport[]
  headers: Record<string, string>
  keepalive: boolean | undefined
}

/** Server stub: records requests and answers them. */
function serve(answer: () => Response | Promise<Response>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path !== '/api/errors/frontend') return answer()
    const { errors } = JSON.parse(init.body as string) as { errors: ErrorReport[] }
    const headers = init.headers as Record<string, string>
    sent.push({ errors, headers, keepalive: init.keepalive })
    return answer()
  })
  return sent
}
const json = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers: { 'Content-Type': 'application/json', ...headers } })
const accept = () => json(200)
const noSignal = () => Promise.reject(new TypeError('Failed to fetch'))

const later = (ms: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms)

listenForErrors()
startReports()
beforeEach(async () => {
  await openDevice()
  await db.reports.clear()
  await db.meta.delete('reportsDropped')
})
afterEach(async () => {
  serve(accept)
  await reportsSettled()
})

describe('what is reported', () => {
  test('what nobody caught, with its place', async () => {
    const sent = serve(accept)
    const error = new TypeError('x is not a function')
    dispatchEvent(
      new ErrorEvent('error', { error, message: 'x', filename: 'a.js', lineno: 3, colno: 7 }),
    )
    const event = new Event('unhandledrejection') as Event & { reason: unknown }
    event.reason = { code: 17 }
    dispatchEvent(event)
    await reportsSettled()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.errors).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/) as string,
        message: 'TypeError: x is not a function',
        stack: expect.stringContaining('x is not a function') as string,
        url: location.href,
        userAgent: navigator.userAgent,
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        level: 'error',
        context: { file: 'a.js', line: 3, column: 7 },
      },
      expect.objectContaining({
        message: '{"code":17}',
        context: { isRejection: true },
      }) as ErrorReport,
    ])
    expect(sent[0]?.headers['X-Device-Key']).toMatch(/^[\w-]{43}$/)
  })

  test('a failed answer, with who was asked for what', async () => {
    serve(() => new Response('{"error":"no","code":"x"}', { status: 500 }))
    await expect(callApi('POST', '/api/comments', {})).rejects.toThrow('500: {"error"')
    serve(() => new Response('', { status: 400, statusText: 'Bad Request' }))
    await expect(callApi('GET', '/api/kits')).rejects.toThrow('400: Bad Request')
    const sent = serve(accept)
    await reportsSettled()
    expect(sent[0]?.errors).toMatchObject([
      {
        message: '500: {"error":"no","code":"x"}',
        level: 'error',
        context: { endpoint: '/api/comments', method: 'POST', status: 500 },
      },
      // May be the client's fault as well as ours.
      { message: '400: Bad Request', level: 'warning' },
    ])
  })

  test('no refusal that is as it should be: a wrong password, no right, a rest', async () => {
    const refuse = async (status: number, code: string, path: string) => {
      serve(() => new Response(JSON.stringify({ error: 'No.', code }), { status }))
      await expect(callApi('POST', path, {})).rejects.toThrow(`${status}: `)
    }
    await refuse(401, 'wrong_password', '/api/auth/login')
    await refuse(403, 'not_admin', '/api/admin/status')
    await refuse(409, 'taken', '/api/auth/register')
    await refuse(422, 'invalid', '/api/contact')
    await refuse(429, 'too_many', '/api/comments')
    await refuse(503, 'maintenance', '/api/comments')
    const sent = serve(accept)
    await reportsSettled()
    expect(sent).toEqual([])
    // A sync request is never typed by hand, and a server should not be away.
    await refuse(422, 'invalid', '/api/sync')
    await refuse(503, 'unavailable', '/api/comments')
    const later = serve(accept)
    await reportsSettled()
    const told = later[0]?.errors.map(({ message }) => message.slice(0, 3))
    expect(told?.toSorted()).toEqual(['422', '503'])
  })

  test('no missing signal, and nothing of browsers or their extensions', async () => {
    serve(noSignal)
    await expect(callApi('GET', '/api/kits')).rejects.toThrow('0: no answer')
    report({ error: 'ResizeObserver loop completed with undelivered notifications.' })
    report({ error: 'Script error.' })
    report({ error: 'x', context: { file: 'chrome-extension://abc/content.js' } })
    report({ error: new DOMException('left', 'AbortError') })
    await reportsSettled()
    expect(await db.reports.count()).toBe(0)
  })

  test('no token, mail address or query', async () => {
    const sent = serve(accept)
    history.replaceState(null, '', '/reset-password?token=abcdef123')
    report({ error: new Error('failed for dana@example.com at /x?token=abcdef123') })
    history.replaceState(null, '', '/')
    await reportsSettled()
    const text = JSON.stringify(sent)
    expect(text).toContain('/reset-password?token=…')
    expect(text).not.toContain('abcdef123')
    expect(text).not.toContain('dana@')
    expect(JSON.stringify(await db.reports.toArray())).not.toContain('abcdef123')
  })

  test('who is signed in, under the session', async () => {
    const user = {
      id: 'oG3J-0POSHGaTUtY5l3kiA',
      username: 'dana_k',
      email: 'd@example.com',
      emailVerified: true,
      isAdmin: false,
      deletionRequestedAt: null,
    }
    const account = { token: 'tok', user, isExpired: false }
    await db.meta.put({ key: 'session', value: { epoch: 1, account } })
    setSignedIn(account)
    const sent = serve(accept)
    report({ error: 'words', level: 'info' })
    await reportsSettled()
    expect(sent[0]?.errors[0]).toMatchObject({ userId: user.id, level: 'info', message: 'words' })
    expect(sent[0]?.headers['Authorization']).toBe('Bearer tok')
    await db.meta.delete('session')
    setSignedIn(null)
  })
})

describe('what is sent', () => {
  test('waits for a signal, and goes once', async () => {
    serve(noSignal)
    report({ error: new Error('kept') })
    await reportsSettled()
    expect(await db.reports.toArray()).toMatchObject([{ count: 1, tries: 1 }])
    const sent = serve(accept)
    await sendReports()
    expect(sent).toEqual([])
    later(10_000)
    await sendReports()
    await sendReports()
    expect(sent.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      ['Error: kept'],
    ])
  })

  test('goes again under the same name and number while no answer came', async () => {
    serve(accept)
    const tried: ErrorReport[] = []
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
      tried.push(...(JSON.parse(init.body as string) as { errors: ErrorReport[] }).errors)
      return noSignal()
    })
    for (const _time of [1, 2]) report({ error: new Error('again') })
    await reportsSettled()
    report({ error: new Error('again') })
    await reportsSettled()
    const sent = serve(accept)
    later(10_000)
    await sendReports()
    later(3_600_000)
    await sendReports()
    const [first] = tried
    expect(first).toMatchObject({ message: 'Error: again', count: 2 })
    const named = sent.flatMap(({ errors }) => errors)
    expect(named.map(({ count = 1 }) => count)).toEqual([2, 1])
    expect(named[0]?.id).toBe(first?.id)
    expect(named[1]?.id).not.toBe(first?.id)
  })

  test('of an error in a loop is little, and counts them all', async () => {
    const sent = serve(accept)
    const start = Date.now()
    const time = vi.spyOn(Date, 'now')
    // Ten a second for two hours.
    for (let second = 0; second < 7_200; second += 20) {
      time.mockReturnValue(start + second * 1_000)
      for (let i = 0; i < 200; i++) report({ error: `loop ${i % 2}`, level: 'error' })
      await reportsSettled()
      await sendReports()
    }
    expect(sent.length).toBeLessThan(10)
    const counts = sent.flatMap(({ errors }) => errors.map(({ count }) => count ?? 1))
    expect(Math.max(...counts)).toBe(1_000)
    expect(await db.reports.count()).toBe(1)
  })

  test('is sent again only after the time the server names', async () => {
    serve(() => json(429, { 'Retry-After': '120' }))
    report({ error: 'much' })
    await reportsSettled()
    const sent = serve(accept)
    const start = Date.now()
    const time = vi.spyOn(Date, 'now').mockReturnValue(start + 100_000)
    await sendReports()
    expect(sent).toEqual([])
    time.mockReturnValue(start + 125_000)
    await sendReports()
    expect(sent).toHaveLength(1)
  })

  test('is let go when the server will never take it', async () => {
    serve(() => json(422))
    report({ error: 'odd' })
    await reportsSettled()
    expect(await dueReports(Date.now() + 3_600_000)).toEqual([])
  })

  test('is not taken for sent when a portal answers', async () => {
    serve(() => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }))
    report({ error: 'portal' })
    await reportsSettled()
    expect(await dueReports(Date.now() + 3_600_000)).toHaveLength(1)
  })

  test('goes at once from a page that closes, in one call that outlives it', async () => {
    const sent = serve(() => new Promise<Response>(() => undefined))
    const stack = Array.from({ length: 300 }, (_, i) => `at f${i} of something long`).join('\n')
    for (let i = 0; i < 15; i++) {
      const error = new Error(`big ${'abcdefghijklmno'[i]}`)
      error.stack = stack
      report({ error })
    }
    dispatchEvent(new Event('pagehide'))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.keepalive).toBe(true)
    expect(JSON.stringify(sent[0]?.errors).length).toBeLessThan(60_000)
    // Gone before the answer: the next page sends everything, unconfirmed batches by id.
    const next = serve(accept)
    await reportsSettled()
    const again = next.flatMap(({ errors }) => errors)
    expect(again).toHaveLength(15)
    const ids = new Set(again.map(({ id }) => id))
    for (const { id } of sent[0]?.errors ?? []) expect(ids).toContain(id)
    expect(localStorage).toHaveLength(0)
  })

  test('is left by a page that closes without signal to the next one', async () => {
    const sent = serve(accept)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    report({ error: 'last words' })
    dispatchEvent(new Event('pagehide'))
    expect(sent).toEqual([])
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await vi.waitFor(() =>
      expect(sent.map(({ errors }) => errors[0]?.message)).toEqual(['last words']),
    )
  })

  test('a failing report reports nothing', async () => {
    for (const answer of [noSignal, () => json(500), () => json(404), () => json(401)]) {
      serve(answer)
      report({ error: 'once' })
      await reportsSettled()
      await reportsSettled()
    }
    const rows = await db.reports.toArray()
    expect(rows.map(({ report: { message } }) => message)).toEqual(['once'])
  })
})

function bare(changes: Partial<ErrorReport>): ErrorReport {
  return { message: 'x', timestamp: new Date().toISOString(), level: 'error', ...changes }
}

describe('this device', () => {
  test('keeps so many faults, the latest, and says how many it let go', async () => {
    const word = (n: number) =>
      `${'abcdefghij'[Math.floor(n / 26)]}${String.fromCharCode(97 + (n % 26))}`
    for (let n = 0; n < MAX_ROWS + 10; n++) {
      await keepReports([bare({ message: `fault ${word(n)}`, count: 2 })], 0, Date.now() + n)
    }
    expect(await db.reports.count()).toBe(MAX_ROWS)
    expect((await dueReports())[0]?.report.message).toBe(`fault ${word(10)}`)
    const sent = serve(accept)
    await sendReports()
    expect(sent[0]?.errors[0]?.context).toEqual({ dropped: 20 })
    expect(sent[1]?.errors[0]?.context).toBeUndefined()
  })

  test('keeps so many bytes', async () => {
    const stack = 'at somewhere in the app\n'.repeat(300)
    for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      await keepReports([bare({ message: `fault ${letter}`, stack })], 0)
    }
    const bytes = (await db.reports.toArray()).reduce((sum, row) => sum + row.bytes, 0)
    expect(bytes).toBeLessThanOrEqual(512 * 1024)
    expect(await db.reports.count()).toBeGreaterThan(20)
  })

  test('that has no room sends what it cannot keep, once', async () => {
    vi.spyOn(db.reports, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    const sent = serve(accept)
    report({ error: 'no room' })
    await reportsSettled()
    expect(sent.map(({ errors }) => errors[0]?.message)).toEqual(['no room'])
  })

  test('is not kept busy by a thousand different errors', async () => {
    const sent = serve(accept)
    for (let i = 0; i < 1_000; i++) report({ error: `${'x'.repeat(i)} different` })
    await reportsSettled()
    expect(sent.flatMap(({ errors }) => errors)).toHaveLength(20)
    expect(sent[0]?.errors[0]?.context).toEqual({ dropped: 980 })
  })
})
