import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { IconButton } from '../controls/IconButton.tsx'
import { useTip } from './useTip.ts'

function Words() {
  const { target } = useTip()
  return <output>{target?.dataset['tip'] ?? 'none'}</output>
}

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <IconButton label="Undo" />
      <IconButton label="Keys of the parts list" tip="Keys" />
      <p>elsewhere</p>
      <Words />
    </>,
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = () => screen.getByRole('status').textContent
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const rest = (element: HTMLElement, pointerType = 'mouse') =>
  fireEvent.pointerOver(element, { pointerType })
const button = (name: string) => screen.getByRole('button', { name })

describe('words of a control', () => {
  test('come after 700 ms of rest, at once on the next one, and go when the pointer goes', async () => {
    rest(button('Undo'))
    await pass(690)
    expect(shown()).toBe('none')
    await pass(20)
    expect(shown()).toBe('Undo')
    rest(button('Keys of the parts list'))
    await pass(0)
    expect(shown()).toBe('Keys')
    rest(screen.getByText('elsewhere'))
    await pass(160)
    expect(shown()).toBe('none')
    await pass(100)
    rest(button('Undo'))
    await pass(0)
    expect(shown()).toBe('Undo')
  })

  test('wait again once none was shown for 300 ms', async () => {
    rest(button('Undo'))
    await pass(710)
    rest(screen.getByText('elsewhere'))
    await pass(500)
    rest(button('Undo'))
    await pass(600)
    expect(shown()).toBe('none')
  })

  test('go with Escape and with a press', async () => {
    rest(button('Undo'))
    await pass(710)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await pass(0)
    expect(shown()).toBe('none')
    rest(screen.getByText('elsewhere'))
    rest(button('Undo'))
    await pass(0)
    expect(shown()).toBe('Undo')
    fireEvent.pointerDown(button('Undo'))
    await pass(0)
    expect(shown()).toBe('none')
  })

  test('never come for a finger', async () => {
    rest(button('Undo'), 'touch')
    await pass(2_000)
    expect(shown()).toBe('none')
  })
})
