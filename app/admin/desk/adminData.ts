/** API of the accounts desk. */
import type * as z from 'zod/mini'

import { type ModeratedTask, moderatedTasks, outbox } from '#shared/admin/people.ts'
import { t } from '#shared/words/words.ts'
import { askApi, callApi } from '../../data/api/api.ts'

/** Address of the operators' API. */
export const deskPath = (...parts: string[]) =>
  `/api/admin/${parts.map(encodeURIComponent).join('/')}`

/** An act on the server. @param parts of its address */
export const post = (parts: readonly string[], body?: object) =>
  callApi('POST', deskPath(...parts), body)

/** An address that may have a query already, with one more word of it. */
export const withQuery = (path: string, name: string, value: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

export interface Page {
  /** Cursor of the page behind it; null on the last page. */
  next: string | null
}

/** @param cursor `next` of the page before */
export type ReadPage<P> = (shape: z.ZodMiniType<P>, path: string, cursor?: string) => Promise<P>

const pagesBy =
  (name: 'after' | 'before') =>
  <P>(shape: z.ZodMiniType<P>, path: string, cursor?: string): Promise<P> =>
    askApi(shape, 'GET', cursor === undefined ? path : withQuery(path, name, cursor))

export const readPage = pagesBy('after')
/** Pages of a list whose cursor is a time: the newest first. */
export const readPageBefore = pagesBy('before')

export const kitName = (of: { kitName: string }): string => of.kitName || t('Untitled kit')

/** Unhides a kit for everybody. */
export const showKit = (kitId: string) => post(['kits', kitId], { hidden: false })

/** The newest 50. */
export const readOutbox = () => askApi(outbox, 'GET', deskPath('mail'))

/** Waiting ones first, then approved ones. */
export async function readTasks(): Promise<ModeratedTask[]> {
  const { waiting, approved } = await askApi(moderatedTasks, 'GET', deskPath('tasks'))
  return [...waiting, ...approved]
}

/** Decides about one thing of a list of the desk. @param reason '' for none */
export const decideOn = (
  list: 'deletion-requests' | 'reports' | 'kit-reports' | 'tasks' | 'mails' | 'backups',
  id: string,
  action: string,
  reason = '',
) => post([list, id], { action, ...(reason && { reason }) })
