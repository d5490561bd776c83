/** What the worker does with a push, and with a press on what it shows. */
import type { PushPayload } from '#shared/notifications.ts'

type Told = PushPayload['notification']

/** Shows what came. A push has to be shown: one that cannot be read says so much. */
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

/** Goes where it leads: to the page that is open there, else to a new one. Nowhere off this site. */
export async function openTold(
  clients: Pick<Clients, 'matchAll' | 'openWindow'>,
  { data }: Pick<Notification, 'data'>,
  origin: string,
): Promise<void> {
  const { navigate } = (data ?? {}) as { navigate?: unknown }
  const { pathname, search, hash } = new URL(typeof navigate === 'string' ? navigate : '/', origin)
  // The address the server is known by may be another one than this app was opened at. Set part by
  // part: a path such as "//host" would be read as another site.
  const here = Object.assign(new URL(origin), { pathname, search, hash }).href
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find((client) => client.url === here)
  await (there ? there.focus() : clients.openWindow(here))
}
