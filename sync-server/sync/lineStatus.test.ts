/** A line's status, need to fitted, leaves the server only in its owner's stream. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../testServer.ts'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { LINE_STATUSES } from '#shared/kinds/kit.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { saveKit } from '../testKits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { shellAssets } from '../testShell.ts'

const SHELL = `<!doctype html><html lang="en"><head><title>Wrenchlist</title>
<meta name="description" content="Kits"/></head><body><div id="root"></div></body></html>`

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  server = await startTestServer({ assets: shellAssets(SHELL) })
  account = await registerAccount(server)
})
afterAll(() => server.close())

/** A kit with a line of each status, by an account. */
async function marked(owner: TestDevice) {
  const kit = owner.kit({ name: 'Garage oil change' })
  const lines = LINE_STATUSES.map((status, at) =>
    owner.line(kit.id, { ord: `a${at}`, name: `Part ${at}`, price: 100, status }),
  )
  expect(await owner.push(kit, ...lines)).toEqual(Array(5).fill({ ok: 1 }))
  return { kitId: kit.id, buildId: textIn(kit.cells, 'buildId'), lines }
}

/** Whether an answer contains a status anywhere. */
function tellsStatus(text: string): boolean {
  return /"status"|\b(ordered|fitted)\b|"(need|have)"/i.test(text)
}

async function readByGuest(path: string): Promise<[status: number, tells: boolean]> {
  const answer = await fetch(server.url + path)
  return [answer.status, tellsStatus(await answer.text())]
}

const readsOf = (kitId: string, buildId: string) => [
  `/api/kits/${kitId}`,
  `/api/kits/by-build-id/${buildId}`,
  `/api/lists/${buildId}`,
  `/list/${buildId}`,
  `/link/${buildId}`,
  `/kit/${buildId}`,
  `/kit/${kitId}`,
]

describe('the status of a line', () => {
  test('comes to the account’s other device as it was marked, and again after a change', async () => {
    const phone = new TestDevice(server.url, account)
    const { lines } = await marked(phone)
    const desk = new TestDevice(server.url, account)
    const statuses = async () => {
      const { rows } = await desk.sync()
      return rows
        .filter((row) => lines.some(({ id }) => id === row.id))
        .map(({ cells }) => textIn(cells, 'status'))
    }
    expect((await statuses()).toSorted()).toEqual([...LINE_STATUSES].toSorted())
    const [first] = lines
    if (!first) throw new Error('no line')
    for (const status of ['have', 'ordered', 'fitted', 'need']) {
      await phone.push({ ...first, cells: phone.cells({ status }) })
      expect(await statuses()).toEqual([status])
    }
  })

  // T10
  test('is in no answer to a guest: REST, pages or sync', async () => {
    const owner = new TestDevice(server.url, account)
    const { kitId, buildId } = await marked(owner)
    for (const path of readsOf(kitId, buildId)) {
      expect([path, ...(await readByGuest(path))]).toEqual([path, 200, false])
    }
    const guest = new TestDevice(server.url)
    const cursors = { [kitScope(kitId)]: 0, [ownerScope(owner.principal)]: 0 }
    const { rows } = await guest.sync([], { cursors })
    expect(rows.filter(({ kind }) => kind === 'line')).toHaveLength(4)
    expect(tellsStatus(JSON.stringify(rows))).toBe(false)
    // Cross-check: the owner's stream does contain it.
    const own = await owner.sync([], { cursors: { [ownerScope(owner.principal)]: 0 } })
    expect(tellsStatus(JSON.stringify(own.rows))).toBe(true)
  })

  test('is in no saved version, nor among the kits of everybody', async () => {
    const owner = new TestDevice(server.url, account)
    const { kitId, buildId, lineId } = await saveKit(owner)
    const fitted = { kind: 'line' as const, id: lineId, kit: kitId }
    await owner.push({ ...fitted, cells: owner.cells({ status: 'fitted' }) })
    const guest = new TestDevice(server.url)
    const { rows } = await guest.sync([], { cursors: { [kitScope(kitId)]: 0 } })
    expect(rows.some(({ kind }) => kind === 'version')).toBe(true)
    expect(tellsStatus(JSON.stringify(rows))).toBe(false)
    for (const path of [...readsOf(kitId, buildId), '/api/kits']) {
      expect([path, ...(await readByGuest(path))]).toEqual([path, 200, false])
    }
  })

  test('is one of four words, and only its owner’s to write', async () => {
    const owner = new TestDevice(server.url, account)
    const { kitId, lines } = await marked(owner)
    const [line] = lines
    if (!line) throw new Error('no line')
    for (const status of ['lost', 7, null, ['have']]) {
      expect(await owner.push({ ...line, cells: owner.cells({ status }) })).toEqual([
        { rej: { status: 'not_a_choice' } },
      ])
    }
    const guest = new TestDevice(server.url)
    const cells = guest.cells({ status: 'fitted' })
    expect(await guest.push({ ...line, cells })).toEqual([{ err: 'not_owner' }])
    const added = { ...line, id: newId(), kit: kitId, cells: guest.cells({ ord: 'b0' }) }
    expect(await guest.push(added)).toEqual([{ err: 'not_owner' }])
  })

  test('the page of garage mode is the same for every kit, and for no search engine', async () => {
    const { kitId } = await marked(new TestDevice(server.url, account))
    const answers = [kitId, newId()].map((id) => fetch(`${server.url}/garage/${id}`))
    const [mine, nobodys] = await Promise.all(answers)
    expect(mine?.status).toBe(200)
    expect(mine?.headers.get('x-robots-tag')).toBe('noindex')
    const text = await mine?.text()
    expect(text).toContain('<title>Garage mode')
    expect(text).toBe(await nobodys?.text())
  })
})
