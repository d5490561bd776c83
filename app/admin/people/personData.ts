/** One account, as the API tells of it and takes what is done about it. */
import { person, type Person, type PersonList, type RoleAct } from '#shared/admin/person.ts'

import { askApi } from '../../data/api/api.ts'

const pathOf = (id: string) => `/api/admin/people/${encodeURIComponent(id)}`

export async function readPerson(id: string): Promise<Person> {
  return askApi(person, 'GET', pathOf(id))
}

/** One of an account's lists, newest first. */
export const listPath = (id: string, list: PersonList) => `${pathOf(id)}/${list}`

export type PersonAct =
  | { action: 'suspend'; reason: string; days: number | null }
  | { action: 'unsuspend' | 'resend' | 'reset' | 'signOut' | RoleAct }
  | { action: 'note'; text: string }
  | { action: 'removeNote'; note: string }

/** Acts on the account, and says what was done. Throws the call's error. */
export type SendAct = (act: PersonAct, title: string) => Promise<void>

/** @returns the updated account */
export async function actOnPerson(id: string, act: PersonAct): Promise<Person> {
  return askApi(person, 'POST', pathOf(id), act)
}
