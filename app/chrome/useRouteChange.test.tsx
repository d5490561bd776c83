import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useRouteChange } from './useRouteChange.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
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

function Kit() {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHere(true), 20)
    return () => clearTimeout(timer)
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
  const heading = await screen.findByRole('heading', { name: 'Brakes' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
