/** The catalogue in an operator's hands, as the API takes and answers it. */
import type * as z from 'zod/mini'

import type { PartFit } from '#shared/catalogue/part.ts'
import type { Acting } from '../desk/acts.tsx'

import {
  deskPart,
  type DeskPart,
  editedPart,
  type ListedParts,
  type PartField,
  type Reference,
} from '#shared/catalogue/correction.ts'
import { askApi } from '../../data/api/api.ts'
import { deskPath, post, readPage } from '../desk/adminData.ts'

export type PartState = 'all' | 'hidden' | 'corrected'

export interface PartsAsked {
  q: string
  state: PartState
  /** Merchant id; absent for all. */
  merchant?: string
}

const queryOf = (asked: Record<string, string>) => new URLSearchParams(asked).toString()
export const partsPath = (asked: PartsAsked) =>
  `${deskPath('catalogue', 'parts')}?${queryOf({ ...asked })}`
export const merchantsPath = (q: string) =>
  `${deskPath('catalogue', 'merchants')}?${queryOf({ q })}`
const partPath = (id: string) => deskPath('catalogue', 'parts', id)

/** Empty pages skipped at once. */
const MOST_EMPTY = 5

/** In the order in which they came. @param after `next` of the page before */
export async function readParts(
  shape: z.ZodMiniType<ListedParts>,
  path: string,
  after?: string,
): Promise<ListedParts> {
  let page = await readPage(shape, path, after)
  for (let n = 0; page.parts.length === 0 && page.next !== null && n < MOST_EMPTY; n++) {
    page = await readPage(shape, path, page.next)
  }
  return page
}

export const readPart = (id: string) => askApi(deskPart, 'GET', partPath(id))

export type PartEdit =
  | { action: 'correct'; values: Partial<Record<PartField, string>> }
  | { action: 'takeBackField'; field: PartField }
  | { action: 'hide' | 'show' | 'remove' }
  | { action: 'merge'; into: string }
  | { action: 'separate'; partNumber: string; brand: string }
  | { action: 'addReference' | 'removeReference'; reference: Reference }
  | { action: 'addFit' | 'removeFit'; fit: PartFit }
  | { action: 'changeFit'; fit: PartFit; to: PartFit }
  | { action: 'takeBack'; kind: 'reference' | 'fit' | 'offer'; key: string }
  | {
      action: 'correctOffer'
      merchantId: string
      price?: string
      shipping?: string
      availability?: string
      link?: string
    }
  | { action: 'removeOffer'; merchantId: string }

/** @returns the updated part, null once it is merged or removed */
export async function editPart(id: string, edit: PartEdit): Promise<DeskPart | null> {
  return (await askApi(editedPart, 'POST', partPath(id), edit)).part
}

export type MerchantEdit =
  | { action: 'rename'; name: string }
  | { action: 'takeBackName' | 'hide' | 'show' | 'remove' }
  | { action: 'merge'; into: string }

export const editMerchant = (id: string, edit: MerchantEdit) =>
  post(['catalogue', 'merchants', id], edit)

export interface Pieces {
  part: DeskPart
  acts: Acting
  /** Changes the part, and says what was done. Throws the call's error. */
  send: (edit: PartEdit, title: string) => Promise<void>
}

/** Current value of a field. */
export function valueOf(part: DeskPart, field: PartField): string {
  return part.fields.find((one) => one.field === field)?.value ?? ''
}
