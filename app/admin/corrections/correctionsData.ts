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
import { askApi, callApi } from '../../data/api/api.ts'
import { readPage } from '../desk/adminData.ts'

const ROOT = '/api/admin/catalogue'

export type PartState = 'all' | 'hidden' | 'corrected'

export interface PartsAsked {
  q: string
  state: PartState
  /** Merchant id; absent for all. */
  merchant?: string
}

const queryOf = (asked: Record<string, string>) => new URLSearchParams(asked).toString()
export const partsPath = (asked: PartsAsked) => `${ROOT}/parts?${queryOf({ ...asked })}`
export const merchantsPath = (q: string) => `${ROOT}/merchants?${queryOf({ q })}`
const partPath = (id: string) => `${ROOT}/parts/${encodeURIComponent(id)}`
export const REMOVED = `${ROOT}/removed`

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

export async function readPart(id: string): Promise<DeskPart> {
  return askApi(deskPart, 'GET', partPath(id))
}

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

export async function editMerchant(id: string, edit: MerchantEdit): Promise<void> {
  await callApi('POST', `${ROOT}/merchants/${encodeURIComponent(id)}`, { ...edit })
}

/** The next import may bring it again. */
export async function letIn(what: Reference | { merchant: string }): Promise<void> {
  await callApi('POST', REMOVED, { ...what })
}

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
