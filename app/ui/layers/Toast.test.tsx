import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toast } from './Toast.tsx'
import { toast, TOAST_MS, useToasts } from '../browser/toast.ts'

let isBusy = false
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  // A busy page checks the time rarely.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += isBusy ? 1_000 : 100))
})
afterEach(() => {
  cleanup()
  useToasts.setState({ shown: null, next: null })
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isShown = () => screen.queryByText('500 lines added') !== null

test('the seconds of a message are those in which the page is at rest', async () => {
  isBusy = true
  render(<Toast />)
  act(() => toast({ title: '500 lines added' }))
  await pass(3 * TOAST_MS)
  expect(isShown()).toBe(true)
  isBusy = false
  await pass(TOAST_MS - 2_000)
  isBusy = true
  await pass(2 * TOAST_MS)
  expect(isShown()).toBe(true)
  isBusy = false
  await pass(1_000)
  expect(isShown()).toBe(true)
  await pass(2_000)
  expect(isShown()).toBe(false)
})

test('a message under the pointer stays, and has its seconds left after that', async () => {
  render(<Toast />)
  act(() => toast({ title: '500 lines added' }))
  const message = screen.getByText('500 lines added')
  fireEvent.pointerMove(message)
  await pass(2 * TOAST_MS)
  expect(isShown()).toBe(true)
  fireEvent.pointerLeave(screen.getByRole('region', { name: /Notifications/ }))
  await pass(TOAST_MS - 1_000)
  expect(isShown()).toBe(true)
  await pass(2_000)
  expect(isShown()).toBe(false)
})

test('a message after one that was closed by its X, under the pointer, goes by itself', async () => {
  render(<Toast />)
  act(() => toast({ title: 'Kit saved' }))
  await pass(1_000)
  const close = screen.getByRole('button', { name: 'Dismiss' })
  close.focus()
  fireEvent.pointerMove(close)
  fireEvent.click(close)
  expect(screen.queryByText('Kit saved')).toBeNull()
  act(() => toast({ title: '500 lines added' }))
  await pass(1_000)
  expect(isShown()).toBe(true)
  await pass(TOAST_MS)
  expect(isShown()).toBe(false)
})
