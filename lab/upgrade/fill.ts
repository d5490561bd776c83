/** Some months of a workshop's data, written over HTTP into a server of any version. */
import type { AccountUser } from '#shared/account.ts'
import type { Op } from '#shared/sync/protocol.ts'
import type { Json } from '#shared/cells/cells.ts'

import { newBuildId, newDeviceSecret, newId } from '#shared/ids.ts'
import { ordAfter } from '#shared/ord.ts'
import { newNode, packStamp } from '#shared/cells/stamp.ts'
import { devicePrincipal } from '../../sync-server/accounts/principal.ts'
import { PASSWORD } from '../../e2e/account.ts'
import { call, push, type Person } from './api.ts'

const NAMES = ['maria', 'bert', 'chen'] as const
const KITS = 8
const LINES = 25
const DRAFTS = 5
const CARS = [
  { vehicleYear: 2008, vehicleMake: 'Audi', vehicleModel: 'S4' },
  { vehicleYear: 2015, vehicleMake: 'Volvo', vehicleModel: 'V60' },
] as const

export interface SavedKit {
  kitId: string
  buildId: string
}

export interface Filled {
  people: Record<(typeof NAMES)[number], Person & { kits: SavedKit[] }>
  /** A device without an account, whose builds were auto-saved. */
  stranger: Person & { kits: SavedKit[] }
}

/** Accounts, saved kits with versions, a deleted one, job sheets, log entries, tasks, comments, builds. */
export async function fill(url: string): Promise<Filled> {
  const people = {} as Filled['people']
  for (const username of NAMES) {
    const body = { username, email: `${username}@example.com`, password: PASSWORD }
    await call(url, '/api/auth/register', { body })
    const person = await signInOverHttp(url, username)
    const kits = []
    for (let at = 0; at < KITS; at++) kits.push(await saveKit(url, person, username, at))
    await push(url, person, rarer(kits))
    await call(url, '/api/tasks', { by: person, body: { name: `${username} makes tea` } })
    people[username] = { ...person, kits }
  }
  // Comments stay within the limit for accounts with an unverified address.
  for (const [at, { kitId }] of people.maria.kits.slice(0, 3).entries())
    for (const by of [people.bert, people.chen])
      await call(url, '/api/comments', {
        by,
        body: { kitId, content: `It fits, no. ${at}.\n**!**` },
      })
  const deviceKey = newDeviceSecret()
  const stranger: Filled['stranger'] = {
    principal: devicePrincipal(deviceKey),
    deviceKey,
    kits: [],
  }
  for (let at = 0; at < DRAFTS; at++) {
    const body = kitBody('stranger', at, LINES)
    stranger.kits.push(await call<SavedKit & Json>(url, '/api/auto-save', { by: stranger, body }))
  }
  await call(url, '/api/contact', {
    body: { name: 'Bert', email: 'bert@example.com', message: 'Where is the torque of the S4?' },
  })
  return { people, stranger }
}

/** Another session of an account. */
export async function signInOverHttp(url: string, username: string): Promise<Person> {
  const body = { username, password: PASSWORD }
  const { token, user } = await call<{ token: string; user: AccountUser }>(url, '/api/auth/login', {
    body,
  })
  return { principal: `u:${user.id}`, token }
}

/** Every second kit is saved three times, the last one is deleted again. */
async function saveKit(url: string, by: Person, of: string, at: number): Promise<SavedKit> {
  const body = kitBody(of, at, LINES)
  let saved: SavedKit | undefined
  for (let version = at % 2 === 0 ? 1 : 3; version > 0; version--) {
    const parts = body.parts.slice(0, LINES - version)
    saved = await call<SavedKit & Json>(url, '/api/kits', { by, body: { ...body, parts } })
  }
  if (!saved) throw new Error('no kit was saved')
  if (at === KITS - 1) {
    await fetch(`${url}/api/kits/${saved.kitId}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${by.token}` },
    })
  }
  return { kitId: saved.kitId, buildId: saved.buildId }
}

function kitBody(of: string, at: number, lines: number) {
  return {
    buildId: newBuildId(),
    kitName: `Kit ${at} of ${of}, Öl & “Filter”`,
    task: 'Oil Change',
    notes: `## Notes ${at}\n\n1. Warm the engine\n2. **Drain plug 30 Nm**\n`,
    ...CARS[at % CARS.length],
    parts: Array.from({ length: lines }, (_, line) => ({
      name: `Part ${line} of kit ${at}`,
      manufacturer: line % 3 === 0 ? 'Corvane' : '',
      partNumber: `CV ${at}-${line}`,
      unitPrice: line % 5 === 0 ? null : (line * 1.37 + at).toFixed(2),
      quantity: (line % 4) + 1,
      link: line % 7 === 0 ? `https://shop.example.com/${at}/${line}` : '',
    })),
  }
}

/** Data without a route of its own: the job sheet, states of parts, a VIN, the maintenance log. */
function rarer(kits: readonly SavedKit[]): Op[] {
  const node = newNode()
  let counter = 0
  const at = Date.now()
  const write = (
    kind: Op['kind'],
    kit: string | null,
    values: Record<string, Json>,
    id = newId(),
  ) => ({
    kind,
    id,
    kit,
    cells: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        [value, packStamp(at, counter++, node)] as const,
      ]),
    ),
  })
  const steps = kits.slice(0, -1).flatMap(({ kitId }) => {
    let ord: string | null = null
    return (['tool', 'torque', 'fluid', 'step'] as const).map((what) =>
      write('step', kitId, {
        ord: (ord = ordAfter(ord)),
        what,
        text: `The ${what}`,
        value: what === 'torque' ? '30-35' : '10',
        unit: what === 'torque' ? 'Nm' : '',
      }),
    )
  })
  const vins = kits
    .slice(0, 2)
    .map(({ kitId }) => write('kit', kitId, { vin: 'WAUGL78E88A123456' }, kitId))
  const entries = kits.slice(0, 3).map(({ kitId }, index) =>
    write('log', null, {
      kit: kitId,
      task: 'Oil Change',
      day: `2026-05-0${index + 1}`,
      vehicle: { year: 2008, make: 'Audi', model: 'S4' },
      mileage: 91_200 + index,
      cost: 8_450,
      everyMonths: 12,
    }),
  )
  return [...steps, ...vins, ...entries]
}
