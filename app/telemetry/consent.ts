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
/** A record of another version asks again. */
const VERSION = '1.0'

/** Null as long as nothing was decided. */
export const useConsent = create<{ consent: Consent | null }>(() => ({ consent: readConsent() }))

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

/** Whether the question has to be put: nothing was decided, and the browser has not answered it. */
export const mustAsk = (consent: Consent | null): boolean => consent === null && !isPrivacyAsked()

/** Whether anything may be counted. Never before a press. */
export const mayCount = (consent: Consent | null): boolean =>
  consent?.analytics === true && !isPrivacyAsked()
