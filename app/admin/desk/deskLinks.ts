/** Links of administrators' screens only: kept out of the first load. */
import { links } from '#shared/links.ts'

export const deskLinks = {
  catalogue: () => '/admin/catalogue',
  part: (id: string) => `/admin/catalogue/${encodeURIComponent(id)}`,
  person: (id: string) => `/admin/accounts/${encodeURIComponent(id)}`,
} as const

/** Link to an account by username. */
export const accountAt = (username: string): string =>
  `${links.adminAccounts()}?q=${encodeURIComponent(username)}`

/** @param narrowed filters, by the names in the screen's address */
export const errorsAt = (narrowed: Record<string, string>): string =>
  `${links.adminErrors()}?${new URLSearchParams(narrowed).toString()}`
