import type { RowActions } from '../rows/rowActions.ts'

import { sampleParts } from '#shared/catalogue/sampleParts.ts'
import { many, t } from '#shared/words/words.ts'
import { SAMPLES } from '../../data/prices/priceOrigins.ts'
import { notePrices } from '../../data/prices/takePrices.ts'
import { toast } from '../../ui/browser/toast.ts'
import { asOneEdit } from '../undo/undo.ts'

/** Adds all samples of a task, as one undo step. False when there are none. */
export function addSamples(task: string, actions: RowActions): boolean {
  const parts = sampleParts(task)
  if (parts.length === 0) return false
  const cells = parts.map(({ name, vendor, partNumber, unitCents, quantity }) => {
    return { name, manufacturer: vendor, partNumber, price: unitCents, qty: quantity }
  })
  let ids: string[] = []
  const undo = asOneEdit(t('Sample parts'), () => {
    ids = actions.append(cells)
  })
  const about = { at: Date.now(), merchant: SAMPLES }
  notePrices(ids.map((id, at) => ({ id, price: parts[at]?.unitCents ?? 0, ...about })))
  toast({
    title: many(ids.length, '{count} sample part added', '{count} sample parts added'),
    text: t('Brands, numbers and prices are invented.'),
    action: { label: t('Undo'), onPress: undo },
  })
  return true
}
