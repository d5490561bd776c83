/** Largest legal calls of every route, and operations of every kind. */
import type { Op } from '#shared/sync/protocol.ts'
import type { TestDevice } from '../../sync-server/testServer.ts'
import type { Known, Route } from './goodCalls.ts'

import { MAX_EVENTS } from '#shared/analytics.ts'
import { newBuildId, newId } from '#shared/ids.ts'
import { MAX_LINES, MAX_NAME, MAX_NOTES, MAX_TASK } from '#shared/kinds/kit.ts'
import { kitScope, MAX_OPS, ownerScope } from '#shared/cells/limits.ts'
import { MAX_LOOKUPS } from '#shared/catalogue/part.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { MAX_OWNED, MAX_WATCHES } from '#shared/notify/notifications.ts'
import { goodBody, goodWatch, neededQuery } from './goodCalls.ts'
import { wide } from './plantLargest.ts'

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** Largest body of a route, where a good call's is not that already. */
export function largestBody(route: Route, sender: TestDevice, known: Known): unknown {
  const part = { name: wide(100), manufacturer: wide(50), partNumber: 'A'.repeat(40), quantity: 9 }
  const kit = () => ({
    ...(goodBody(route, known, sender) as object),
    buildId: newBuildId(),
    notes: wide(MAX_NOTES),
    parts: Array.from({ length: MAX_LINES }, () => part),
  })
  const report = () => ({
    id: newId(),
    message: `${newId()} ${wide(900)}`,
    // Matches of every pattern that stripSecrets removes.
    stack: `at a (https://b.example/c.js?token=d#e) f@g.example eyJ0 ${wide(8)}\n`.repeat(80),
    componentStack: 'a.b@c.example password: x Bearer yyyyyyyy '.repeat(60),
    url: '/builder',
    userAgent: wide(50),
    timestamp: new Date().toISOString(),
    level: 'error',
  })
  const largest: Record<string, () => unknown> = {
    'POST /api/auto-save': kit,
    'POST /api/kits': kit,
    'POST /api/comments': () => ({ kitId: known.kitId, content: wide(5_000) }),
    'POST /api/contact': () => ({ name: 'M', email: 'm@example.com', message: wide(5_000) }),
    'POST /api/admin/messages/:id': () => ({ answer: wide(5_000) }),
    'POST /api/tasks': () => ({ name: newId(), description: wide(2_000) }),
    'POST /api/errors/frontend': () => ({ errors: Array.from({ length: 20 }, report) }),
    'POST /api/auth/register': () => {
      const name = `new${newId().replaceAll(/[-_]/g, '').slice(0, 12)}`
      return { username: name, email: `${name}@example.com`, password: 'Torque 30 Nm, dry!' }
    },
    'POST /api/parts/offers': () => ({
      parts: Array.from({ length: MAX_LOOKUPS }, () => ({ partNumber: known.partNumber })),
    }),
    'POST /api/watches': () => ({
      set: Array.from({ length: MAX_WATCHES }, (_, n) => ({
        ...goodWatch(`${n}${'9'.repeat(60)}`, wide(80)),
        name: wide(200),
        basket: {
          mostShops: 2,
          locked: Array.from({ length: 24 }, () => '1234567890'),
          banned: Array.from({ length: 96 }, () => '1234567890'),
          owned: Array.from({ length: MAX_OWNED }, () => 'A'.repeat(22)),
        },
      })),
      gone: [],
    }),
    'POST /api/analytics': () => ({
      events: Array.from({ length: MAX_EVENTS }, () => ({
        name: 'kit_save',
        at: 1,
        lines: 2,
        total: 100,
      })),
    }),
    'POST /api/sync': () => {
      const kits = [sender.kit({ name: 'One' }), sender.kit({ name: 'Other' })]
      const lines = kits.flatMap(({ id }) =>
        Array.from({ length: MAX_OPS / 2 - 1 }, () =>
          sender.line(id, { name: wide(120), price: 1, qty: 2 }),
        ),
      )
      return requestOf(sender, [...kits, ...lines], known)
    },
  }
  return (largest[nameOf(route)] ?? (() => goodBody(route, known, sender)))()
}

const requestOf = (sender: TestDevice, ops: Op[], { kitId }: Known) => {
  const { principal, node } = sender
  const cursors = { [ownerScope(principal)]: 0, [kitScope(kitId)]: 0, t: 0 }
  return encodeRequest({ principal, node, ops, cursors })
}

/** Query with the largest answer. */
export function largestQuery(route: Route, known: Known): string {
  const queries: Record<string, string> = {
    'GET /api/kits': '?limit=200',
    'GET /api/parts': '?limit=100&counts=yes',
    'GET /parts': '?task=Oil+Change&q=a',
    'GET /api/parts/:partNumber/history': '?days=730',
  }
  return queries[nameOf(route)] ?? neededQuery(route, known)
}

/** One operation of a kind, as large as allowed. */
export function largestOp(kind: string, sender: TestDevice, kitId: string): Op {
  const alone = (cells: Record<string, unknown>): Op =>
    ({ kind, id: newId(), kit: null, cells: sender.cells(cells) }) as Op
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const ops: Record<string, () => Op> = {
    kit: () =>
      sender.kit({ name: wide(MAX_NAME), notes: wide(MAX_NOTES), task: wide(MAX_TASK), vehicle }),
    line: () =>
      sender.line(kitId, { name: wide(MAX_NAME), partNumber: 'A'.repeat(60), price: 1, qty: 1 }),
    step: () => ({ ...alone({ ord: 'a0', what: 'torque', text: wide(2_000) }), kit: kitId }),
    version: () => sender.version(kitId, { name: wide(200), notes: wide(MAX_NOTES) }),
    comment: () => sender.comment(kitId, wide(5_000)),
    task: () => alone({ name: `${newId()}${wide(50)}` }),
    log: () =>
      alone({
        task: wide(MAX_TASK),
        day: '2026-11-22',
        vehicle,
        notes: wide(2_000),
        kit: null,
        fuel: { amount: 1, unit: wide(20) },
      }),
    beaten: () => ({ ...alone({ cell: 'name', value: wide(200) }), kit: kitId }),
  }
  const make = ops[kind]
  if (!make) throw new Error(`There is no largest ${kind}: add one here.`)
  return make()
}

/** A CSV feed of the longest valid rows. */
export function widestFeed(rows: number): string {
  const references = Array.from({ length: 20 }, (_, n) => `${wide(75)}=${'A'.repeat(60)} ${n}`)
  const values = {
    brand: wide(80),
    name: wide(200),
    category: wide(80),
    merchant: wide(80),
    price: '9.99',
    availability: wide(80),
    link: `https://shop.example/${'x'.repeat(2_000)}`,
    image: `https://shop.example/${'x'.repeat(2_000)}`,
    make: wide(60),
    model: wide(60),
    yearFrom: '1990',
    crossReferences: references.join(';'),
  }
  const lines = Array.from({ length: rows }, (_, n) =>
    [`N${n}${'9'.repeat(55)}`, ...Object.values(values)].join(','),
  )
  return [['partNumber', ...Object.keys(values)].join(','), ...lines].join('\n')
}
