import type { readSentences } from './sentences.mjs'

type Read = ReturnType<typeof readSentences>
export const PLURALS: Readonly<Record<string, string>>
export function catalogueFiles(read?: Read): Map<string, string>
export function missingIn(language: string, keys: Read['keys']): string[]
export function brokenIn(language: string): string[]
