/** Shares returned inside the page, when no worker took them. */
import { describe, expect, test } from 'vitest'

import type { SharedInPage } from './sharedInPage.ts'

import { readSharedInPage, TOO_LARGE, UNREADABLE } from './sharedInPage.ts'
import { say } from '../words/words.ts'

async function inPage(form: FormData): Promise<SharedInPage> {
  const sent = new Response(form)
  const base64 = Buffer.from(await sent.arrayBuffer()).toString('base64')
  return { problem: '', contentType: sent.headers.get('Content-Type') ?? '', base64 }
}

describe('a share in the page', () => {
  test('is read with its words and its file', async () => {
    const form = new FormData()
    form.append('title', 'Öl')
    form.append('url', 'https://shop.example/1')
    form.append('files', new File(['Part,Price\n'], 'März.csv', { type: 'text/csv' }))
    const shared = await readSharedInPage(await inPage(form))
    const words = { title: 'Öl', text: '', url: 'https://shop.example/1', problem: '' }
    expect(shared).toMatchObject(words)
    expect([shared.file?.name, await shared.file?.text()]).toEqual(['März.csv', 'Part,Price\n'])
  })

  test('that is no form, was cut off, or was too large says so', async () => {
    const contentType = 'multipart/form-data; boundary=a'
    for (const [shared, problem] of [
      [{ problem: '', contentType: 'text/plain', base64: btoa('x') }, UNREADABLE],
      [{ problem: '', contentType, base64: btoa('--a\r\nnothing') }, UNREADABLE],
      [{ problem: '', contentType, base64: '' }, UNREADABLE],
      [{ problem: say(TOO_LARGE), contentType, base64: '' }, TOO_LARGE],
    ] as const) {
      const nothing = { title: '', text: '', url: '', file: null, problem }
      expect(await readSharedInPage(shared)).toEqual(nothing)
    }
  })
})
