import { expect, test } from 'vitest'
import { isSoldOut } from '#shared/catalogue/offer.ts'
import { availabilityOf } from './availabilityOf.ts'

test.each([
  ['nicht lieferbar', 'Out of stock'],
  ['derzeit nicht verfügbar', 'Out of stock'],
  ['Ausverkauft', 'Out of stock'],
  ['épuisé', 'Out of stock'],
  ['Rupture de stock', 'Out of stock'],
  ['agotado', 'Out of stock'],
  ['sin existencias', 'Out of stock'],
  ['0', 'Out of stock'],
  ['auf Lager', 'In stock'],
  ['sofort lieferbar', 'In stock'],
  ['en stock', 'In stock'],
  ['Disponible', 'In stock'],
  ['12', 'In stock'],
  ['in_stock', 'in stock'],
  ['Ships in 3 days', 'Ships in 3 days'],
  ['lieferbar in 14 Tagen', 'lieferbar in 14 Tagen'],
  ['', ''],
])('a shop that says "%s" of a part is read as "%s"', (given, read) => {
  expect(availabilityOf(given)).toBe(read)
  expect(isSoldOut(availabilityOf(given))).toBe(read === 'Out of stock')
})
