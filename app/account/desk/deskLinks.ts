/** Addresses that only administrators' screens lead to: in no first load. */
export const deskLinks = {
  catalogue: () => '/admin/catalogue',
  part: (id: string) => `/admin/catalogue/${encodeURIComponent(id)}`,
  person: (id: string) => `/admin/accounts/${encodeURIComponent(id)}`,
} as const
