/** Test helper: a screen at an address, and the signed-in account. */
import type { ReactNode } from 'react'

import { render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'

import { signIn } from '../data/sessions/signIn.ts'
import { openDevice, setSignedIn } from '../data/device/device.ts'
import { useToasts } from '../ui/browser/toast.ts'
import { recorded } from '../testRecorded.ts'
import { DANA, json, stubApi } from '../testApi.ts'

/** Renders a screen; navigating away renders no other. */
export function open(address: string, element: ReactNode) {
  useToasts.setState({ shown: null, next: null })
  render(
    <MemoryRouter initialEntries={[address]}>
      {element}
      <Address />
    </MemoryRouter>,
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <div data-testid="address">{pathname + search}</div>
}

export const address = () => screen.getByTestId('address').textContent

export const shownToast = () => {
  const { title, text } = useToasts.getState().shown ?? {}
  return [title, text]
}

export async function enter(user: object = DANA) {
  await openDevice()
  const answer = recorded('POST /api/auth/login', { token: 'secret-token', user })
  stubApi({ 'POST /api/auth/login': () => json(200, answer) })
  const { complete } = await signIn({ username: 'dana_k', password: 'x' })
  await complete([])
  stubApi({})
}

/** Signs out, as by a log-out. */
export function leave() {
  localStorage.clear()
  setSignedIn(null)
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
