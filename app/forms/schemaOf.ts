/** A schema by a sentence for each field that is wrong; '' or nothing for the others. */
export const schemaOf = <T extends object>(
  problemsOf: (values: T) => { [Name in keyof T]?: string },
) => ({
  safeParse(typed: unknown) {
    const values = typed as T
    const issues = Object.entries<string | undefined>(problemsOf(values)).flatMap(
      ([name, message]) => (message ? [{ path: [name], message }] : []),
    )
    return issues.length > 0
      ? { success: false as const, error: { issues } }
      : { success: true as const, data: values }
  },
})
