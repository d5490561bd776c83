/** One account, as the API tells of it and takes what is done about it. */
import { person, type PersonList, type RoleAct } from '#shared/admin/person.ts'

import { askApi } from '../../data/api/api.ts'
import { deskPath } from '../desk/adminData.ts'

export const readPerson = (id: string) => askApi(person, 'GET', deskPath('people', id))

/** One of an account's lists, newest first. */
export const listPath = (id: string, list: PersonList) => deskPath('people', id, list)

export type PersonAct =
  | { action: 'suspend'; reason: string; days: number | null }
  | { action: 'unsuspend' | 'resend' | 'reset' | 'signOut' | RoleAct }
  | { action: 'note'; text: string }
  | { action: 'removeNote'; note: string }

/** Acts on the account, and says what was done. Throws the call's error. */
export type SendAct = (act: PersonAct, title: string) => Promise<void>

/** @returns the updated account */
export const actOnPerson = (id: string, act: PersonAct) =>
  askApi(person, 'POST', deskPath('people', id), act)
