import type { RowActions } from './rowActions.ts'

import { toast } from '../../ui/toast.ts'
import { sampleParts } from './sampleParts.ts'
import { asOneEdit } from '../undo/undo.ts'

/** Adds all samples of a task, to be undone with one press. False when there are none. */
export function addSamples(task: string, actions: RowActions): boolean {
  const parts = sampleParts(task)
  if (parts.length === 0) return false
  const cells = parts.map((part) => ({
    name: part.name,
    manufacturer: part.vendor,
    partNumber: part.partNumber,
    price: Math.round(part.unitPrice * 100),
    qty: part.quantity,
  }))
  let count = 0
  const undo = asOneEdit('Sample parts', () => {
    count = actions.append(cells).length
  })
  toast({
    title: count === 1 ? '1 sample part added' : `${count} sample parts added`,
    text: 'Brands, numbers and prices are invented.',
    action: { label: 'Undo', onPress: undo },
  })
  return true
}
