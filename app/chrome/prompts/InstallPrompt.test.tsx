import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { decideConsent, useConsent } from '../../data/telemetry/consent.ts'
import { catchInstall } from '../../data/hardware/catchInstall.ts'
import { noteSave, startInstall, useInstall } from '../../data/hardware/installOffer.ts'
import { InstallPrompt } from './InstallPrompt.tsx'

/** Fakes the install prompt event. */
function browserOffers() {
  const prompt = vi.fn(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome: 'accepted' }),
  })
  act(() => void dispatchEvent(event))
  return { prompt, event }
}

/** A new tab, and a navigation within it. */
function visit() {
  sessionStorage.removeItem('install')
  act(startInstall)
  goOn()
}

const goOn = () => fireEvent.click(screen.getByRole('link', { name: 'Next screen' }))
const card = () => screen.queryByRole('region', { name: 'Keep Wrenchlist in your pocket' })

catchInstall()

beforeEach(() => {
  act(() => void dispatchEvent(new Event('appinstalled')))
  localStorage.clear()
  decideConsent(false)
  useInstall.setState({ event: null, isDone: false, isOffered: false })
  render(
    <MemoryRouter>
      <InstallPrompt />
      <Routes>
        <Route path="/" element={<Link to="/kit">Next screen</Link>} />
        <Route path="/kit" element={<Link to="/">Next screen</Link>} />
      </Routes>
    </MemoryRouter>,
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the offer to install', () => {
  test('comes at the second visit, and a press has the browser ask', async () => {
    const { prompt, event } = browserOffers()
    expect(event.defaultPrevented).toBe(true)
    visit()
    expect(card()).toBeNull()
    visit()
    expect(card()?.textContent).toContain('Keep Wrenchlist in your pocket')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Install' })))
    expect(prompt).toHaveBeenCalledTimes(1)
    expect(card()).toBeNull()
  })

  test('comes after the first save', () => {
    browserOffers()
    visit()
    act(noteSave)
    // Never into an open screen.
    expect(card()).toBeNull()
    goOn()
    expect(card()).not.toBeNull()
  })

  test('"Not now" holds for 30 days', () => {
    browserOffers()
    visit()
    visit()
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
    visit()
    expect(card()).toBeNull()
    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 60 * 60_000, toFake: ['Date'] })
    visit()
    expect(card()).not.toBeNull()
  })

  test('tells Safari’s way where there is no press, and nothing where there is neither', () => {
    visit()
    visit()
    expect(card()).toBeNull()
    Object.assign(navigator, { standalone: false })
    visit()
    expect(card()?.textContent).toContain('Add to Home Screen')
    Reflect.deleteProperty(navigator, 'standalone')
  })

  test('waits until the question about cookies is answered', () => {
    act(() => useConsent.setState({ consent: null, isCounted: true }))
    browserOffers()
    visit()
    visit()
    expect(card()).toBeNull()
    act(() => decideConsent(true))
    goOn()
    expect(card()).not.toBeNull()
  })
})
