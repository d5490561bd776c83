/** Shares without a service worker, over HTTP: none is lost or refused. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { SharedInPage } from '#shared/text/sharedInPage.ts'

import { MAX_SHARED_BYTES, TOO_LARGE } from '#shared/text/sharedInPage.ts'
import { startTestServer, type TestServer } from '../testServer.ts'
import { SHELL, shellAssets } from '../testShell.ts'

const assets = shellAssets(SHELL)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ assets })
})
afterAll(() => server.close())

let sharers = 0
async function share(body: BodyInit, headers: Record<string, string> = {}) {
  const from = { 'X-Forwarded-For': `10.8.0.${sharers++}` }
  const options = { method: 'POST', body, headers: { ...from, ...headers } } as const
  const answer = await fetch(`${server.url}/share`, { ...options, redirect: 'manual' })
  const text = await answer.text()
  const block = /<script type="application\/json" data-shared>(.*?)<\/script>/s.exec(text)?.[1]
  const given = block ? (JSON.parse(block) as SharedInPage) : null
  return { answer, text, given, form: given && (await formIn(given)) }
}

/** The shared form in a page, as a browser parses it; null for no form. */
function formIn({ contentType, base64 }: SharedInPage): Promise<FormData | null> {
  const headers = { 'Content-Type': contentType }
  const form = new Response(Buffer.from(base64, 'base64'), { headers }).formData()
  return form.catch(() => null)
}

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, 'parts – März.csv')
  }
  return data
}

describe('a share without a worker', () => {
  test('comes back as the page of the app, with its words and its file', async () => {
    const csv = 'Part,Price\nÖlfilter,11.49\n'
    const fields = { title: 'Öl & "Filter"', text: 'see', url: 'https://shop.example/1' }
    const given = form({ ...fields, files: new Blob([csv], { type: 'text/csv' }) })
    const { answer, text, given: sent, form: back } = await share(given)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toContain('text/html')
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(text).toContain('<title>Receive a kit · Wrenchlist</title>')
    expect(sent?.problem).toBe('')
    for (const [name, value] of Object.entries(fields)) expect(back?.get(name)).toBe(value)
    const file = back?.get('files') as File
    expect([file.name, file.type, await file.text()]).toEqual(['parts – März.csv', 'text/csv', csv])
  })

  test('comes back whole, however many pieces it is in', async () => {
    const bytes = new Uint8Array(1_000_003).map((_, at) => (at * 7) % 251)
    const { form: back } = await share(form({ files: new Blob([bytes]) }))
    const file = back?.get('files') as File
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  test('cannot write itself into the page', async () => {
    const evil = '</script><script>alert(1)</script><!-- $& $`'
    const { text, form: back } = await share(form({ title: evil, text: evil, url: evil }))
    for (const name of ['title', 'text', 'url']) expect(back?.get(name)).toBe(evil)
    const type = 'multipart/form-data; boundary="</script><script>alert(1)"'
    const { text: other, given } = await share('--x', { 'Content-Type': type })
    expect(given?.contentType).toBe(type)
    for (const page of [text, other]) {
      expect(page).not.toContain('<script>alert')
      expect(page.match(/<script/g)).toHaveLength(1)
    }
  })

  test('that is too large says so; one that is no form, or cut off, comes back as it is', async () => {
    const large = await share(form({ files: new Blob([new Uint8Array(MAX_SHARED_BYTES + 1)]) }))
    expect([large.answer.status, large.given?.problem]).toEqual([200, TOO_LARGE])
    const cut = 'multipart/form-data; boundary=a'
    for (const [body, type] of [
      ['x', 'text/plain'],
      ['--a\r\nnothing', cut],
      ['', cut],
    ] as const) {
      const { answer, given, form: back } = await share(body, { 'Content-Type': type })
      expect([answer.status, given?.problem, back]).toEqual([200, '', null])
    }
  })

  test('of a large file waits for few others; a link never does', async () => {
    const many = Array.from({ length: 6 }, () =>
      share(form({ files: new Blob([new Uint8Array(MAX_SHARED_BYTES - 1_024)]) })),
    )
    const link = share(form({ url: 'https://shop.example/1' }))
    expect((await link).form?.get('url')).toBe('https://shop.example/1')
    const told = (await Promise.all(many)).map(({ given }) => given?.problem)
    expect(told).toContain('')
    expect(told.filter((problem) => problem?.includes('too often')).length).toBeGreaterThan(0)
    const after = await share(form({ files: new Blob([new Uint8Array(100_000)]) }))
    expect(after.given?.problem).toBe('')
  })

  // T87
  test('that hardly arrives gives way to one that does', async () => {
    const { port } = new URL(server.url)
    const slow = Array.from({ length: 8 }, (_, n) => {
      const headers = { 'X-Forwarded-For': `10.9.0.${n}`, 'Content-Length': 1_000_000 }
      const sent = request({ port, path: '/share', method: 'POST', headers })
      sent.on('error', () => undefined).write('--a')
      return sent
    })
    const file = () => share(form({ files: new Blob([new Uint8Array(100_000)]) }))
    let isLeft = false
    for (const sent of slow) sent.once('close', () => (isLeft = true))
    await expect.poll(async () => [(await file()).given?.problem, isLeft]).toEqual(['', true])
    for (const sent of slow) sent.destroy()
  })

  // T87
  test('of a phone gives no way to many of one network that are faster', async () => {
    const { port } = new URL(server.url)
    const begin = (from: string, bytes: number) => {
      const headers = { 'X-Forwarded-For': from, 'Content-Length': 1_000_000 }
      const sent = request({ port, path: '/share', method: 'POST', headers })
      sent.on('error', () => undefined).write('x'.repeat(bytes))
      return sent
    }
    const phone = begin('10.9.1.1', 1_000)
    const many = [1, 2, 3].map((n) => begin(`2001:db8:7:${n}::1`, 100_000 * n))
    const closed: unknown[] = []
    for (const sent of [phone, ...many]) sent.once('close', () => closed.push(sent))
    const next = () => many.push(begin(`2001:db8:7:${many.length + 1}::1`, 400_000))
    await expect.poll(() => next() && closed.length, { interval: 1_000 }).toBeGreaterThan(0)
    expect(closed).not.toContain(phone)
    for (const sent of [phone, ...many]) sent.destroy()
  })

  // T67
  test('from the page of another site puts nothing anywhere', async () => {
    // Another port of this host is same-site.
    for (const site of ['cross-site', 'same-site']) {
      const given = form({ text: 'https://evil.example' })
      const answered = await share(given, { 'Sec-Fetch-Site': site })
      const { status, headers } = answered.answer
      expect([status, headers.get('Location')]).toEqual([303, '/k'])
      expect(answered.given).toBeNull()
    }
  })

  test('leaves the connection to the next request, and its address is a page', async () => {
    const { answer } = await share(form({ files: new Blob([new Uint8Array(12_000_000)]) }))
    expect(answer.status).toBe(200)
    const page = await fetch(`${server.url}/share`)
    expect([page.status, page.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
  })
})
