import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { NoticesAnswer, NoticeSettings } from '#shared/notify/notifications.ts'

import { DEFAULT_SETTINGS } from '#shared/notify/notifications.ts'
import { openDevice } from '../../data/device/device.ts'
import { broken, DANA, json, stubApi, type Answer } from '../../testApi.ts'
import { Notifications } from './Notifications.tsx'

const ANSWER: NoticesAnswer = {
  settings: { ...DEFAULT_SETTINGS, zone: 'America/Chicago' },
  canMail: true,
  publicKey: 'BKey',
  devices: [],
}
const ACCOUNT = { ...DANA, isExpired: false, ended: null }

beforeEach(() => openDevice())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(answer = ANSWER, more: Record<string, Answer> = {}, account = ACCOUNT) {
  let { settings } = answer
  const calls = stubApi({
    'GET /api/notifications': () => json(200, { ...answer, settings }),
    'POST /api/notifications': ({ body }) => {
      settings = body as NoticeSettings
      return json(200, { ...answer, settings })
    },
    ...more,
  })
  await come(account)
  return calls
}

/** Mounts the screen again without open(). */
async function come(account = ACCOUNT) {
  render(
    <MemoryRouter>
      <Notifications account={account} />
    </MemoryRouter>,
  )
  await screen.findByRole('radiogroup', { name: 'By mail' })
}
const choose = (group: string, name: string) =>
  userEvent.click(within(screen.getByRole('radiogroup', { name: group })).getByLabelText(name))
const sent = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('each kind is off, daily or at once, and is saved as it is pressed', async () => {
  const calls = await open()
  await choose('Comments', 'At once')
  await choose('Services', 'Off')
  const kinds = { ...ANSWER.settings.kinds, comment: 'now', service: 'off' }
  await waitFor(() => expect(sent(calls).at(-1)).toEqual({ ...ANSWER.settings, kinds }))
})

test('who comes back finds what was chosen, here and elsewhere, and the next choice keeps it', async () => {
  let { settings } = ANSWER
  const calls = await open(ANSWER, {
    'GET /api/notifications': () => json(200, { ...ANSWER, settings }),
    'POST /api/notifications': ({ body }) => {
      settings = body as NoticeSettings
      return json(200, { ...ANSWER, settings })
    },
  })
  await choose('Comments', 'At once')
  await waitFor(() => expect(settings.kinds.comment).toBe('now'))
  cleanup()
  settings = { ...settings, mail: false }
  await come()
  const isChosen = (group: string, name: string) =>
    within(screen.getByRole('radiogroup', { name: group })).getByLabelText<HTMLInputElement>(name)
      .checked
  await waitFor(() => expect(isChosen('Comments', 'At once')).toBe(true))
  await waitFor(() => expect(isChosen('By mail', 'Off')).toBe(true))
  await choose('Services', 'Off')
  const kinds = { ...ANSWER.settings.kinds, comment: 'now', service: 'off' }
  await waitFor(() => expect(sent(calls)).toHaveLength(2))
  expect(sent(calls).at(-1)).toEqual({ ...ANSWER.settings, mail: false, kinds })
})

test('what could not be saved is shown as it was answered meanwhile', async () => {
  let fail: (response: Response) => void = () => undefined
  let answer: (response: Response) => void = () => undefined
  const answers = [json(200, ANSWER), new Promise<Response>((resolve) => (answer = resolve))]
  await open(ANSWER, {
    'GET /api/notifications': () => answers.shift() ?? broken(),
    'POST /api/notifications': () => new Promise((resolve) => (fail = resolve)),
  })
  cleanup()
  await come()
  await choose('By mail', 'Off')
  const kinds = { ...ANSWER.settings.kinds, comment: 'now' as const }
  const late = json(200, { ...ANSWER, settings: { ...ANSWER.settings, kinds } })
  answer(late)
  await waitFor(() => expect(late.bodyUsed).toBe(true))
  await act(async () => undefined)
  fail(broken())
  expect(await screen.findByText('This was not saved. Please try again.')).toBeTruthy()
  const comments = within(screen.getByRole('radiogroup', { name: 'Comments' }))
  expect(comments.getByLabelText<HTMLInputElement>('At once').checked).toBe(true)
})

test('what could not be saved says so, and is shown as it is', async () => {
  await open(ANSWER, { 'POST /api/notifications': broken })
  await choose('By mail', 'Off')
  expect(await screen.findByText('This was not saved. Please try again.')).toBeTruthy()
  const mail = within(screen.getByRole('radiogroup', { name: 'By mail' }))
  await waitFor(() => expect(mail.getByLabelText<HTMLInputElement>('On').checked).toBe(true))
})

test('an address that is not confirmed gets no mail, and that nothing comes is said', async () => {
  await open(ANSWER, {}, { ...ACCOUNT, emailVerified: false })
  expect(screen.getByText(/Your address is not confirmed yet/)).toBeTruthy()
  expect(screen.getByText('Nothing reaches you with Wrenchlist closed.')).toBeTruthy()
})

test('quiet hours and the daily hour are times by a clock that is named', async () => {
  const calls = await open()
  expect(screen.getByText('By the clock of America/Chicago')).toBeTruthy()
  const from = screen.getByLabelText<HTMLInputElement>('Quiet from')
  expect(from.value).toBe('22:00')
  await userEvent.clear(from)
  await userEvent.type(from, '21:30')
  await userEvent.tab()
  const quiet = { from: 21 * 60 + 30, to: 7 * 60 }
  await waitFor(() => expect(sent(calls).at(-1)).toMatchObject({ quiet }))
  await choose('Quiet hours', 'Off')
  await waitFor(() => expect(sent(calls).at(-1)).toMatchObject({ quiet: null }))
})

/** The real navigator, extended. */
function stubNavigator(more: object) {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, more))
}

/** A browser with web push. @param answer to the permission prompt */
function stubBrowser(permission: NotificationPermission, answer = permission) {
  const requestPermission = vi.fn(() => {
    Object.assign(Notification, { permission: answer })
    return Promise.resolve(answer)
  })
  let subscription: unknown = null
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => {
      subscription = {
        endpoint: 'https://push.example/1',
        toJSON: () => ({
          endpoint: 'https://push.example/1',
          keys: { p256dh: 'p', auth: 'a' },
        }),
        unsubscribe: () => {
          subscription = null
          return Promise.resolve(true)
        },
      }
      return Promise.resolve(subscription)
    },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission })
  stubNavigator({ serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) } })
  return { requestPermission }
}

test('this device is asked at the press, and told to the server', async () => {
  const { requestPermission } = stubBrowser('default', 'granted')
  const devices = [{ label: 'Chrome on Linux', since: '', isThis: true }]
  let answer = ANSWER
  const nowWith = (now: NoticesAnswer['devices']) => {
    answer = { ...ANSWER, devices: now }
    return json(200, answer)
  }
  const calls = await open(ANSWER, {
    'GET /api/notifications': () => json(200, answer),
    'POST /api/push': () => nowWith(devices),
    'POST /api/push/end': () => nowWith([]),
  })
  const on = await screen.findByRole('button', { name: 'Turn on' })
  expect(requestPermission).not.toHaveBeenCalled()
  await userEvent.click(on)
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
  await screen.findByRole('button', { name: 'Turn on' })
  expect(sent(calls)).toEqual([
    {
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'p', auth: 'a' },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    { endpoint: 'https://push.example/1' },
  ])
})

test('a browser that said no is left alone, and the way back is told', async () => {
  const { requestPermission } = stubBrowser('denied')
  await open()
  expect(await screen.findByText(/Blocked in this browser/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  expect(requestPermission).not.toHaveBeenCalled()
})

test('a browser without pushes says so, and Safari on a phone how to get them', async () => {
  await open()
  expect(await screen.findByText(/This browser cannot be told/)).toBeTruthy()
  cleanup()
  stubNavigator({ standalone: false })
  await open()
  expect(await screen.findByText(/only the app on the home screen/)).toBeTruthy()
  await act(() => Promise.resolve())
})
