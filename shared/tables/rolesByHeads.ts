/** Columns by their headings: the one look-up of every dictionary, of parts and of logs. */
/**
 * Patterns of headings without accents, by role, likelier ones first; '' has those of columns with
 * no place.
 */
export type Dictionary<Role extends string> = Partial<Record<Role | '', RegExp | readonly RegExp[]>>

/**
 * @param heads as `headWords` gives them
 * @param dictionaries of two columns for a role, the one whose pattern comes first has it
 * @param many roles that several columns may have
 * @returns a role by column, null without one, or where another column has it; and how many headings
 * the dictionaries know
 */
export function rolesByHeads<Role extends string>(
  heads: readonly string[],
  dictionaries: readonly Dictionary<Role>[],
  many: readonly Role[] = [],
): { columns: (Role | null)[]; known: number } {
  const entries = dictionaries.flatMap((one) =>
    (Object.keys(one) as (Role | '')[]).flatMap((role) =>
      [one[role] ?? []].flat().map((pattern: RegExp) => ({ role, pattern })),
    ),
  )
  const found = heads.map((head) => entries.findIndex(({ pattern }) => pattern.test(head)))
  const roleOf = (at: number) => entries[at]?.role || null
  const columns = found.map((at, column) => {
    const role = roleOf(at)
    if (role === null || many.includes(role)) return role
    const best = Math.min(...found.filter((other) => roleOf(other) === role))
    return found.indexOf(best) === column ? role : null
  })
  return { columns, known: found.filter((at) => at >= 0).length }
}
