/** One account, as the API tells of it and takes what is done about it. */
import type { Person, PersonList, PersonPage } from '#shared/person.ts'

import { callApi } from '../../api/api.ts'

const pathOf = (id: string) => `/api/admin/people/${encodeURIComponent(id)}`

export async function readPerson(id: string): Promise<Person> {
  return (await callApi('GET', pathOf(id))) as unknown as Person
}

/** The newest first. @param after `next` of the page before */
export async function readList(id: string, list: PersonList, after?: string): Promise<PersonPage> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  return (await callApi('GET', `${pathOf(id)}/${list}${query}`)) as unknown as PersonPage
}

export const listFile = (id: string, list: PersonList) => ({
  path: `${pathOf(id)}/${list}`,
  name: list,
})

export type PersonAct =
  | { action: 'suspend'; reason: string; days: number | null }
  | { action: 'unsuspend' | 'resend' | 'reset' | 'signOut' | 'makeAdmin' | 'unmakeAdmin' }
  | { action: 'note'; text: string }
  | { action: 'removeNote'; note: string }

/** @returns the account as it is now */
export async function actOnPerson(id: string, act: PersonAct): Promise<Person> {
  return (await callApi('POST', pathOf(id), { ...act })) as unknown as Person
}
