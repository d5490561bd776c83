/** API of the desk. */
import type * as z from 'zod/mini'

import { todo } from '#shared/admin/people.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { askApi, callApi, readText } from '../../data/api/api.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'

/** Links of administrators' screens only: kept out of the first load. */
export const deskLinks = {
  catalogue: () => '/admin/catalogue',
  part: (id: string) => `/admin/catalogue/${encodeURIComponent(id)}`,
  person: (id: string) => `/admin/accounts/${encodeURIComponent(id)}`,
  exports: () => '/admin/export',
} as const

/** Link to an account by username. */
export const accountAt = (username: string): string =>
  withQuery(links.adminAccounts(), 'q', username)

/** @param narrowed filters, by the names in the screen's address */
export const errorsAt = (narrowed: Record<string, string>): string =>
  `${links.adminErrors()}?${new URLSearchParams(narrowed).toString()}`

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

/** @param after `next` of the page before */
export const readPage = <P>(shape: z.ZodMiniType<P>, path: string, after?: string): Promise<P> =>
  askApi(shape, 'GET', after === undefined ? path : withQuery(path, 'after', after))

/** Saves all pages of a list as a file. @param name without extension */
export async function saveCsv(path: string, name: string): Promise<void> {
  const text = await readText(withQuery(path, 'format', 'csv'))
  saveFile(text, `${name}.csv`, 'text/csv;charset=utf-8')
}

export const kitName = (of: { kitName: string }): string => of.kitName || t('Untitled kit')

/** All that waits for somebody. */
export const readTodo = () => askApi(todo, 'GET', deskPath('todo'))

/** Unhides a kit for everybody. */
export const showKit = (kitId: string) => post(['kits', kitId], { hidden: false })

/** Decides about one thing of a list of the desk. @param reason '' for none */
export const decideOn = (
  list: 'deletion-requests' | 'reports' | 'kit-reports' | 'tasks' | 'mails' | 'backups',
  id: string,
  action: string,
  reason = '',
) => post([list, id], { action, ...(reason && { reason }) })
