/** The catalogue in an operator's hands, as the API takes and answers it. */
import type {
  DeskMerchants,
  DeskPart,
  ListedParts,
  PartField,
  Reference,
  RemovedParts,
} from '#shared/catalogue/correction.ts'
import type { PartFit } from '#shared/catalogue/part.ts'

import { callApi } from '../../api/api.ts'

const ROOT = '/api/admin/catalogue'
const read = async (path: string) => (await callApi('GET', ROOT + path)) as unknown
const queryOf = (values: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()

export type PartState = 'all' | 'hidden' | 'corrected'

export interface PartsAsked {
  q: string
  state: PartState
  /** The id of who sells them; left out for all. */
  merchant?: string
}

export const partsFile = (asked: PartsAsked) => ({
  path: `${ROOT}/parts?${queryOf({ ...asked })}`,
  name: 'parts',
})
export const merchantsFile = (q: string) => ({
  path: `${ROOT}/merchants?${queryOf({ q })}`,
  name: 'merchants',
})
export const removedFile = { path: `${ROOT}/removed`, name: 'removed' }

/** How many pages are looked through for one that shows something. */
const MOST_EMPTY = 5

/** In the order in which they came. @param after `next` of the page before */
export async function readParts(asked: PartsAsked, after?: string): Promise<ListedParts> {
  let page = (await read(`/parts?${queryOf({ ...asked, after })}`)) as ListedParts
  for (let n = 0; page.parts.length === 0 && page.next !== null && n < MOST_EMPTY; n++) {
    page = (await read(`/parts?${queryOf({ ...asked, after: page.next })}`)) as ListedParts
  }
  return page
}

export async function readPart(id: string): Promise<DeskPart> {
  return (await read(`/parts/${encodeURIComponent(id)}`)) as DeskPart
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

/** @returns the part as it is now, null when it is none of its own any more */
export async function editPart(id: string, edit: PartEdit): Promise<DeskPart | null> {
  const answer = await callApi('POST', `${ROOT}/parts/${encodeURIComponent(id)}`, { ...edit })
  return (answer as unknown as { part: DeskPart | null }).part
}

export async function readMerchants(q: string, after?: string): Promise<DeskMerchants> {
  return (await read(`/merchants?${queryOf({ q, after })}`)) as DeskMerchants
}

export type MerchantEdit =
  | { action: 'rename'; name: string }
  | { action: 'takeBackName' | 'hide' | 'show' | 'remove' }
  | { action: 'merge'; into: string }

export async function editMerchant(id: string, edit: MerchantEdit): Promise<void> {
  await callApi('POST', `${ROOT}/merchants/${encodeURIComponent(id)}`, { ...edit })
}

export async function readRemoved(after?: string): Promise<RemovedParts> {
  return (await read(`/removed?${queryOf({ after })}`)) as RemovedParts
}

/** The next import may bring it again. */
export async function letIn(what: Reference | { merchant: string }): Promise<void> {
  await callApi('POST', `${ROOT}/removed`, { ...what })
}
