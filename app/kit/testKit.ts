/** Kits and comments in a device's store, for tests of this folder. */
import type { Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { db } from '../data/device/db.ts'
import type { SessionEnd } from '../data/device/sessionEnd.ts'

import { openDevice, shownPrincipal, setSignedIn } from '../data/device/device.ts'

const NODE = 'otherNode'
let count = 0

/** Another device's stamp. */
function stamp(at: number): string {
  return packStamp(at, ++count % 1_000, NODE)
}

/** A device without an account, or with this one. */
export async function openAs(
  username: string | null,
  options: { isAdmin?: boolean; isExpired?: boolean; ended?: SessionEnd } = {},
): Promise<void> {
  await openDevice()
  setSignedIn(
    username === null
      ? null
      : {
          token: 'a token',
          isExpired: options.isExpired ?? options.ended !== undefined,
          ...(options.ended && { ended: options.ended }),
          user: {
            id: `id-of-${username}`,
            username,
            email: `${username}@demo.example`,
            emailVerified: true,
            isAdmin: options.isAdmin ?? false,
            deletionRequestedAt: null,
          },
        },
  )
}

/** Stores a synced row. */
export async function putRow(
  kind: Kind,
  row: { id: string; kit: string; isMine: boolean; at?: number; buildId?: string },
  values: Record<string, Json>,
): Promise<void> {
  const { id, kit, isMine, at = Date.now(), buildId } = row
  const cells = Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, [Json, string]] => [
      name,
      [value, stamp(at)],
    ]),
  )
  const key = { p: shownPrincipal(), kind, id, kit, mine: isMine, cells }
  await db.rows.put(buildId ? { ...key, buildId } : key)
}

export interface StoredKit {
  kitId: string
  buildId: string
}

/** Stores a synced kit with these lines. */
export async function putKit(
  isMine: boolean,
  values: Record<string, Json> = {},
  lines: Record<string, Json>[] = [{ name: 'Oil filter', price: 1149, qty: 2 }],
  at = Date.now(),
): Promise<StoredKit> {
  const kitId = newId()
  const buildId = newBuildId()
  await putRow(
    'kit',
    { id: kitId, kit: kitId, isMine, at, buildId },
    { buildId, name: 'S4 B7 oil change', ...values },
  )
  for (const [index, line] of lines.entries()) {
    await putRow('line', { id: newId(), kit: kitId, isMine, at }, { ord: `a${index}`, ...line })
  }
  return { kitId, buildId }
}

/** Stores a synced comment. */
export async function putComment(
  kitId: string,
  comment: { author: string; text: string; isMine?: boolean; age?: number; hidden?: boolean },
): Promise<string> {
  const { author, text, isMine = false, age = 0, hidden } = comment
  const id = newId()
  await putRow(
    'comment',
    { id, kit: kitId, isMine, at: Date.now() - age },
    { text, author: { id: author, name: author }, ...(hidden && { hidden }) },
  )
  return id
}
