const HOUR_MS = 3_600_000

/** How old a comment is: "just now" for an hour, then hours up to 23, then days. */
export function commentAge(at: number, now: number): string {
  const hours = Math.floor((now - at) / HOUR_MS)
  if (hours < 1) return 'just now'
  return hours < 24 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'} ago`
}
