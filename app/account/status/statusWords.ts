/** Figures as people read them. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']
const NUMBER = new Intl.NumberFormat('en-US')

/** "1,234" */
export const count = (value: number): string => NUMBER.format(value)

/** "12.3 MB" */
export function bytes(value: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(value || 1) / 3)))
  const amount = value / 1_000 ** step
  return `${amount < 10 && step > 0 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[step]}`
}

/** "40 s", "3 min", "5 h", "2 days" */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h`
  const days = Math.round(seconds / 86_400)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** How long pushes had waited: less than ten seconds is not measured. */
export const delay = (seconds: number): string =>
  seconds === 0 ? 'under 10 s' : `up to ${duration(seconds)}`
