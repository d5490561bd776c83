/** In localStorage, how days and times are written where somebody chose it (ownTimes.ts). */
export const DAYS_KEY = 'days'
export const CLOCK_KEY = 'clock'
