import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { db } from '../../data/device/db.ts'
import { shownPrincipal } from '../../data/device/device.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { useSync } from '../../data/device/syncState.ts'
import { preloadModal } from '../../ui/layers/LazyModal.tsx'
import { useToasts } from '../../ui/browser/toast.ts'
import { ToastHost } from '../../ui/layers/ToastHost.tsx'
import { KitScreen } from '../KitScreen.tsx'
import { openAs, putComment, putKit } from '../testKit.ts'
import { stubFetch } from '../../testApi.ts'

const HOUR = 3_600_000

// Preloaded: on a slow machine the dialog loads longer than a test waits.
beforeAll(preloadModal)

beforeEach(() => openAs('dana_k'))

afterEach(async () => {
  cleanup()
  await settled()
  sessionStorage.clear()
  useSync.setState({ isOnline: true, isFailing: false })
  useToasts.setState({ shown: null, next: null })
})

async function open(kit: { buildId: string }) {
  const view = render(
    <MemoryRouter initialEntries={[`/kit/${kit.buildId}`]}>
      <KitScreen id={kit.buildId} />
    </MemoryRouter>,
  )
  await screen.findByRole('heading', { name: /^Comments/ })
  return view
}

const section = () => screen.getByRole('region', { name: /^Comments/ })
const comments = () => within(section()).queryAllByRole('listitem')
const shownToast = () => useToasts.getState().shown
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' })
const post = () => userEvent.click(screen.getByRole('button', { name: 'Post Comment' }))

describe('reading', () => {
  test('author, age and formatted text, the oldest first', async () => {
    const kit = await putKit(false)
    await putComment(kit.kitId, { author: 'dana_k', text: 'Good catch', isMine: true })
    await putComment(kit.kitId, { author: 'quattro_pete', text: '**30 Nm**', age: 3 * HOUR + 9 })
    await open(kit)
    await waitFor(() => expect(comments()).toHaveLength(2))
    const [older, newer] = comments()
    expect(older!.textContent).toContain('quattro_pete3 hours ago')
    expect((await within(older!).findByText('30 Nm')).tagName).toBe('STRONG')
    expect(newer!.textContent).toContain('dana_kjust now')
  })

  test('without an account there is a way to log in and back, and nothing to press', async () => {
    await openAs(null)
    const kit = await putKit(false)
    await putComment(kit.kitId, { author: 'quattro_pete', text: 'Hello' })
    await open(kit)
    await waitFor(() => expect(comments()).toHaveLength(1))
    const login = screen.getByRole('link', { name: 'Log in to post a comment' })
    expect(login.getAttribute('href')).toBe(`/login?next=%2Fkit%2F${kit.buildId}`)
    expect(within(section()).queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('writing', () => {
  test('a comment is trimmed, appears at once and leaves the field empty', async () => {
    await open(await putKit(false))
    const text = await field()
    await userEvent.type(text, '  Fits the B7 as well \n ')
    await post()
    await waitFor(() => expect(comments()).toHaveLength(1))
    expect(within(section()).getByText('Fits the B7 as well')).toBeTruthy()
    expect(shownToast()).toMatchObject({ title: 'Comment posted!' })
    expect(text.value).toBe('')
  })

  test('without a signal it says that it waits, in the message and beside the comment', async () => {
    useSync.setState({ isOnline: false })
    await open(await putKit(false))
    await userEvent.type(await field(), 'Under the car')
    await post()
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: 'Comment posted!',
        text: 'On this device. It is sent when there is a signal.',
      }),
    )
    expect(await screen.findByText('Waiting to send')).toBeTruthy()
  })

  test('on a device that is full it goes out from the page, which says to stay open', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined)
    await open(await putKit(false))
    const text = await field()
    await userEvent.type(text, 'Under the car')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await post()
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: 'Comment posted!',
        text: 'In this page only: keep it open until the comment is sent.',
      }),
    )
    expect(text.readOnly).toBe(false)
    expect(text.value).toBe('')
    put.mockRestore()
    await waitFor(() => expect(comments()).toHaveLength(1))
  })

  test.each(['', '  \n '])('%j is no comment', async (typed) => {
    await open(await putKit(false))
    const text = await field()
    fireEvent.change(text, { target: { value: typed } })
    await post()
    expect(shownToast()).toMatchObject({
      title: 'Comment required',
      text: 'Please enter a comment',
      tone: 'error',
    })
    expect(comments()).toEqual([])
    expect(document.activeElement).toBe(text)
    expect(text.getAttribute('aria-invalid')).toBe('true')
  })

  test('that one is required is said until there is one', async () => {
    await open(await putKit(false))
    render(<ToastHost />)
    const text = await field()
    await post()
    await screen.findByText('Comment required')
    await userEvent.type(text, ' ')
    expect(text.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('Please enter a comment').length).toBeGreaterThan(1)
    await userEvent.type(text, 'Fits')
    expect(text.getAttribute('aria-invalid')).toBeNull()
    expect(screen.queryByText('Comment required')).toBeNull()
    expect(screen.queryByText('Please enter a comment')).toBeNull()
  })

  test('what is half typed survives leaving the page', async () => {
    const kit = await putKit(false)
    const { unmount } = await open(kit)
    await userEvent.type(await field(), 'Half a th')
    unmount()
    await open(kit)
    expect((await field()).value).toBe('Half a th')
  })

  test('what was half typed in an older version is there after the update', async () => {
    const kit = await putKit(false)
    const key = `comment:${shownPrincipal()}:${kit.kitId}`
    sessionStorage.setItem(key, 'Half a "th')
    const { unmount } = await open(kit)
    expect((await field()).value).toBe('Half a "th')
    await userEvent.type(await field(), 'ought"')
    unmount()
    await open(kit)
    expect((await field()).value).toBe('Half a "thought"')
  })

  test('near the limit it counts what is left', async () => {
    await open(await putKit(false))
    fireEvent.change(await field(), { target: { value: 'x'.repeat(4_990) } })
    expect(screen.getByText('10 characters left.')).toBeTruthy()
  })

  test('after the session has ended one may still write, and is told to sign in', async () => {
    await openAs('dana_k', { isExpired: true })
    await open(await putKit(false))
    await userEvent.type(await field(), 'Later')
    await post()
    await waitFor(() => expect(comments()).toHaveLength(1))
    expect(shownToast()?.text).toBe('On this device. It is sent once you sign in.')
    expect(screen.getByRole('link', { name: 'Sign in to send' })).toBeTruthy()
  })
})

describe('a comment that was refused', () => {
  const refuse = (kitId: string) => {
    const id = newId()
    return db.problems.put({
      id: `${id}:text`,
      p: shownPrincipal(),
      at: Date.now(),
      kind: 'comment',
      row: id,
      kit: kitId,
      cell: 'text',
      value: 'My long answer',
      code: 'invalid',
    })
  }

  test('says so, and keeps its text to copy or to take away', async () => {
    const kit = await putKit(false)
    await open(kit)
    // Refusals from before the first render are not announced.
    await screen.findByText('No comments yet')
    await refuse(kit.kitId)
    expect(await screen.findByText('My long answer')).toBeTruthy()
    expect(screen.getByText('Not posted.')).toBeTruthy()
    await waitFor(() => expect(shownToast()?.title).toBe('Failed to post comment'))
    // Freezes the clock within the toast's five seconds.
    vi.spyOn(Date, 'now').mockReturnValue(shownToast()?.at ?? 0)
    await userEvent.click(screen.getByRole('button', { name: 'Copy comment by dana_k' }))
    expect(await navigator.clipboard.readText()).toBe('My long answer')
    await userEvent.click(screen.getByRole('button', { name: 'Delete comment by dana_k' }))
    await waitFor(() => expect(screen.queryByText('My long answer')).toBeNull())
    // The earlier error stays for its time.
    await waitFor(() => expect(useToasts.getState().next?.title).toBe('Comment deleted'))
  })

  test('an old refusal is shown without a new message', async () => {
    const kit = await putKit(false)
    await refuse(kit.kitId)
    await open(kit)
    expect(await screen.findByText('My long answer')).toBeTruthy()
    expect(shownToast()).toBeNull()
  })
})

describe('taking away', () => {
  test('its author deletes a comment and undoes it', async () => {
    const kit = await putKit(false)
    await putComment(kit.kitId, { author: 'dana_k', text: 'Never mind', isMine: true })
    await open(kit)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete comment by dana_k' }))
    await waitFor(() => expect(comments()).toEqual([]))
    expect(document.activeElement?.textContent).toContain('Comments')
    expect(shownToast()?.title).toBe('Comment deleted')
    shownToast()?.action?.onPress()
    await waitFor(() => expect(comments()).toHaveLength(1))
  })

  test("others' comments can be reported, but not deleted or hidden", async () => {
    const kit = await putKit(false)
    await putComment(kit.kitId, { author: 'spam_4u', text: 'Cheap things' })
    await open(kit)
    await screen.findByText('Cheap things')
    expect(within(section()).queryByRole('button', { name: /^(Delete|Hide)/ })).toBeNull()
    expect(
      within(section()).getByRole('button', { name: 'Report comment by spam_4u' }),
    ).toBeTruthy()
  })

  test('the owner of the kit hides a comment, which needs a signal', async () => {
    const kit = await putKit(true)
    const id = await putComment(kit.kitId, { author: 'spam_4u', text: 'Cheap things' })
    await open(kit)
    const hide = await screen.findByRole('button', { name: 'Hide comment by spam_4u' })
    await userEvent.click(hide)
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: 'Failed to hide comment',
        text: 'This needs a signal. Try again when there is one.',
        tone: 'error',
      }),
    )
    useToasts.setState({ shown: null, next: null })

    const calls = answerWith(204)
    await userEvent.click(hide)
    await waitFor(() => expect(shownToast()?.title).toBe('Comment hidden'))
    expect(calls[0]).toEqual(['POST', `/api/comments/${id}/hide`, { hidden: true }])
  })

  test('a hidden comment is marked, and can be shown again', async () => {
    const kit = await putKit(true)
    await putComment(kit.kitId, { author: 'spam_4u', text: 'Cheap things', hidden: true })
    await open(kit)
    expect(await screen.findByText('Hidden from others')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show again comment by spam_4u' })).toBeTruthy()
  })

  test('an administrator deletes any comment', async () => {
    await openAs('root', { isAdmin: true })
    const kit = await putKit(false)
    const id = await putComment(kit.kitId, { author: 'spam_4u', text: 'Cheap things' })
    await open(kit)
    const calls = answerWith(204)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete comment by spam_4u' }))
    await waitFor(() => expect(shownToast()?.title).toBe('Comment deleted'))
    expect(calls[0]?.slice(0, 2)).toEqual(['DELETE', `/api/comments/${id}`])
  })
})

describe('reporting', () => {
  async function openReport() {
    const kit = await putKit(false)
    const id = await putComment(kit.kitId, { author: 'spam_4u', text: 'Cheap things' })
    await open(kit)
    await userEvent.click(await screen.findByRole('button', { name: 'Report comment by spam_4u' }))
    const dialog = await screen.findByRole('dialog', { name: 'Report comment' })
    return { id, dialog }
  }

  test('sends the reason', async () => {
    const { id, dialog } = await openReport()
    const calls = answerWith(204)
    await userEvent.type(within(dialog).getByRole('textbox'), ' Advertising ')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send report' }))
    await waitFor(() => expect(shownToast()?.title).toBe('Comment reported'))
    expect(calls).toEqual([['POST', `/api/comments/${id}/report`, { reason: 'Advertising' }]])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('without a signal it says so and keeps the reason', async () => {
    const { dialog } = await openReport()
    const reason = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    await userEvent.type(reason, 'Advertising')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send report' }))
    await within(dialog).findByText('This needs a signal. Try again when there is one.')
    expect(reason.value).toBe('Advertising')
  })
})

/** Answers every call the same, and records those about comments; sync makes calls of its own. */
function answerWith(status: number): unknown[][] {
  const calls: unknown[][] = []
  stubFetch(({ method, path, body }) => {
    if (path.startsWith('/api/comments')) calls.push([method, path, body])
    return new Response(null, { status })
  })
  return calls
}

test('what somebody has begun to write is not in the form of who signs in after', async () => {
  const kit = await putKit(false)
  const rows = await db.rows.where('[p+kit]').equals([shownPrincipal(), kit.kitId]).toArray()
  await open(kit)
  await userEvent.type(await field(), 'half a thought')
  cleanup()
  await openAs('quattro_pete')
  await db.rows.bulkPut(rows.map((row) => ({ ...row, p: shownPrincipal() })))
  await open(kit)
  expect((await field()).value).toBe('')
  cleanup()
  await openAs('dana_k')
  await open(kit)
  expect((await field()).value).toBe('half a thought')
})
