/** When to offer installation, and how this browser does it. */
import { create } from 'zustand'

import { caughtInstall, onInstallEvent, type InstallEvent } from './catchInstall.ts'
import { keepStored, readStored } from '../device/readStored.ts'
import { t } from '#shared/words/words.ts'

/**
 * - `press`: a press installs it.
 * - `share`: Safari on a phone or tablet, through its share sheet.
 * - `menu`: some other browser; its own menu may have it.
 * - `done`: runs as an installed app, or was just installed.
 */
export type InstallWay = 'press' | 'share' | 'menu' | 'done'

interface InstallState {
  event: InstallEvent | null
  isDone: boolean
  /** Whether the card is due: after the first save, or at the second visit. */
  isOffered: boolean
}

/** Steps for Safari on a phone or tablet. */
export const shareSteps = () =>
  t('Tap Share in Safari, then Add to Home Screen. It opens like any app, also without signal.')

const KEY = 'install'
const DAY_MS = 24 * 60 * 60_000
/** How long "Not now" holds. */
const DECLINED_MS = 30 * DAY_MS

interface Kept {
  visits: number
  hasSaved: boolean
  /** Time of "Not now" or of an install, milliseconds, 0 for never. */
  answeredAt: number
}

export const useInstall = create<InstallState>(() => ({
  event: null,
  isDone: isInstalled(),
  isOffered: false,
}))

export function installWay({ event, isDone }: Pick<InstallState, 'event' | 'isDone'>): InstallWay {
  if (isDone) return 'done'
  if (event) return 'press'
  // Only Safari on a phone or tablet has `navigator.standalone`.
  return 'standalone' in navigator ? 'share' : 'menu'
}

/** Starts listening, and counts this visit: reloads of one tab are one visit. Call once. */
export function startInstall(): void {
  onInstallEvent((event) => useInstall.setState({ event }))
  useInstall.setState({ event: caughtInstall() })
  addEventListener('appinstalled', () => {
    useInstall.setState({ isDone: true, event: null })
    keep({ answeredAt: Date.now() })
  })
  noteVisit()
}

function noteVisit(): void {
  // A browser that stores nothing does not install either.
  if (readStored(sessionStorage, KEY) === null && keepStored(sessionStorage, KEY, 1))
    keep({ visits: read().visits + 1 })
  offerWhenDue()
}

/** A save counts as intent to come back. */
export function noteSave(): void {
  keep({ hasSaved: true })
  offerWhenDue()
}

/** "Not now": offered again after 30 days at the earliest. */
export function declineInstall(): void {
  keep({ answeredAt: Date.now() })
  useInstall.setState({ isOffered: false })
}

/** Opens the browser's prompt, where a press can do that. */
export async function install(): Promise<void> {
  const { event } = useInstall.getState()
  if (!event) return
  // The event works once.
  useInstall.setState({ event: null, isOffered: false })
  await event.prompt()
  await event.userChoice
  keep({ answeredAt: Date.now() })
}

function offerWhenDue(): void {
  const { visits, hasSaved, answeredAt } = read()
  const isDue = (hasSaved || visits >= 2) && Date.now() - answeredAt > DECLINED_MS
  useInstall.setState({ isOffered: isDue && !isInstalled() })
}

function isInstalled(): boolean {
  const isAlone = 'standalone' in navigator && navigator.standalone === true
  return isAlone || globalThis.matchMedia?.('(display-mode: standalone)').matches === true
}

function read(): Kept {
  const none: Kept = { visits: 0, hasSaved: false, answeredAt: 0 }
  const stored = readStored(localStorage, KEY)
  return typeof stored === 'object' ? { ...none, ...stored } : none
}

function keep(change: Partial<Kept>): void {
  keepStored(localStorage, KEY, { ...read(), ...change })
}
