/** The browser announces installability once, before most of the app has loaded. */

/** Event of browsers that install by a press; TypeScript does not list it. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let caught: InstallEvent | null = null
let tell: ((event: InstallEvent) => void) | undefined

/** Call before the first render. */
export function catchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser prompts at a time of its own.
    event.preventDefault()
    caught = event as InstallEvent
    tell?.(caught)
  })
  addEventListener('appinstalled', () => (caught = null))
}

export const caughtInstall = (): InstallEvent | null => caught

/** Passes later events on. */
export function onInstallEvent(listener: (event: InstallEvent) => void): void {
  tell = listener
}
