import { expect, test, vi } from 'vitest'

import { openTold, showPush } from './showPush.ts'

const payload = {
  web_push: 8030,
  notification: {
    title: 'Oil filter is $12.00',
    body: 'At Shop east.',
    navigate: 'https://w.example/product/F1?brand=Corvane',
    tag: 'price:F1',
    lang: 'en',
  },
}
const shown = async (data: { json(): unknown } | null) => {
  const showNotification = vi.fn(() => Promise.resolve())
  await showPush({ showNotification }, data)
  return showNotification.mock.calls[0] as unknown as [string, NotificationOptions]
}

test('a push is shown with its own words, and knows where it leads', async () => {
  const [title, options] = await shown({ json: () => payload })
  expect(title).toBe('Oil filter is $12.00')
  expect(options).toMatchObject({
    body: 'At Shop east.',
    tag: 'price:F1',
    data: { navigate: 'https://w.example/product/F1?brand=Corvane' },
  })
})

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('<p>') as unknown }],
  ['other JSON', { json: () => [1] }],
  ['wrong types', { json: () => ({ notification: { title: 7, body: {} } }) }],
])('a push with %s in it is shown all the same', async (_, data) => {
  expect((await shown(data))[0]).toBe('News on Wrenchlist')
})

async function pressed(navigate: unknown, open: string[] = []): Promise<string[]> {
  const went: string[] = []
  const clients = {
    matchAll: () =>
      Promise.resolve(
        open.map((url) => ({ url, focus: () => Promise.resolve(went.push(`focus ${url}`)) })),
      ),
    openWindow: (url: string) => Promise.resolve(went.push(`open ${url}`)),
  } as unknown as Clients
  await openTold(clients, { data: { navigate } }, 'https://w.example')
  return went
}

test('a press goes to the page that is open there, else to a new one', async () => {
  const kit = 'https://w.example/kit/A'
  expect(await pressed(kit, ['https://w.example/', kit])).toEqual([`focus ${kit}`])
  expect(await pressed(kit, ['https://w.example/'])).toEqual([`open ${kit}`])
})

test('a press leads nowhere off this site', async () => {
  expect(await pressed('https://evil.example/kit/A')).toEqual(['open https://w.example/kit/A'])
  const twice = 'https://w.example/.//evil.example/x'
  expect(await pressed(twice)).toEqual(['open https://w.example//evil.example/x'])
  expect(await pressed(undefined)).toEqual(['open https://w.example/'])
})
