/**
 * In whatever order three sources import and take back, and hands correct and merge: each offer and
 * each name is what its last teller says. `CATALOGUE=whole` draws 50,000 orders.
 */
import type { Knex } from 'knex'
import type { Database } from '../db/connect.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { Lots } from '#shared/testSeeded.ts'
import { importFeed } from '../feeds/importFeed.ts'
import { undoFeed } from '../feeds/undoFeed.ts'
import { openTestDatabase } from '../testDatabase.ts'
import { editPart, inEditing, lockPart } from './editing.ts'
import { setFields } from './fields.ts'
import { editMerchant, mergeMerchants } from './merchants.ts'
import { correctOffer, removeOffer, takeBackOffer } from './offers.ts'
import { mergeParts } from './wholeParts.ts'

const ORDERS = process.env['CATALOGUE'] === 'whole' ? 50_000 : 200
/** Printed with the test; `SEED` draws the same again. */
const FIRST = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9))
const STEPS = 12
const SOURCES = ['one', 'two', 'three'] as const
const PARTS = ['Q 1', 'Q 2'] as const
const SHOPS = ['First', 'Second'] as const
const NAMES = ['Filter', 'Oil filter', 'Pump'] as const
const MINUTE_MS = 60_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const common = { kind: 'upload', address: '', merchant: 'any', format: 'auto', encoding: '' }
  const terms = { schedule: '', price_hours: 24, history_allowed: true, mapping: {} }
  for (const id of SOURCES) {
    const row = { ...common, ...terms, id, name: id, decimal: '.', currency: 'USD' }
    await database.knex('feed_sources').insert({ ...row, created_by: 'u', created_at: new Date() })
  }
})
afterAll(() => database.close())

/** A word of a source about an offer, and its word before the run. */
interface Word {
  price: number
  isInStock: boolean
  at: number
  run: number
  before: Word | null
}

/** Name of a part by a source, since when in the order of new words, and its name before the run. */
interface Naming {
  name: string
  since: number
  run: number
  before: Naming | null
}

/** The catalogue as its tellers have it, beside the real one. */
class Tellers {
  readonly #db: Knex
  readonly #lots: Lots
  #now = Date.UTC(2026, 0, 31, 20)
  /** By "part|shop" and source. */
  #words = new Map<string, Map<string, Word>>()
  /** Prices by hand; null for an offer that was taken out. */
  readonly #hands = new Map<string, number | null>()
  /** Last run of each source, while it can be taken back. */
  readonly #last = new Map<string, { feedId: string; run: number }>()
  readonly #merged = new Map<string, string>()
  /** By part and source. */
  readonly #names = new Map<string, Map<string, Naming>>()
  /** Names by hand. */
  readonly #named = new Map<string, string>()
  /** The name of a part, which stays where nobody has any more a name for it. */
  readonly #shown = new Map<string, string>()

  constructor(db: Knex, lots: Lots) {
    this.#db = db
    this.#lots = lots
  }

  async step(): Promise<void> {
    this.#now += Math.ceil(this.#lots.chance() * 900) * MINUTE_MS
    const draw = this.#lots.chance()
    if (draw < 0.45) await this.#import(this.#lots.pick(SOURCES))
    else if (draw < 0.65) await this.#takeBack(this.#lots.pick(SOURCES))
    else if (draw < 0.92) await this.#correct(this.#lots.pick(PARTS), this.#lots.pick(SHOPS))
    else if (draw < 0.96) await this.#mergeParts()
    else await this.#mergeShops()
    for (const part of PARTS) {
      const name = this.#named.get(part) ?? this.#nameOf(part)
      if (name !== undefined) this.#shown.set(part, name)
    }
  }

  async expected(): Promise<string[]> {
    const named: string[] = []
    for (const part of PARTS)
      if (await this.#idOf('parts', part)) named.push(`${part} ${this.#shown.get(part)}`)
    return [...this.#words.keys()]
      .flatMap((key) => {
        const stands = this.#standing(key)
        return stands ? [`${key} ${stands.price} ${stands.isInStock}`] : []
      })
      .concat(named)
      .sort()
  }

  async actual(): Promise<string[]> {
    const rows: { number: string; name: string; base_cents: number; availability: string }[] =
      await this.#db('offers as o')
        .join('parts as p', 'p.id', 'o.part_id')
        .join('merchants as m', 'm.id', 'o.merchant_id')
        .whereIn('p.number', PARTS)
        .where('o.stands', true)
        .select('p.number', 'm.name', 'o.base_cents', 'o.availability')
    const parts: { number: string; name: string }[] = await this.#db('parts')
      .whereIn('number', PARTS)
      .select('number', 'name')
    return rows
      .map((row) => `${row.number}|${row.name} ${row.base_cents} ${row.availability === ''}`)
      .concat(parts.map(({ number, name }) => `${number} ${name}`))
      .sort()
  }

  #nameOf(part: string): string | undefined {
    const all = [...(this.#names.get(part)?.values() ?? [])]
    return all.sort((a, b) => a.since - b.since).at(-1)?.name
  }

  #standing(key: string): Word | null {
    const newest = this.#newest(key)
    const price = this.#hands.get(key)
    if (!newest || price === null) return null
    return price === undefined ? newest : { ...newest, price }
  }

  #newest(key: string): Word | undefined {
    return [...(this.#words.get(key)?.values() ?? [])]
      .sort((a, b) => a.at - b.at || a.run - b.run)
      .at(-1)
  }

  #wordsOf(key: string): Map<string, Word> {
    const words = this.#words.get(key) ?? new Map<string, Word>()
    this.#words.set(key, words)
    return words
  }

  #keyOf = (part: string, shop: string) =>
    `${this.#merged.get(part) ?? part}|${this.#merged.get(shop) ?? shop}`

  async #import(source: string): Promise<void> {
    const feedId = newId()
    const rows = PARTS.flatMap((part) => {
      const name = this.#lots.pick(NAMES)
      return SHOPS.flatMap((shop) => {
        const price = 100 + Math.floor(this.#lots.chance() * 100_000)
        return this.#lots.isLucky(0.6) ? [{ part, shop, name, price }] : []
      })
    })
    const state = { state: 'importing', accepted: rows.length, effect: {} }
    const times = { created_at: new Date(this.#now), alive_at: new Date(this.#now) }
    const feed = { id: feedId, name: 'f', source_id: source, uploaded_by: 'u', ...state, ...times }
    const [{ run } = { run: 0 }] = await this.#db('feeds').insert(feed).returning('run')
    for (const [at, row] of rows.entries()) {
      const part = JSON.stringify(partOf(row, this.#now))
      await this.#db('feed_rows').insert({ feed_id: feedId, row: at + 1, key: String(at), part })
    }
    await importFeed(this.#db, { id: 'j', runner: 'r', feedId, now: this.#now, ...QUIET })
    this.#last.set(source, { feedId, run })
    const tell = (key: string, { run: _run, ...word }: Omit<Word, 'before'>) => {
      const words = this.#wordsOf(key)
      const old = words.get(source) ?? null
      words.set(source, { ...word, run, before: old && old.run === run ? old.before : old })
    }
    for (const { part, shop, price } of rows)
      tell(this.#keyOf(part, shop), { price, isInStock: true, at: this.#now, run })
    const named = new Map(rows.map(({ part, name }) => [part, name]))
    for (const [part, name] of named)
      if (!this.#merged.has(part)) this.#name(part, name, source, run)
    for (const [key, words] of this.#words) {
      const word = words.get(source)
      if (!word?.isInStock || word.run === run) continue
      const isNewest = this.#newest(key) === word
      tell(key, { ...word, isInStock: false, at: isNewest ? this.#now : word.at })
    }
  }

  #name(part: string, name: string, source: string, run: number): void {
    const names = this.#names.get(part) ?? new Map<string, Naming>()
    this.#names.set(part, names)
    const before = names.get(source) ?? null
    if (before?.name === name) return
    const since = 1 + Math.max(0, ...[...names.values()].map((one) => one.since))
    names.set(source, { name, since, run, before })
  }

  async #takeBack(source: string): Promise<void> {
    const last = this.#last.get(source)
    if (!last) return
    this.#last.delete(source)
    await undoFeed(this.#db, { feedId: last.feedId, ...QUIET })
    for (const words of this.#words.values()) {
      const word = words.get(source)
      if (word?.run !== last.run) continue
      if (word.before) words.set(source, { ...word.before, before: null })
      else words.delete(source)
    }
    for (const names of this.#names.values()) {
      const naming = names.get(source)
      if (naming?.run !== last.run) continue
      if (naming.before) names.set(source, { ...naming.before, before: null })
      else names.delete(source)
    }
    // A part that nobody names any more goes, with what was said of it by hand.
    for (const part of PARTS) {
      if (await this.#idOf('parts', part)) continue
      for (const key of this.#hands.keys()) if (key.startsWith(part)) this.#hands.delete(key)
      this.#named.delete(part)
      this.#names.delete(part)
      for (const [from, into] of this.#merged) if (into === part) this.#merged.delete(from)
    }
  }

  async #correct(part: string, shop: string): Promise<void> {
    const key = this.#keyOf(part, shop)
    const [number = '', name = ''] = key.split('|')
    const id = await this.#idOf('parts', number)
    const merchantId = Number(await this.#idOf('merchants', name))
    if (!id || !merchantId) return
    const editing = { db: this.#db, now: this.#now, actor: 'u' }
    const act = this.#lots.pick(['correct', 'correct', 'remove', 'takeBack'] as const)
    const price = 100_100 + Math.floor(this.#lots.chance() * 100_000)
    if (this.#lots.isLucky(0.3)) {
      const name = this.#lots.pick([...NAMES, null])
      await editPart(editing, id, (hand, locked) => setFields(hand, locked, { name }))
      if (name === this.#shown.get(number)) return
      if (name === null || name === this.#nameOf(number)) this.#named.delete(number)
      else this.#named.set(number, name)
      return
    }
    if (act !== 'takeBack' && !this.#standing(key)) return
    await inEditing(editing, async (hand) => {
      const locked = await lockPart(hand.trx, id)
      if (!locked) throw new Error('the part is gone')
      if (act === 'correct') await correctOffer(hand, locked, merchantId, { baseCents: price })
      else if (act === 'remove') await removeOffer(hand, locked, merchantId)
      else await takeBackOffer(hand, locked, String(merchantId))
    })
    if (act === 'takeBack') this.#hands.delete(key)
    else this.#hands.set(key, act === 'correct' ? price : null)
  }

  async #mergeParts(): Promise<void> {
    const [into, from] = PARTS
    const ids = [await this.#idOf('parts', from), await this.#idOf('parts', into)]
    if (!ids[0] || !ids[1]) return
    await mergeParts({ db: this.#db, now: this.#now, actor: 'u' }, ids[0], ids[1])
    this.#move(from, into)
    this.#names.delete(from)
    this.#named.delete(from)
  }

  async #mergeShops(): Promise<void> {
    const [into, from] = SHOPS
    const ids = [await this.#idOf('merchants', from), await this.#idOf('merchants', into)]
    if (!ids[0] || !ids[1]) return
    const intoId = ids[1]
    const editing = { db: this.#db, now: this.#now, actor: 'u' }
    await editMerchant(editing, ids[0], (hand, merchant) => mergeMerchants(hand, merchant, intoId))
    this.#move(from, into)
  }

  #move(from: string, into: string): void {
    this.#merged.set(from, into)
    const isFrom = (key: string) => key.split('|').includes(from)
    for (const [key, price] of [...this.#hands].filter(([one]) => isFrom(one))) {
      const next = key.replace(from, into)
      this.#hands.delete(key)
      if (!this.#hands.has(next) && !this.#newest(next)) this.#hands.set(next, price)
    }
    for (const [key, words] of [...this.#words].filter(([one]) => isFrom(one))) {
      this.#words.delete(key)
      const own = this.#wordsOf(key.replace(from, into))
      for (const [source, word] of words) if (!own.has(source)) own.set(source, word)
    }
  }

  async #idOf(table: 'parts' | 'merchants', name: string): Promise<string | null> {
    const column = table === 'parts' ? 'number' : 'name'
    const row = await this.#db(table)
      .where({ [column]: name })
      .first('id')
    return row ? String((row as { id: unknown }).id) : null
  }
}

const QUIET = { signal: new AbortController().signal, progress: () => Promise.resolve() }

function partOf(
  { part, shop, name, price }: { part: string; shop: string; name: string; price: number },
  asOf: number,
): IncomingPart {
  const cents = { base: price, promo: null, shipping: 0, tax: null, core: null }
  return {
    number: part,
    brand: 'B',
    name,
    category: '',
    image: '',
    task: '',
    retailerNumber: '',
    unitCents: price,
    rating: { average: 0, count: 0 },
    fits: [],
    crossReferences: [],
    offers: [{ merchant: shop, cents, promo: '', availability: '', link: '', asOf }],
  }
}

test(`of ${ORDERS} orders from seed ${FIRST} each ends as its last tellers have it`, async () => {
  for (let seed = FIRST; seed < FIRST + ORDERS; seed++) {
    const trx = await database.knex.transaction()
    try {
      const tellers = new Tellers(trx, new Lots(seed))
      for (let step = 0; step < STEPS; step++) await tellers.step()
      expect(await tellers.actual(), `seed ${seed}`).toEqual(await tellers.expected())
    } finally {
      await trx.rollback()
    }
  }
}, 3_600_000)
