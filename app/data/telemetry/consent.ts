/** Consent to usage counting: stored on this device only. */
import { create } from 'zustand'
import { keepStored, readStored } from '../device/readStored.ts'

/** The decision. The specification defines its shape. */
export interface Consent {
  necessary: true
  analytics: boolean
  /** ISO 8601. */
  timestamp: string
  version: string
}

const KEY = 'cookieConsent'
/** Whether this server counts anything, as last heard. */
const COUNTED = 'counted'
/** A record of another version asks again. */
const VERSION = '1.0'

interface Counting {
  /** Null until decided. */
  consent: Consent | null
  /** Null while unknown: the page of a first visit carries it, later visits ask. */
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

/** Stores whether the server counts anything. */
export function noteCounted(isCounted: boolean): void {
  // If that fails, the next visit asks again.
  keepStored(localStorage, COUNTED, isCounted)
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

/** Stores a decision. Where storage is blocked, it lasts until the page closes. */
export function decideConsent(analytics: boolean): void {
  const timestamp = new Date().toISOString()
  const consent: Consent = { necessary: true, analytics, timestamp, version: VERSION }
  keepStored(localStorage, KEY, consent)
  useConsent.setState({ consent })
}

/** Global Privacy Control: the browser declines for the person, on every site. */
export function isPrivacyAsked(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Whether to show the question: the server counts, and it is unanswered. */
export const mustAsk = ({ consent, isCounted }: Counting): boolean =>
  isCounted === true && consent === null && !isPrivacyAsked()

/** Whether counting is allowed. Requires a press, and a server that counts. */
export const mayCount = ({ consent, isCounted }: Counting): boolean =>
  consent?.analytics === true && isCounted !== false && !isPrivacyAsked()
