/** Shares that no service worker took, over HTTP: nothing of them is lost, and none is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { SharedInPage } from '#shared/text/sharedInPage.ts'

import { MAX_SHARED_BYTES } from '#shared/text/sharedInPage.ts'
import { startTestServer, type TestServer } from '../testServer.ts'
import { shellAssets } from '../testShell.ts'

const SHELL = `<!doctype html><html lang="en"><head><title>Wrenchlist</title>
<meta name="description" content="x" /></head><body><div id="root"></div></body></html>`
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
  return { answer, text, shared: block ? (JSON.parse(block) as SharedInPage) : null }
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
    const { answer, text, shared } = await share(given)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toContain('text/html')
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(text).toContain('<title>Receive a kit · Wrenchlist</title>')
    expect(shared).toMatchObject({ ...fields, problem: '' })
    expect(shared?.file).toMatchObject({ name: 'parts – März.csv', type: 'text/csv' })
    expect(Buffer.from(shared?.file?.base64 ?? '', 'base64').toString()).toBe(csv)
  })

  test('cannot write itself into the page', async () => {
    const evil = '</script><script>alert(1)</script><!-- $& $`'
    const { text, shared } = await share(form({ title: evil, text: evil, url: evil }))
    expect(shared).toMatchObject({ title: evil, text: evil, url: evil })
    expect(text).not.toContain('<script>alert')
    expect(text.match(/<script/g)).toHaveLength(1)
  })

  test('that is too large, no form, or cut off says so instead of failing', async () => {
    const large = new Blob([new Uint8Array(MAX_SHARED_BYTES + 1)])
    for (const [body, headers, words] of [
      [form({ files: large }), {}, /too large/],
      ['x', { 'Content-Type': 'text/plain' }, /could not be read/],
      [
        '--a\r\nnothing',
        { 'Content-Type': 'multipart/form-data; boundary=a' },
        /could not be read/,
      ],
      ['', {}, /could not be read/],
    ] as const) {
      const { answer, shared } = await share(body, headers)
      expect(answer.status).toBe(200)
      expect(shared?.problem).toMatch(words)
    }
  })

  test('from the page of another site puts nothing anywhere', async () => {
    // The page of another port of this host is of the same site.
    for (const site of ['cross-site', 'same-site']) {
      const given = form({ text: 'https://evil.example' })
      const { answer, shared } = await share(given, { 'Sec-Fetch-Site': site })
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/k'])
      expect(shared).toBeNull()
    }
  })

  test('leaves the connection to the next request, and its address is a page', async () => {
    const { answer } = await share(form({ files: new Blob([new Uint8Array(12_000_000)]) }))
    expect(answer.status).toBe(200)
    const page = await fetch(`${server.url}/share`)
    expect([page.status, page.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
  })
})
