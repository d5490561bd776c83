/** Whether the person lets Wrenchlist count what is used: kept on this device alone. */
import { create } from 'zustand'
import { readStored } from '../device/readStored.ts'

/** What the person decided. The shape is the specification's. */
export interface Consent {
  necessary: true
  analytics: boolean
  /** When it was decided, ISO 8601. */
  timestamp: string
  version: string
}

const KEY = 'cookieConsent'
/** Whether whoever runs this Wrenchlist counts anything, as this device heard last. */
const COUNTED = 'counted'
/** A record of another version asks again. */
const VERSION = '1.0'

interface Counting {
  /** Null as long as nothing was decided. */
  consent: Consent | null
  /** Null as long as this device does not know: the page of a first visit says so, later ones ask. */
  isCounted: boolean | null
}

export const useConsent = create<Counting>(() => ({
  consent: readConsent(),
  isCounted: readCounted(),
}))

function readCounted(): boolean | null {
  if (document.querySelector('meta[name="counted"]')) return true
  const stored = readStored(localStorage, COUNTED)
  return typeof stored === 'boolean' ? stored : null
}

/** Keeps whether anything is counted where this device sends. */
export function noteCounted(isCounted: boolean): void {
  try {
    localStorage.setItem(COUNTED, JSON.stringify(isCounted))
  } catch {
    // The next visit asks again.
  }
  useConsent.setState({ isCounted })
}

function readConsent(): Consent | null {
  const stored = readStored(localStorage, KEY)
  return isConsent(stored) ? stored : null
}

function isConsent(value: unknown): value is Consent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === VERSION &&
    'analytics' in value &&
    typeof value.analytics === 'boolean'
  )
}

/** Keeps a decision. Where the browser keeps nothing it holds until the page is closed. */
export function decideConsent(analytics: boolean): void {
  const timestamp = new Date().toISOString()
  const consent: Consent = { necessary: true, analytics, timestamp, version: VERSION }
  try {
    localStorage.setItem(KEY, JSON.stringify(consent))
  } catch {
    // Full or forbidden: the next visit asks again.
  }
  useConsent.setState({ consent })
}

/** Global Privacy Control: the browser says no for the person, on every site. */
export function isPrivacyAsked(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Whether the question has to be put: something is counted, and nobody has answered it. */
export const mustAsk = ({ consent, isCounted }: Counting): boolean =>
  isCounted === true && consent === null && !isPrivacyAsked()

/** Whether anything may be counted. Never before a press, and not where nobody wants it. */
export const mayCount = ({ consent, isCounted }: Counting): boolean =>
  consent?.analytics === true && isCounted !== false && !isPrivacyAsked()
