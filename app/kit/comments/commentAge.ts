import { many, t } from '#shared/words/words.ts'

const HOUR_MS = 3_600_000

/** How old a comment is: "just now" for an hour, then hours up to 23, then days. */
export function commentAge(at: number, now: number): string {
  const hours = Math.floor((now - at) / HOUR_MS)
  if (hours < 1) return t('just now')
  return hours < 24
    ? many(hours, '{count} hour ago', '{count} hours ago')
    : many(Math.floor(hours / 24), '{count} day ago', '{count} days ago')
}
