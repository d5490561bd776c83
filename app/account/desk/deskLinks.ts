/** Addresses that only administrators' screens lead to: in no first load. */
import { links } from '#shared/links.ts'

export const deskLinks = {
  catalogue: () => '/admin/catalogue',
  part: (id: string) => `/admin/catalogue/${encodeURIComponent(id)}`,
  person: (id: string) => `/admin/accounts/${encodeURIComponent(id)}`,
} as const

/** The account of a username. */
export const accountAt = (username: string): string =>
  `${links.adminAccounts()}?q=${encodeURIComponent(username)}`

/** @param narrowed by the names of the screen's address */
export const errorsAt = (narrowed: Record<string, string>): string =>
  `${links.adminErrors()}?${new URLSearchParams(narrowed).toString()}`
