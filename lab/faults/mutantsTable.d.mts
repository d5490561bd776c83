export const mutants: readonly {
  rule: string
  file: string
  /** The code of the rule, once in its file, and what stands there without the rule. */
  text: string
  without: string
  /** Tests of the server that may notice. */
  tests?: readonly string[]
}[]
