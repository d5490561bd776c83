import { expect, test, vi } from 'vitest'

import { httpNet } from './net.ts'

const request = { principal: 'u:alice' as const, node: 'alicenode', ops: [], cursors: {} }
const sender = {
  principal: 'u:alice' as const,
  node: 'alicenode',
  epoch: 1,
  credential: { token: 'token of alice' },
}

test.each([
  ['of an account that was deleted', 'account_deleted', { kind: 'unauthorized', ended: 'deleted' }],
  ['of one that is suspended', 'account_suspended', { kind: 'unauthorized', ended: 'suspended' }],
  ['of a session that ended', 'signed_out', { kind: 'unauthorized' }],
])('a 401 %s', async (_, code, meaning) => {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ error: 'No.', code })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 401, headers }))
  expect(await httpNet().sync(request, sender)).toEqual(meaning)
})

test('a 401 that is a page of somebody else’s says nothing of the account', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Log in to the café', { status: 401 }))
  expect(await httpNet().sync(request, sender)).toEqual({ kind: 'unauthorized' })
})

test('the operator’s word is heard with every answer, and that there is none', async () => {
  const heard: (string | null)[] = []
  const answers = [
    new Response('{}', { status: 503, headers: { 'X-Word': 'w1' } }),
    new Response('{}', { status: 200 }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  const net = httpNet({ hear: (word) => heard.push(word) })
  await net.sync(request, sender)
  await net.sync(request, sender)
  expect(heard).toEqual(['w1', null])
})
