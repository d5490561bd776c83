import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Factor } from '#shared/secondFactor.ts'
import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { DANA, done, json, stubApi, type Answer } from '../../testApi.ts'
import { AccountScreen } from '../../AccountScreen.tsx'
import { enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(cleanup)

const FACTORS = '/api/auth/second-factors'
const CODES = Array.from({ length: 10 }, (_, n) => `code-${n}${n}${n}`)
const app: Factor = {
  id: newId(),
  kind: 'totp',
  label: 'Workshop phone',
  createdAt: new Date(Date.now() - 86_400_000).toISOString(),
  lastUsedAt: new Date(Date.now() - 3_600_000).toISOString(),
}
const said =
  (factors: Factor[], isRequired = false) =>
  () =>
    json(200, { factors, recoveryCodesLeft: factors.length > 0 ? 9 : 0, isRequired })

async function openAccount(answers: Record<string, Answer>) {
  await enter({ ...DANA, id: newId() })
  const calls = stubApi({
    [`POST ${FACTORS}`]: () =>
      json(200, { kind: 'totp', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Wrenchlist' }),
    ...answers,
  })
  open('/my-account', <AccountScreen id="my-account" />)
  const region = within(screen.getByRole('region', { name: 'Two-step sign-in' }))
  return { calls, region }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('an app is added with its first code, and the recovery codes are seen once', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  const wrong = json(403, { code: 'wrong_code', field: 'code', error: 'This code is wrong.' })
  const answers = [wrong, json(200, { recoveryCodes: CODES })]
  const { calls, region } = await openAccount({
    [`GET ${FACTORS}`]: said([], true),
    [`POST ${FACTORS}/complete`]: () => answers.shift() ?? done(),
  })
  await region.findByText('Required of administrators')
  expect(region.getByText(/signing in and changes here need one/)).toBeTruthy()
  await press('Add an authenticator app')
  await region.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(region.getByText('JBSWY3DPEHPK3PXP')).toBeTruthy()
  await userEvent.clear(field('What to call it'))
  await userEvent.type(field('What to call it'), 'Workshop phone')
  await userEvent.type(field('Code'), '000000{Enter}')
  await region.findByText('This code is wrong.')
  await userEvent.clear(field('Code'))
  await userEvent.type(field('Code'), '123456{Enter}')

  const heading = await region.findByRole('heading', { name: 'Keep these recovery codes' })
  expect(document.activeElement).toBe(heading)
  expect(shownToast()[0]).toBe('Two-step sign-in is on')
  for (const code of CODES) expect(region.getByText(code)).toBeTruthy()
  await press('Download')
  expect(saved).toEqual(['wrenchlist-dana_k-codes.txt'])
  await press('I have kept them')
  expect(region.queryByText('code-000')).toBeNull()
  expect(calls.filter(({ path }) => path.endsWith('complete')).at(-1)?.body).toEqual({
    kind: 'totp',
    label: 'Workshop phone',
    code: '123456',
  })
})

test('what is given up stays as it was', async () => {
  const { calls, region } = await openAccount({
    [`GET ${FACTORS}`]: said([]),
    [`POST ${FACTORS}`]: () => json(403, { code: 'proof_needed', error: 'Again.', second: null }),
  })
  await userEvent.click(await region.findByRole('button', { name: 'Add an authenticator app' }))
  await screen.findByRole('alertdialog', { name: 'Confirm that it is you' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(shownToast()[0]).toBeUndefined()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(region.queryByLabelText('Code')).toBeNull()
})

test('new codes are shown, and the last one is removed with its codes', async () => {
  let factors = [app]
  const { calls, region } = await openAccount({
    [`GET ${FACTORS}`]: () => said(factors)(),
    'POST /api/auth/recovery-codes': () => json(200, { recoveryCodes: CODES }),
    [`DELETE ${FACTORS}/${app.id}`]: () => {
      factors = []
      return done()
    },
  })
  await region.findByText('Workshop phone')
  expect(region.getByText(/^Authenticator app, added yesterday at .*, last used 1 h/)).toBeTruthy()
  expect(region.getByText(/^9 left/)).toBeTruthy()
  await press('New recovery codes')
  await region.findByText('code-999')
  await press('I have kept them')
  await press('Remove Workshop phone')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/It is the last one/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(region.queryByText('Workshop phone')).toBeNull())
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('without an answer it says so, and asks again', async () => {
  const { region } = await openAccount({})
  expect(await region.findByText('Failed to load your second factors')).toBeTruthy()
  expect(region.queryByRole('button', { name: /^Add/ })).toBeNull()
})
