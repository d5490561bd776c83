export const faults: readonly {
  fault: string
  file: string
  /** Code that a fault changes, once in its file, and what stands there with it. */
  text: string
  without: string
  /** Tests that may notice. */
  tests?: readonly string[]
}[]
