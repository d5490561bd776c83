/** A link shared before its kit was sent: its holder cannot take the kit over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { boundName } from '#shared/cells/boundLink.ts'
import { textIn } from '#shared/cells/cells.ts'
import { startTestServer, TestDevice, type TestServer } from '../../testServer.ts'
import { SHELL, shellAssets } from '../../testShell.ts'
import { markOf } from './boundKit.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ assets: shellAssets(SHELL) })
})
afterAll(() => server.close())

/** A kit that its device has not sent, and the name in its link. */
function drafted(buildId: string) {
  const sender = new TestDevice(server.url)
  const kit = sender.kit({ buildId, name: 'Brakes of the sender' })
  return { sender, kit, name: boundName(buildId, markOf(kit.id)) }
}

let readers = 0
async function read(path: string) {
  const headers = { 'X-Forwarded-For': `10.9.0.${readers++}` }
  const answer = await fetch(server.url + path, { headers })
  return { status: answer.status, text: await answer.text() }
}
/** The link's kit through the API and through the page. */
const shown = async (name: string) => [
  await read(`/api/lists/${name}`),
  await read(`/api/kits/by-build-id/${name}`),
  await read(`/list/${name}`),
]
const isIn = (words: string, answers: { status: number; text: string }[]) =>
  answers.map(({ status, text }) => [status, text.includes(words)])

describe('a link from before its kit was sent', () => {
  // T69
  test('never shows the kit of whoever took its build id first, and later the sender’s', async () => {
    const { sender, kit, name } = drafted('aBcD12')
    expect(isIn('Parts', await shown(name)).map(([status]) => status)).toEqual([404, 404, 404])
    const thief = new TestDevice(server.url)
    await thief.push(thief.kit({ buildId: 'aBcD12', name: 'Scam of the thief' }))
    expect(isIn('Scam of the thief', await shown(name))).toEqual([
      [404, false],
      [404, false],
      [404, false],
    ])

    const [result] = await sender.push(kit)
    const given = textIn(result?.set ?? {}, 'buildId')
    expect(given).toMatch(/^[A-Za-z0-9]{6}$/)
    expect(given).not.toBe('aBcD12')
    // A retry after a lost answer.
    await sender.push(kit)
    for (const link of [name, given]) {
      expect(isIn('Brakes of the sender', await shown(link))).toEqual([
        [200, true],
        [200, true],
        [200, true],
      ])
    }
    expect((await read(`/list/${name}`)).text).toContain(`/list/${given}`)
    expect(isIn('Scam of the thief', await shown('aBcD12'))[0]).toEqual([200, true])
  })

  test('shows the kit under the build id it asked for', async () => {
    const { sender, kit, name } = drafted('eFgH34')
    await sender.push(kit)
    expect(isIn('Brakes of the sender', await shown(name))).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ])
  })

  test('shows nothing when letters of it were lost or changed, rather than somebody’s kit', async () => {
    const { sender, kit, name } = drafted('iJkL56')
    await sender.push(kit)
    const other = boundName('iJkL56', markOf('another'))
    const kitId = `${kit.id}?k=${markOf(kit.id)}`
    for (const wrong of [name.slice(0, -1), `${name}A`, 'iJkL56?k=', `${name}&k=x`, other, kitId]) {
      expect([wrong, ...isIn('Brakes', await shown(wrong))]).toEqual([
        wrong,
        [404, false],
        [404, false],
        [404, false],
      ])
    }
  })

  // T69
  test('does not tell the id of its kit, which could be taken as well', () => {
    const { kit, name } = drafted('mNoP78')
    expect(name).toMatch(/^mNoP78\?k=[\w-]{12}$/)
    expect(name).not.toContain(kit.id.slice(0, 6))
  })
})
