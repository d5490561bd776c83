/** What the pieces of a part's page share. */
import type { DeskPart, PartField } from '#shared/catalogue/correction.ts'
import type { PartEdit } from './correctionsData.ts'

/** Changes the part; says what was done. @returns whether it was */
export type Edit = (edit: PartEdit, title: string) => Promise<boolean>

export interface Pieces {
  part: DeskPart
  isBusy: boolean
  onEdit: Edit
}

/** What stands in a field. */
export function valueOf(part: DeskPart, field: PartField): string {
  return part.fields.find((one) => one.field === field)?.value ?? ''
}
