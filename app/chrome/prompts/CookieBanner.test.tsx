import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { askCounted } from '../../data/telemetry/askCounted.ts'
import { decideConsent, mayCount, useConsent } from '../../data/telemetry/consent.ts'
import { CookieBanner } from './CookieBanner.tsx'
import { CookieSettings } from './CookieSettings.tsx'
import { json, stubApi } from '../../testApi.ts'

const KEY = 'cookieConsent'
const nothingDecided = () => {
  localStorage.removeItem(KEY)
  useConsent.setState({ consent: null, isCounted: true })
}

beforeEach(nothingDecided)
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'globalPrivacyControl')
})

const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown
const counts = () => mayCount(useConsent.getState())
const show = () =>
  render(
    <MemoryRouter>
      <CookieBanner />
      <Link to="/kit">Next screen</Link>
    </MemoryRouter>,
  )
const banner = () => screen.queryByRole('region', { name: 'Cookies on Wrenchlist' })

describe('the question about cookies', () => {
  test('lets nothing be counted before it is answered', () => {
    show()
    expect(banner()).toBeTruthy()
    expect(counts()).toBe(false)
    expect(stored()).toBeNull()
  })

  test.each([
    ['Reject', false],
    ['Accept All', true],
  ])('is answered for good by %s', async (name, analytics) => {
    show()
    await userEvent.click(screen.getByRole('button', { name }))
    expect(stored()).toEqual({
      necessary: true,
      analytics,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      version: '1.0',
    })
    expect(counts()).toBe(analytics)
    expect(banner()).toBeNull()
    cleanup()
    show()
    expect(banner()).toBeNull()
  })

  test('can be answered item by item; what is necessary cannot be refused', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Customize' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cookie Settings' }))
    const necessary = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Necessary/ })
    expect([necessary.checked, necessary.disabled]).toEqual([true, true])
    const analytics = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Analytics/ })
    expect(analytics.checked).toBe(true)
    await userEvent.click(analytics)
    await userEvent.click(dialog.getByRole('button', { name: 'Save Settings' }))
    expect(stored()).toMatchObject({ necessary: true, analytics: false, version: '1.0' })
    await waitFor(() => expect(banner()).toBeNull())
  })

  test('is not decided by leaving the settings', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Customize' }))
    await screen.findByRole('dialog', { name: 'Cookie Settings' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(banner()).toBeTruthy()
    expect(stored()).toBeNull()
  })

  test.each([
    ['another version', { necessary: true, analytics: true, timestamp: '', version: '0.9' }],
    ['something else', 'yes'],
  ])('is put again when %s is stored', async (_what, record) => {
    localStorage.setItem(KEY, JSON.stringify(record))
    vi.resetModules()
    const anew = await import('../../data/telemetry/consent.ts')
    anew.noteCounted(true)
    expect(anew.mustAsk(anew.useConsent.getState())).toBe(true)
  })

  test('is not put where the browser has answered it for every site', async () => {
    Object.assign(navigator, { globalPrivacyControl: true })
    show()
    expect(banner()).toBeNull()
    useConsent.setState({
      consent: { necessary: true, analytics: true, timestamp: '', version: '1.0' },
    })
    expect(counts()).toBe(false)
  })

  test('comes with a screen, and never into the one that is open', async () => {
    useConsent.setState({ isCounted: null })
    stubApi({ 'GET /api/consent': () => json(200, { isCounted: true }) })
    show()
    await act(askCounted)
    expect(banner()).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Next screen' }))
    expect(banner()).toBeTruthy()
    vi.unstubAllGlobals()
  })

  test('is not put where nothing is counted, whatever was agreed to, and the settings say so', async () => {
    stubApi({ 'GET /api/consent': () => json(200, { isCounted: false }) })
    await act(askCounted)
    vi.unstubAllGlobals()
    show()
    await userEvent.click(screen.getByRole('link', { name: 'Next screen' }))
    expect(banner()).toBeNull()
    act(() => decideConsent(true))
    expect(counts()).toBe(false)
    render(<CookieSettings isOpen onClose={() => undefined} onSaved={() => undefined} />)
    expect(await screen.findByText(/^Nothing is counted here/)).toBeTruthy()
  })
})
