/** localStorage keys of chosen date and time formats (ownTimes.ts). */
export const DAYS_KEY = 'days'
export const CLOCK_KEY = 'clock'
