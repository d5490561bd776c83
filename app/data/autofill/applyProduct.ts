/** Fills empty cells of a line from a shop's product, if the line still has its link. */
import type { Cells, Json } from '#shared/cells/cells.ts'
import type { Product } from '#shared/catalogue/product.ts'

import { fieldOf, isRowAlive, mergeCells, textIn } from '#shared/cells/cells.ts'
import { lineOf, MAX_NAME } from '#shared/kinds/kit.ts'
import { cleanText } from '#shared/define.ts'
import { linkProblem } from '#shared/links.ts'
import { parseCents } from '#shared/money/money.ts'
import { db } from '../device/db.ts'
import { env, shownPrincipal } from '../device/device.ts'
import { pricedKey } from '../prices/priceOrigins.ts'
import { noteEdit } from '../device/syncState.ts'
import { workIn } from '../device/work.ts'
import { writeCells } from '../sync/write/writeCells.ts'
import { putMeta } from '../device/store.ts'

/** Cells a line got, and their values before. */
export interface Filled {
  id: string
  kit: string
  before: Record<string, Json>
  after: Record<string, Json>
}

/** Cells of a line as this page shows it; null when it is not there. */
export async function readLine(id: string): Promise<{ cells: Cells; kit: string } | null> {
  const principal = shownPrincipal()
  const [row, pending] = await db.transaction('r', db.rows, db.pending, () =>
    Promise.all([db.rows.get([principal, 'line', id]), db.pending.get([principal, 'line', id])]),
  )
  const kit = row?.kit ?? pending?.kit
  const cells = mergeCells(row?.cells ?? {}, pending?.cells ?? {})
  return kit === undefined || !isRowAlive(cells) ? null : { cells, kit }
}

/** Whether a line still has an empty cell that a shop could fill. */
export function hasRoom(cells: Cells): boolean {
  const { name, manufacturer, partNumber, price } = lineOf('', cells)
  return [name, manufacturer, partNumber].some((text) => text.trim() === '') || price === null
}

/** Parses the server's answer as a product; null for anything else. */
export function readProduct(answer: Json): Product | null {
  const text = (name: string) => {
    const value = fieldOf(answer, name)
    return typeof value === 'string' ? cleanText(value).trim() : ''
  }
  const product = {
    name: text('name').slice(0, MAX_NAME),
    manufacturer: text('manufacturer').slice(0, MAX_NAME),
    partNumber: text('partNumber').slice(0, MAX_NAME),
    price: text('price'),
    asOf: Number(fieldOf(answer, 'asOf') ?? 0),
    link: text('link'),
  }
  return product.name === '' ? null : product
}

/**
 * Stores a product in one transaction, so cells typed at the same moment are either stored before
 * it and stay, or stored after it and win. `isWanted` is checked last, with no await after it.
 * @returns the filled cells; null when the line is gone, has another link, had no room, or the
 * answer is no longer wanted
 */
export async function applyProduct(
  id: string,
  link: string,
  product: Product,
  isWanted: () => boolean,
): Promise<Filled | null> {
  const principal = shownPrincipal()
  const drafts = await db.drafts
    .where('[p+id+cell]')
    .between([principal, id, ''], [principal, id, '\uffff'])
    .toArray()
  const typed = new Set(drafts.map(({ cell }) => cell))
  // A link with a draft is about to become another link.
  if (typed.has('link')) return null
  const filled = await env.store.transact(async (tx): Promise<Filled | null> => {
    const row = await tx.get('rows', [principal, 'line', id])
    const pending = await tx.get('pending', [principal, 'line', id])
    const kit = row?.kit ?? pending?.kit
    const cells = mergeCells(row?.cells ?? {}, pending?.cells ?? {})
    if (kit === undefined || !isRowAlive(cells) || textIn(cells, 'link') !== link) return null
    const after = suggestions(cells, typed, product)
    if (Object.keys(after).length === 0 || !isWanted()) return null
    await workIn(
      tx,
      env,
      (work) => writeCells(work, { kind: 'line', id, kit, cells: after }),
      principal,
    )
    const price = after['price']
    // A printed list names the shop and date of the price.
    if (price !== undefined) {
      await putMeta(tx, pricedKey(id), { price, at: product.asOf || env.now() })
    }
    const line = new Map<string, Json>(Object.entries(lineOf(id, cells)))
    const before = Object.fromEntries(
      Object.keys(after).map((cell) => [cell, line.get(cell) ?? null]),
    )
    return { id, kit, before, after }
  })
  if (filled) noteEdit()
  return filled
}

function suggestions(
  cells: Cells,
  drafts: ReadonlySet<string>,
  product: Product,
): Record<string, Json> {
  const line = lineOf('', cells)
  const found: Record<string, Json> = {}
  for (const cell of ['name', 'manufacturer', 'partNumber'] as const) {
    if (line[cell].trim() === '' && product[cell] !== '') found[cell] = product[cell]
  }
  const price = parseCents(product.price.replaceAll(/[^\d.]/g, ''))
  if (line.price === null && !drafts.has('price') && 'cents' in price) found['price'] = price.cents
  // A looked-up part is needed at least once.
  if (line.qty === 0 && !drafts.has('qty')) found['qty'] = 1
  // An affiliate tag somebody put there stays.
  const hasTag = new URL(line.link).searchParams.has('tag')
  const isLink = product.link !== '' && linkProblem(product.link) === null
  if (isLink && !hasTag && Object.keys(found).length > 0) found['link'] = product.link
  return found
}
