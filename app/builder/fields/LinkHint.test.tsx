import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { until } from '#shared/testPatience.ts'
import { db } from '../../data/device/db.ts'
import { openDevice } from '../../data/device/device.ts'
import { LinkHint } from './LinkHint.tsx'
import { json, stubApi } from '../../testApi.ts'

beforeEach(async () => {
  await openDevice()
  await db.meta.clear()
})
afterEach(cleanup)

/** Opens the hint with a server that fills in these shops, and waits for its answer. */
async function openAt(shops: { hosts: string[]; amazon: boolean }): Promise<void> {
  stubApi({ 'GET /api/shops': () => json(200, shops) })
  render(<LinkHint />)
  await until(async () => expect(await db.meta.get('shops')).toBeDefined())
  // The answer is stored first and shown a moment later.
  await new Promise((resolve) => setTimeout(resolve, 50))
}

test('says what a link does where the server can ask a shop', async () => {
  await openAt({ hosts: [], amazon: true })
  expect(await screen.findByText(/^Paste a product link/)).toBeTruthy()
})

test('promises nothing where it can ask none', async () => {
  await openAt({ hosts: [], amazon: false })
  expect(screen.queryByText(/^Paste a product link/)).toBeNull()
})
