import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dismissToast, toast, TOAST_MS, useToasts } from './toast.ts'

const shown = () => useToasts.getState().shown

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ shown: null, next: null })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a new message takes the place of the one before', () => {
  toast({ title: 'Link copied!' })
  toast({ title: 'Removed' })
  expect(shown()?.title).toBe('Removed')
})

test('an error stands for 5 seconds, and what it held back follows it', () => {
  toast({ title: 'Could not save', tone: 'error' })
  toast({ title: 'Link copied!' })
  expect(shown()?.title).toBe('Could not save')
  dismissToast(shown()?.id ?? 0)
  expect(shown()?.title).toBe('Link copied!')
})

test('an error gives way to a later error at once, and to anything after 5 seconds', () => {
  toast({ title: 'First', tone: 'error' })
  toast({ title: 'Second', tone: 'error' })
  expect(shown()?.title).toBe('Second')
  vi.advanceTimersByTime(TOAST_MS)
  toast({ title: 'Link copied!' })
  expect(shown()?.title).toBe('Link copied!')
})

test('dismissing a message that is gone already takes nothing else away', () => {
  toast({ title: 'First' })
  const first = shown()?.id ?? 0
  toast({ title: 'Second' })
  dismissToast(first)
  expect(shown()?.title).toBe('Second')
})
