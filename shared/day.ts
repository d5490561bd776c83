/** Problem code for a day, null for a valid calendar day such as "2026-11-22". */
export function dayProblem(value: unknown): string | null {
  if (typeof value !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return 'invalid_date'
  const time = new Date(`${value}T00:00:00Z`)
  const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
  return isDay ? null : 'invalid_date'
}
