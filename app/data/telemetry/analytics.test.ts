/** Only countable events are kept, in order and within bounds. */
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { until } from '#shared/testPatience.ts'
import { analyticsBatch } from '#shared/analytics.ts'
import { startCounting, stopCounting } from './analytics.ts'
import { decideConsent, useConsent } from './consent.ts'
import { db } from '../device/db.ts'
import { sendCalls } from '../api/sendCalls.ts'
import { keepTracked, track } from './track.ts'

beforeEach(async () => {
  await stopCounting()
  localStorage.clear()
  useConsent.setState({ consent: null })
})

const waiting = async () => {
  const calls = await db.calls.where('kind').equals('event').sortBy('at')
  return calls.map(({ body }) => body as { name: string })
}
const names = async () => (await waiting()).map(({ name }) => name)
const copy = () => track({ name: 'build_link_copy', place: 'list' })

/** Answers every request with `status`, and records it. */
function answerWith(status: number) {
  const sent: { path: string; events: unknown[] }[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, ...(JSON.parse(body) as { events: unknown[] }) })
    return status === 204
      ? new Response(null, { status })
      : Response.json({ error: 'No.' }, { status })
  })
  return sent
}

describe('what happened', () => {
  test('is nowhere before a press, and not told afterwards either', async () => {
    startCounting()
    copy()
    decideConsent(true)
    await stopCounting()
    expect(await names()).toEqual([])
  })

  test('is nowhere after Reject', async () => {
    decideConsent(false)
    startCounting()
    copy()
    await stopCounting()
    expect(await names()).toEqual([])
  })

  test('is kept from the start on where somebody has agreed, also before the code is here', async () => {
    decideConsent(true)
    keepTracked(null)
    track({ name: 'customize', place: 'kit' })
    startCounting()
    copy()
    await until(async () => expect(await names()).toEqual(['customize', 'build_link_copy']))
  })

  test('keeps a task that somebody named to themselves', async () => {
    decideConsent(true)
    startCounting()
    track({ name: 'kit_task_view', task: 'Oil Change' })
    track({ name: 'kit_task_view', task: 'Mend the neighbour’s fence' })
    await until(async () =>
      expect(await waiting()).toMatchObject([{ task: 'Oil Change' }, { task: '' }]),
    )
  })

  test('stays in order where much happens within one millisecond', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    decideConsent(true)
    startCounting()
    const places = ['list', 'kit', 'list', 'list', 'kit', 'kit', 'list', 'kit'] as const
    for (const place of places) track({ name: 'build_link_copy', place })
    await until(async () => expect(await waiting()).toHaveLength(places.length))
    expect(await waiting()).toMatchObject(places.map((place) => ({ place })))
    vi.useRealTimers()
  })

  test('takes no more than so much room: the oldest go', async () => {
    decideConsent(true)
    startCounting()
    track({ name: 'build_link_copy', place: 'kit' })
    for (let at = 0; at < 205; at++) copy()
    track({ name: 'edit', place: 'kit' })
    await until(async () => expect(await names()).toContain('edit'))
    expect(await names()).toHaveLength(200)
    expect(await waiting()).not.toContainEqual(
      expect.objectContaining({ name: 'build_link_copy', place: 'kit' }),
    )
  })

  test('goes together, in a shape the server takes, and is gone here once it has arrived', async () => {
    decideConsent(true)
    startCounting()
    for (let at = 0; at < 60; at++) copy()
    await until(async () => expect(await names()).toHaveLength(60))
    const sent = answerWith(204)
    await sendCalls()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.path).toBe('/api/analytics')
    expect(analyticsBatch.parse({ events: sent[0]?.events }).events).toHaveLength(50)
    await sendCalls()
    expect(await names()).toEqual([])
    vi.unstubAllGlobals()
  })

  test('waits where the server is away, and is let go where it cannot use it', async () => {
    decideConsent(true)
    startCounting()
    copy()
    await until(async () => expect(await names()).toHaveLength(1))
    answerWith(503)
    await sendCalls()
    expect(await names()).toHaveLength(1)
    vi.unstubAllGlobals()
    await db.calls.toCollection().modify({ next: 0 })
    answerWith(422)
    await sendCalls()
    vi.unstubAllGlobals()
    expect(await names()).toEqual([])
  })
})
