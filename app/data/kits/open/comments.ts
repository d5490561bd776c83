/** Comments of a kit as this device has them, and the actions on them. */

import { textIn } from '#shared/cells/cells.ts'
import { authorName, commentedAt } from '#shared/kinds/comment.ts'
import { newId } from '#shared/ids.ts'
import { sentenceOf } from '#shared/problem.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { callApi } from '../../api/api.ts'
import { db } from '../../device/db.ts'
import { ofKit, ofPrincipal } from '../../device/ranges.ts'
import { shownPrincipal, signedIn } from '../../device/device.ts'
import { mergedRows } from '../../device/store.ts'
import { setCells, written } from '../../sync/write/writeQueue.ts'

export interface ShownComment {
  id: string
  text: string
  author: string
  isMine: boolean
  /** When it was written, milliseconds. */
  at: number
  /** Still pending. */
  isWaiting: boolean
  /** Hidden from others by the kit's owner. */
  isHidden: boolean
  /** Why the server refused it, in words for people. */
  problem: string | null
}

/** Comments of a kit, oldest first; undefined until read. */
export function useComments(kitId: string): ShownComment[] | undefined {
  const principal = shownPrincipal()
  return useLiveQuery(() => readComments(principal, kitId), [principal, kitId])
}

async function readComments(principal: string, kitId: string): Promise<ShownComment[]> {
  const [[rows, pending], problems] = await Promise.all([
    ofKit(principal, kitId),
    ofPrincipal(db.problems, principal).toArray(),
  ])
  const isOwnKit = rows.find((row) => row.id === kitId)?.mine ?? true
  const unsent = new Set(pending.flatMap(({ id, cells }) => (cells['text'] ? id : [])))
  const found = mergedRows([...rows, ...pending].filter(({ kind }) => kind === 'comment'))
  const shown: ShownComment[] = []
  for (const [id, row] of found) {
    const { cells } = row
    const isMine = !('mine' in row) || row.mine
    const isWaiting = unsent.has(id)
    const isHidden = cells['hidden']?.[0] === true
    // Hidden before this device pulled it: no text to show.
    if (!cells['text']) continue
    if (cells['del']?.[0] === true || (isHidden && !isMine && !isOwnKit)) continue
    const author = isMine ? (signedIn()?.user.username ?? '') : authorName(cells)
    const text = textIn(cells, 'text')
    const at = commentedAt(cells)
    shown.push({ id, text, author, isMine, at, isWaiting, isHidden, problem: null })
  }
  for (const problem of problems) {
    if (problem.kind !== 'comment' || problem.kit !== kitId || problem.cell !== 'text') continue
    shown.push({
      id: problem.row,
      text: typeof problem.value === 'string' ? problem.value : '',
      author: signedIn()?.user.username ?? '',
      isMine: true,
      at: problem.at,
      isWaiting: false,
      isHidden: false,
      problem: sentenceOf(problem.code),
    })
  }
  return shown.sort((a, b) => a.at - b.at)
}

/** Stores a comment as a pending row. */
export async function postComment(kitId: string, text: string): Promise<void> {
  setCells('comment', newId(), kitId, { text: text.trim() })
  await written()
}

export async function deleteComment(kitId: string, id: string): Promise<void> {
  // A refused comment exists on this device only.
  const refused = `${id}:text`
  if (await db.problems.get(refused)) return db.problems.delete(refused)
  setCells('comment', id, kitId, { del: true })
  await written()
}

export async function undeleteComment(kitId: string, id: string): Promise<void> {
  setCells('comment', id, kitId, { del: false })
  await written()
}

/** Deletes somebody's comment as an administrator. @throws ApiError */
export async function removeComment(id: string): Promise<void> {
  await callApi('DELETE', `/api/comments/${id}`)
  await pullNow()
}

/** Hides a comment from others as the kit's owner, or shows it again. @throws ApiError */
export async function hideComment(id: string, isHidden: boolean): Promise<void> {
  await callApi('POST', `/api/comments/${id}/hide`, { hidden: isHidden })
  await pullNow()
}

/** @throws ApiError */
export async function reportComment(id: string, reason: string): Promise<void> {
  await callApi('POST', `/api/comments/${id}/report`, { reason })
}

export async function reportKit(id: string, reason: string): Promise<void> {
  await callApi('POST', `/api/kits/${id}/report`, { reason })
}

async function pullNow(): Promise<void> {
  await (await import('../../sync/send/sync.ts')).syncNow()
}
