/** The browser says once, and early, that it can install the app: before the rest of it is here. */

/** The event of browsers that install by a press; TypeScript does not list it. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let caught: InstallEvent | null = null
let tell: ((event: InstallEvent) => void) | undefined

/** Call before the first render. */
export function catchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Without this the browser asks at a time of its own.
    event.preventDefault()
    caught = event as InstallEvent
    tell?.(caught)
  })
  addEventListener('appinstalled', () => (caught = null))
}

/** What was caught so far. */
export const caughtInstall = (): InstallEvent | null => caught

/** Has later ones told. */
export function onInstallEvent(listener: (event: InstallEvent) => void): void {
  tell = listener
}
