import type { Taken } from './linePrices.ts'

import { db } from '../device/db.ts'
import { type Build, readBuild } from '../kits/open/builds.ts'
import { setCells, setDraft, written } from '../sync/write/writeQueue.ts'
import { pricedKey } from './priceOrigins.ts'

export const priceDraft = (build: Build, lineId: string) => build.drafts.get(`${lineId}:price`)

/** Writes catalogue prices into lines as if typed, and notes their merchants on this device. */
export function takePrices(build: Build, taken: readonly Taken[]): void {
  notePrices(
    taken.map(({ line: { id }, best: { offer }, takeCents }) => {
      return { id, price: takeCents, at: offer.asOf, merchant: offer.merchant }
    }),
  )
  for (const { line, takeCents } of taken) {
    setCells('line', line.id, build.kit.id, { price: takeCents }, { price: line.price })
    if (priceDraft(build, line.id) !== undefined) setDraft(line.id, 'price', null)
  }
}

/** Notes on this device the merchants of prices nobody typed. */
export function notePrices(
  of: readonly { id: string; price: number; at: number; merchant: string }[],
): void {
  const notes = of.map(({ id, ...value }) => ({ key: pricedKey(id), value }))
  // A full device still has the prices.
  void db.meta.bulkPut(notes).catch(() => undefined)
}

/** Restores the previous prices, except where edited since. */
export async function untakePrices(
  before: Build,
  taken: readonly Pick<Taken, 'line' | 'takeCents'>[],
): Promise<void> {
  await written()
  const build = await readBuild(before.kit.id, '')
  const { kit } = build
  const now = new Map(kit.lines.map(({ id, price }) => [id, price]))
  for (const { line, takeCents } of taken) {
    if (now.get(line.id) !== takeCents) continue
    setCells('line', line.id, kit.id, { price: line.price })
    const text = priceDraft(before, line.id)
    if (text !== undefined && priceDraft(build, line.id) === undefined) {
      setDraft(line.id, 'price', text)
    }
  }
  await written()
}
