import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { CopyLink, type LinkState } from './CopyLink.tsx'

const URL_TEXT = 'wrenchlist.example/list/hT4kQ9'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(document, 'execCommand')
})

const LIVE: LinkState = {
  isOpen: true,
  word: 'Live',
  sentence: 'Anyone with this link can see the list.',
  mark: 'synced',
}
const NOT_YET: LinkState = {
  isOpen: false,
  word: 'Not live yet',
  sentence: 'Copy it now, it opens for others once this list has synced.',
  mark: 'waiting',
}

function show(isLive: boolean) {
  const onCopied = vi.fn()
  // user-event replaces the clipboard, so tests set their own afterwards.
  const user = userEvent.setup()
  render(<CopyLink url={URL_TEXT} state={isLive ? LIVE : NOT_YET} onCopied={onCopied} />)
  return { onCopied, press: () => user.click(screen.getByRole('button', { name: 'Copy link' })) }
}

function setClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined) {
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }))
}

test('the whole address is copied, with its protocol', async () => {
  const { onCopied, press } = show(true)
  const writeText = vi.fn(async () => undefined)
  setClipboard({ writeText })
  await press()
  expect(writeText).toHaveBeenCalledWith(`${location.protocol}//${URL_TEXT}`)
  expect(onCopied).toHaveBeenCalledOnce()
})

test('on plain http, without a clipboard, it is copied from a selected field', async () => {
  const { onCopied, press } = show(false)
  setClipboard(undefined)
  const selected: string[] = []
  document.execCommand = () => {
    selected.push(document.querySelector('textarea')?.value ?? '')
    return true
  }
  await press()
  expect(selected).toEqual([`${location.protocol}//${URL_TEXT}`])
  expect(onCopied).toHaveBeenCalledOnce()
  expect(document.querySelector('textarea')).toBe(null)
})

test('a clipboard that never answers is not waited for', async () => {
  const { onCopied, press } = show(true)
  setClipboard({ writeText: () => new Promise(() => undefined) })
  document.execCommand = () => true
  await press()
  await waitFor(() => expect(onCopied).toHaveBeenCalledOnce())
})

test('where nothing can copy, the link is shown in a field to copy by hand', async () => {
  const { onCopied, press } = show(true)
  setClipboard({ writeText: () => Promise.reject(new Error('refused')) })
  document.execCommand = () => false
  await press()
  expect(onCopied).not.toHaveBeenCalled()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /by hand/ })
  expect(field.value).toBe(URL_TEXT)
})

test('a link that is not live yet says so, and can be copied all the same', () => {
  show(false)
  expect(screen.getByText('Not live yet.')).toBeTruthy()
  expect(screen.getByText(/it opens for others once this list has synced/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy link' }).disabled).toBe(false)
})
