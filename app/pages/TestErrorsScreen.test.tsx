import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Caught } from '../data/device/reportError.ts'

import { TEST_ENDPOINT } from '#shared/admin/errorReport.ts'
import { until } from '#shared/testPatience.ts'
import { ErrorBoundary } from '../chrome/start/ErrorBoundary.tsx'
import { reportOf } from '../data/telemetry/caughtReport.ts'
import { openDevice } from '../data/device/device.ts'
import { takeReports } from '../data/device/reportError.ts'
import { TestErrorsScreen } from './TestErrorsScreen.tsx'
import { json, stubFetch } from '../testApi.ts'

let caught: Caught[] = []
beforeEach(async () => {
  await openDevice()
  takeReports(() => undefined)
  caught = []
  takeReports((one) => caught.push(one))
})
afterEach(cleanup)

function open() {
  render(
    <MemoryRouter>
      <ErrorBoundary>
        <TestErrorsScreen />
      </ErrorBoundary>
    </MemoryRouter>,
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const reports = () => caught.map((one) => reportOf(one, null))

test('a component error shows the error screen, is reported with its components, and can be left', async () => {
  const shown = vi.spyOn(console, 'error')
  open()
  await press('Component error')
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain(
    'We encountered an unexpected error. Our team has been notified',
  )
  expect(reports()).toMatchObject([
    { message: 'Error: Test component error', level: 'error', context: { test: true } },
  ])
  expect(reports()[0]?.componentStack).toContain('Broken')
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/')
  await press('Try Again')
  expect(screen.getByRole('heading', { name: 'Error test page' })).toBeTruthy()
  shown.mockClear()
})

test('a call of nothing is reported with what was asked', async () => {
  const none = () => new Response('{"error":"nothing"}', { status: 404 })
  stubFetch(async ({ path }) => {
    if (path !== TEST_ENDPOINT) throw new TypeError('No network in this test')
    return none()
  })
  open()
  await press('API error')
  await until(() => expect(caught).toHaveLength(1))
  expect(reports()).toMatchObject([
    {
      message: '404: {"error":"nothing"}',
      level: 'error',
      context: { endpoint: TEST_ENDPOINT, method: 'GET', status: 404, test: true },
    },
  ])
})

test('messages are logged at their levels', async () => {
  open()
  for (const name of ['Log error', 'Log warning', 'Log info']) await press(name)
  expect(reports().map((report) => [report?.level, report?.context])).toEqual([
    ['error', { test: true }],
    ['warning', { test: true }],
    ['info', { test: true }],
  ])
})

test('where the operator has taken it out there is nothing', async () => {
  stubFetch(() => json(404, { error: 'Not found', code: 'not_found' }))
  open()
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(caught).toEqual([])
})
