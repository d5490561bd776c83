import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { useRouteChange } from './useRouteChange.ts'

const scrolled: number[] = []
beforeEach(() => {
  scrolled.length = 0
  vi.stubGlobal('scrollTo', (_x: number, y: number) => void scrolled.push(y))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Screens() {
  useRouteChange()
  return (
    <main>
      <Routes>
        <Route path="/" element={<Link to="/kit">Open</Link>} />
        <Route path="/kit" element={<Kit />} />
      </Routes>
    </main>
  )
}

let arrive: () => void = () => undefined

function Kit() {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    arrive = () => setHere(true)
  }, [])
  return isHere ? <h1 key="here">Brakes</h1> : <h1 key="loading">Kit</h1>
}

test('the focus goes on to the heading of what was still loading', async () => {
  render(
    <MemoryRouter>
      <Screens />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Open' }))
  expect(document.activeElement?.textContent).toBe('Kit')
  act(arrive)
  const heading = await screen.findByRole('heading', { name: 'Brakes' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

describe('where a page that is loaded begins', () => {
  function load(path: string, type: string): readonly number[] {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never])
    scrolled.length = 0
    render(
      <MemoryRouter initialEntries={[{ pathname: path, key: 'default' }]}>
        <Screens />
      </MemoryRouter>,
    )
    return scrolled
  }
  /** Scrolls a page, and leaves it. */
  function leaveAt(path: string, y: number): void {
    load(path, 'navigate')
    vi.stubGlobal('scrollY', y)
    dispatchEvent(new Event('scroll'))
    cleanup()
  }

  test.each(['reload', 'back_forward'])('is where it was after a %s', (type) => {
    leaveAt('/kit', 800)
    expect(load('/kit', type)).toContain(800)
  })

  test('is the top for an address that is opened, and for another page', () => {
    leaveAt('/kit', 800)
    expect(load('/kit', 'navigate')).toEqual([])
    cleanup()
    expect(load('/', 'reload')).toEqual([])
  })
})
