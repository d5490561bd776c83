/** API calls as every client may make them, and everything they return of an account or device. */
import type { Json } from '#shared/cells/cells.ts'
import type { Op, SyncAnswer } from '#shared/sync/protocol.ts'
import type { Reading, Row } from './compare.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { isKitAlive, mergeCells, textIn } from '#shared/cells/cells.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { newNode } from '#shared/cells/stamp.ts'
import { keyOf } from './compare.ts'

/** The caller: an account by its token, or a device by its key. */
export interface Person {
  principal: string
  token?: string
  deviceKey?: string
}

const WAIT_MS = 60_000

/** One call. @throws with the answer's text unless its status is below 400 */
export async function call<T = Json>(
  url: string,
  path: string,
  { by, body }: { by?: Person | undefined; body?: unknown } = {},
): Promise<T> {
  const answer = await fetch(url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(by?.token ? { Authorization: `Bearer ${by.token}` } : {}),
      ...(by?.deviceKey ? { 'X-Device-Key': by.deviceKey } : {}),
    },
    signal: AbortSignal.timeout(WAIT_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

async function sync(url: string, by: Person, ops: Op[], cursors: SyncAnswer['cursors']) {
  const request = { principal: by.principal, node: newNode(), ops, cursors }
  const wire = await call(url, '/api/sync', { by, body: encodeRequest(request) })
  return decodeAnswer(wire)
}

/** Pushes rows as a device does. @throws when one of them is not accepted whole */
export async function push(url: string, by: Person, ops: Op[]): Promise<void> {
  const { results } = await sync(url, by, ops, {})
  const refused = results.find((result) => !result.ok || result.rej)
  if (refused) throw new Error(`A row was refused: ${JSON.stringify(refused)}`)
}

/** Everything that is the owner's, deleted rows included, as a new device would get it. */
export async function readRows(url: string, by: Person): Promise<Row[]> {
  const rows = new Map<string, Row>()
  let cursors: SyncAnswer['cursors'] = { [ownerScope(by.principal)]: 0 }
  for (let isMore = true; isMore;) {
    const answer = await sync(url, by, [], cursors)
    cursors = { ...cursors, ...answer.cursors }
    for (const { kind, id, kit, cells } of answer.rows) {
      const key = keyOf({ kind, id })
      rows.set(key, { kind, id, kit, cells: mergeCells(rows.get(key)?.cells ?? {}, cells) })
    }
    isMore = answer.more
  }
  return [...rows.values()]
}

/** Data of screens and links: kits, lists, versions and comments, and the account's data. */
export async function readScreens(url: string, by: Person): Promise<Reading> {
  const answers = new Map<string, Json>()
  const read = async <T extends Json>(path: string) => {
    const answer = await call<T>(url, path, { by })
    answers.set(`GET ${path}`, answer)
    return answer
  }
  const rows = await readRows(url, by)
  const alive = rows.filter(({ kind, cells }) => kind === 'kit' && isKitAlive(cells))
  for (const { id, cells } of alive) {
    const buildId = textIn(cells, 'buildId')
    await read(`/api/lists/${buildId}`)
    await read(`/api/kits/by-build-id/${buildId}?live=1`)
    await read(`/api/comments/${id}`)
    const versions = rows.filter(({ kind, kit }) => kind === 'version' && kit === id)
    const ids = versions.map((version) => version.id).join(',')
    if (ids) await read(`/api/kits/${id}/versions?ids=${ids}`)
  }
  await read('/api/kits')
  await read('/api/tasks')
  if (by.token) await read('/api/kits?mine=1')
  return answers
}
