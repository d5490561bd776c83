/** Test calls of users and administrators about accounts. */
import type { TestAccount, TestServer } from './testServer.ts'

import { registerAccount, TestDevice } from './testServer.ts'

export type Answer = Record<string, unknown> & { status: number }

export interface ListedRequest {
  id: string
  username: string
  email: string | null
  status: string
}

export const DELETION_PATH = '/api/request-account-deletion'
/** The administrator's; start the server with it in ADMIN_EMAILS. */
export const BOSS_EMAIL = 'boss@example.com'

export class TestDesk {
  readonly #server: TestServer
  boss: TestDevice
  /** The administrator's. */
  token: string

  private constructor(server: TestServer, boss: TestAccount) {
    this.token = boss.token
    this.#server = server
    this.boss = new TestDevice(server.url, boss)
  }

  /** Registers the administrator. */
  static async open(server: TestServer): Promise<TestDesk> {
    return new TestDesk(server, await registerAccount(server, 'boss', BOSS_EMAIL))
  }

  /** A call and its answer; an act's own `status` wins over the HTTP one. */
  async call(device: TestDevice, method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await device.call(method, path, body)
    await this.#server.deps.mailer.idle()
    const text = await response.text()
    return { status: response.status, ...(text ? (JSON.parse(text) as object) : {}) }
  }

  /** A POST by the administrator. */
  post(path: string, body: unknown): Promise<Answer> {
    return this.call(this.boss, 'POST', path, body)
  }

  async requests(): Promise<ListedRequest[]> {
    const answer = await this.call(this.boss, 'GET', '/api/admin/deletion-requests')
    return answer['requests'] as ListedRequest[]
  }

  /** Id of an account's open request, '' for none. */
  async openRequestOf(username: string): Promise<string> {
    const isIts = (each: ListedRequest) => each.username === username && each.status === 'open'
    return (await this.requests()).find(isIts)?.id ?? ''
  }

  decide(requestId: string, action: 'process' | 'decline'): Promise<Answer> {
    return this.post(`/api/admin/deletion-requests/${requestId}`, { action })
  }

  /** The owner requests the deletion, and the administrator processes it. */
  async deleteAccount(account: TestAccount): Promise<Answer> {
    await this.call(new TestDevice(this.#server.url, account), 'POST', DELETION_PATH, {})
    return this.decide(await this.openRequestOf(account.user.username), 'process')
  }

  /** Signs the administrator in again after the clock advanced. */
  async signInAgain(): Promise<void> {
    const login = { username: 'boss', password: 'Torque 30 Nm, dry!' }
    const answer = await this.call(
      new TestDevice(this.#server.url),
      'POST',
      '/api/auth/login',
      login,
    )
    const { token, user } = answer as unknown as Pick<TestAccount, 'token' | 'user'>
    this.token = token
    this.boss = new TestDevice(this.#server.url, { token, principal: `u:${user.id}` })
  }
}
