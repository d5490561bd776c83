/** Push subscription of this browser. */

/**
 * - `on`: subscribed.
 * - `off`: a press asks for it.
 * - `denied`: the person refused; only browser settings undo that.
 * - `install`: Safari on a phone or tablet needs the app on the home screen.
 * - `none`: no push support, or no worker here.
 */
export type PushWay = 'on' | 'off' | 'denied' | 'install' | 'none'

/** Subscription as the server wants it. */
export interface PushAddress {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Never prompts. */
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
 * Prompts and subscribes. Call on a press.
 * @param publicKey VAPID key of the server, base64url
 * @returns null when the person or the browser refuses
 */
export async function beginPush(publicKey: string): Promise<PushAddress | null> {
  const worker = await readWorker()
  if (!worker || (await Notification.requestPermission()) !== 'granted') return null
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // A subscription under another key is in the way.
  const subscription = await worker.pushManager.subscribe(options).catch(async () => {
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    return worker.pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

/** Unsubscribes here. @returns the endpoint, null when there was none */
export async function endPush(): Promise<string | null> {
  const subscription = await (await readWorker())?.pushManager.getSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}

async function readWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined
}
