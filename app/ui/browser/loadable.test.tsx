import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { loadable, loadAgain, tellFailureAfter } from './loadable.tsx'

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    if (!this.state.hasFailed) return this.props.children
    const handlePress = () => {
      loadAgain()
      this.setState({ hasFailed: false })
    }
    return <button onClick={handlePress}>Try Again</button>
  }
}

afterEach(cleanup)

test('code that does not come is asked for once, said, and asked for again by who tries again', async () => {
  const shown = vi.spyOn(console, 'error')
  const load = vi.fn<() => Promise<() => ReactNode>>()
  load.mockRejectedValueOnce(new Error('404'))
  load.mockResolvedValue(() => <p>Here it is</p>)
  const Screen = loadable(load)
  await act(async () =>
    render(
      <Boundary>
        <Suspense fallback="Waiting">
          <Screen />
        </Suspense>
      </Boundary>,
    ),
  )
  const again = await screen.findByRole('button', { name: 'Try Again' })
  expect(load).toHaveBeenCalledTimes(1)
  // React's own error message.
  expect(String(shown.mock.calls)).toContain('404')
  shown.mockClear()
  await act(async () => again.click())
  expect(await screen.findByText('Here it is')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('the failure waits for what may help against it', async () => {
  const shown = vi.spyOn(console, 'error')
  let give: () => void = () => undefined
  tellFailureAfter(new Promise((resolve) => (give = resolve)))
  const Screen = loadable(() => Promise.reject(new Error('404')))
  await act(async () =>
    render(
      <Boundary>
        <Suspense fallback="Waiting">
          <Screen />
        </Suspense>
      </Boundary>,
    ),
  )
  expect(screen.getByText('Waiting')).toBeTruthy()
  await act(async () => give())
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy()
  expect(String(shown.mock.calls)).toContain('404')
  shown.mockClear()
})
