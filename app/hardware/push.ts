/** Pushes to this browser: whether it has them, and how they are begun and ended. */

/**
 * - `on`: it is subscribed.
 * - `off`: a press asks for it.
 * - `denied`: the person has said no; only the browser's own settings take that back.
 * - `install`: Safari on a phone or tablet has it once the app is on the home screen.
 * - `none`: this browser has none, or no worker runs here.
 */
export type PushWay = 'on' | 'off' | 'denied' | 'install' | 'none'

/** As `pushManager.subscribe` gives it, for the server. */
export interface PushAddress {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Never asks the person. */
export async function pushWay(): Promise<PushWay> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'standalone' in navigator && navigator.standalone !== true ? 'install' : 'none'
  }
  if (Notification.permission === 'denied') return 'denied'
  const worker = await readWorker()
  if (!worker) return 'none'
  const isAllowed = Notification.permission === 'granted'
  return isAllowed && (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/**
 * Asks the person, and subscribes. Call at a press.
 * @param publicKey the server's name to push services, base64url
 * @returns null when the person or the browser says no
 */
export async function beginPush(publicKey: string): Promise<PushAddress | null> {
  const worker = await readWorker()
  if (!worker || (await Notification.requestPermission()) !== 'granted') return null
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // One that another server, or this one before, was subscribed with is in the way.
  const subscription = await worker.pushManager.subscribe(options).catch(async () => {
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    return worker.pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

/** Ends it here. @returns the address that was pushed to, null when there was none */
export async function endPush(): Promise<string | null> {
  const subscription = await (await readWorker())?.pushManager.getSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}

async function readWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined
}
