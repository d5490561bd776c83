interface Key {
  context: string
  one: string
  other: string | null
}
interface Read {
  keys: Map<string, Key & { files: string[] }>
  problems: string[]
}
export const UNCONVERTED: readonly string[]
export function codeFiles(): string[]
export function readSentences(files?: readonly string[], unconverted?: readonly string[]): Read
export function sentencesIn(
  code: string,
  file?: string,
): { keys: Key[]; problems: string[]; outside: string[] }
