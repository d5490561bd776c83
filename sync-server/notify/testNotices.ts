/** Test server with its own clock, and a push service on a fake internet. */
import type { IncomingHttpHeaders } from 'node:http'

import type { NoticeSettings, PushPayload, Watch } from '#shared/notify/notifications.ts'
import type { TestInternet } from '../outside/testInternet.ts'
import type { TestAccount, TestServer, TestServerChanges } from '../testServer.ts'

import { DEFAULT_SETTINGS } from '#shared/notify/notifications.ts'
import { keyOfPart } from '#shared/catalogue/partNumber.ts'
import { openInternet } from '../outside/testInternet.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { runNotifier } from './notifier.ts'
import { testReceiver, type TestReceiver } from './testReceiver.ts'

const DAY_MS = 86_400_000
/** A noon later than any stamp of test devices, far from daily notices and quiet hours. */
export const NOON = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2

export interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface NoticeWorld {
  server: TestServer
  internet: TestInternet
  pushed: Pushed[]
  /** Status the push service answers with. */
  status: number
  /** Milliseconds since 1970; tests advance it. */
  now: number
  /** Runs all rounds once. */
  round(): Promise<void>
  close(): Promise<void>
}

export const PUSH_HOST = 'push.example'

export async function startNoticeWorld(changes: TestServerChanges = {}): Promise<NoticeWorld> {
  const pushed: Pushed[] = []
  const internet = await openInternet()
  const world: Omit<NoticeWorld, 'server'> & { server?: TestServer } = {
    internet,
    pushed,
    status: 201,
    now: NOON,
    async round() {
      await runNotifier(deps())
    },
    async close() {
      await world.server?.close()
      await internet.close()
    },
  }
  const deps = () => {
    if (!world.server) throw new Error('not started')
    return world.server.deps
  }
  internet.sites[PUSH_HOST] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      pushed.push({ path: url, headers, body: Buffer.concat(chunks) })
      response.writeHead(world.status).end()
    })
  }
  const { outside } = internet
  world.server = await startTestServer({ now: () => world.now, outside, ...changes })
  return world as NoticeWorld
}

/** A user with an account, and optionally a phone that gets pushes. */
export interface Person {
  account: TestAccount
  device: TestDevice
  post<Answer>(path: string, body: unknown): Promise<{ status: number; answer: Answer }>
  choose(changes: Partial<NoticeSettings>, mode?: NoticeSettings['kinds']['price']): Promise<void>
  /** Subscribes a browser. */
  subscribe(name?: string): Promise<TestReceiver>
}

let people = 0

export async function person({ server }: NoticeWorld): Promise<Person> {
  const account = await registerAccount(server, `waiting${++people}`)
  const device = new TestDevice(server.url, account)
  const post: Person['post'] = async (path, body) => {
    const response = await device.post(path, body)
    return { status: response.status, answer: (await response.json()) as never }
  }
  return {
    account,
    device,
    post,
    async choose(changes, mode = 'now') {
      const kinds = { price: mode, stock: mode, comment: mode, service: mode, hidden: mode }
      const { status } = await post('/api/notifications', {
        ...DEFAULT_SETTINGS,
        kinds,
        ...changes,
      })
      if (status !== 200) throw new Error(`settings: ${status}`)
    },
    async subscribe(name = account.user.id) {
      const receiver = testReceiver()
      const endpoint = `https://${PUSH_HOST}/${name}`
      const { status } = await post('/api/push', { endpoint, keys: receiver.keys })
      if (status !== 200) throw new Error(`push: ${status}`)
      return receiver
    },
  }
}

/** The notification a browser shows for a push. */
export const shown = (receiver: TestReceiver, { body }: Pushed): PushPayload['notification'] =>
  (JSON.parse(receiver.read(body)) as PushPayload).notification

/** Gives a part one offer, new or repriced. */
export async function sell(
  { server, now }: NoticeWorld,
  number: string,
  cents: number,
  more: { shipping?: number | null; availability?: string; name?: string } = {},
): Promise<void> {
  const { shipping = 0, availability = 'In stock', name = `Part ${number}` } = more
  const part = {
    number,
    brand: 'Corvane',
    name,
    category: '',
    image: '',
    task: '',
    retailerNumber: '',
    unitCents: cents,
    rating: { average: 0, count: 0 },
    fits: [],
    crossReferences: [],
    offers: [
      {
        merchant: 'Shop east',
        cents: { base: cents, promo: null, shipping, tax: null, core: null },
        promo: '',
        availability,
        link: '',
        asOf: now,
      },
    ],
  }
  await server.database.knex.transaction((trx) =>
    storeParts(trx, [part], { origin: 'feed', isDemo: false, now }),
  )
  await server.database.knex('merchants').update({ max_age_hours: 24 })
}

export const waitFor = (number: string, more: Partial<Watch> = {}): Watch => ({
  key: keyOfPart(number, 'Corvane'),
  partNumber: number,
  brand: 'Corvane',
  name: `Part ${number}`,
  targetCents: null,
  isForStock: false,
  at: NOON,
  ...more,
})

export const later = (world: NoticeWorld, ms: number): void => void (world.now += ms)
export const HOUR_MS = 3_600_000
export { DAY_MS }
