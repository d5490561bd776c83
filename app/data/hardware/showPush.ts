/** Worker's handling of a push, and of a press on its notification. */
import type { PushPayload } from '#shared/notify/notifications.ts'

type Told = PushPayload['notification']

/** Shows a push. Browsers require a notification: an unreadable payload gets a generic one. */
export async function showPush(
  worker: Pick<ServiceWorkerRegistration, 'showNotification'>,
  data: { json(): unknown } | null,
): Promise<void> {
  const { title, body, tag, lang, navigate } = read(data)
  await worker.showNotification(title, {
    body,
    tag,
    lang,
    icon: '/icons/icon-192.png',
    data: { navigate },
  })
}

function read(data: { json(): unknown } | null): Told {
  const none: Told = {
    title: 'News on Wrenchlist',
    body: '',
    tag: 'news',
    lang: 'en',
    navigate: '/',
  }
  try {
    const { notification } = (data?.json() ?? {}) as { notification?: Partial<Told> }
    const texts = Object.entries(notification ?? {}).filter(
      ([, value]) => typeof value === 'string',
    )
    return { ...none, ...Object.fromEntries(texts) }
  } catch {
    return none
  }
}

/** Opens the notification's page: an open tab of it, else a new one. Never leaves this site. */
export async function openTold(
  clients: Pick<Clients, 'matchAll' | 'openWindow'>,
  { data }: Pick<Notification, 'data'>,
  origin: string,
): Promise<void> {
  const { navigate } = (data ?? {}) as { navigate?: unknown }
  const { pathname, search, hash } = new URL(typeof navigate === 'string' ? navigate : '/', origin)
  // The server's public address may differ from this app's origin. Assigned part by part: a path
  // such as "//host" would parse as another site.
  const here = Object.assign(new URL(origin), { pathname, search, hash }).href
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find((client) => client.url === here)
  await (there ? there.focus() : clients.openWindow(here))
}
