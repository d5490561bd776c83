/** Formats figures for people. */
import { byLanguage, many, t, tenthsText } from '#shared/words/words.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']
const whole = byLanguage((tag) => new Intl.NumberFormat(tag, { useGrouping: false }))

/** "12.3 MB" */
export function bytes(value: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(value || 1) / 3)))
  const amount = value / 1_000 ** step
  return `${amount < 10 && step > 0 ? tenthsText(amount) : whole().format(Math.round(amount))} ${UNITS[step]}`
}

/** "40 s", "3 min", "5 h", "2 days" */
export function duration(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds: Math.round(seconds) })
  if (seconds < 3_600) return t('{minutes} min', { minutes: Math.round(seconds / 60) })
  if (seconds < 86_400) return t('{hours} h', { hours: Math.round(seconds / 3_600) })
  return many(Math.round(seconds / 86_400), '{count} day', '{count} days')
}

/** Delay of pushes: below ten seconds it is not measured. */
export const delay = (seconds: number): string =>
  seconds === 0 ? t('under 10 s') : t('up to {duration}', { duration: duration(seconds) })
