import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { until } from '#shared/testPatience.ts'
import { settled } from '../data/sync/write/writeQueue.ts'
import { useSync } from '../data/device/syncState.ts'
import { KitScreen } from './KitScreen.tsx'
import { openAs, putKit } from './testKit.ts'
import { json, stubFetch } from '../testApi.ts'

beforeEach(() => openAs('dana_k'))

afterEach(async () => {
  cleanup()
  await settled()
  useSync.setState({ isOnline: true })
})

const PRESS = 'What is different from the original'

function open(id: string) {
  return render(
    <MemoryRouter initialEntries={[`/kit/${id}`]}>
      <KitScreen id={id} />
    </MemoryRouter>,
  )
}

/** A server with only this original. */
function answer(original: { kitId: string; name: string; author: string | null } | null) {
  stubFetch(({ path }) =>
    path.endsWith('/lineage')
      ? json(200, { original: original && { buildId: 'aB3dE9', ...original } })
      : json(404, { error: 'Not found', code: 'not_found' }),
  )
}

const original = () => screen.findByRole('region', { name: 'Original' })

test('a copy names its original and who made it', async () => {
  const { kitId } = await putKit(false, { name: 'Theirs' })
  const { buildId } = await putKit(true, { fork: { from: kitId } })
  answer({ kitId, name: 'Theirs', author: 'lena' })
  open(buildId)
  const section = await original()
  expect(await within(section).findByText(/by lena/)).toBeTruthy()
  expect(section.textContent).toContain('Copied from Theirs by lena')
  expect(within(section).getByRole('link', { name: 'Theirs' }).getAttribute('href')).toBe(
    `/kit/${kitId}`,
  )
})

test('without a signal it names what is on this device, and compares with that', async () => {
  useSync.setState({ isOnline: false })
  const { kitId } = await putKit(false, { name: 'Theirs', notes: '30 Nm' })
  const { buildId } = await putKit(true, { name: 'Mine', fork: { from: kitId } }, [
    { name: 'Oil filter', price: 999, qty: 2 },
    { name: 'Gloves' },
  ])
  open(buildId)
  const section = await original()
  expect(await within(section).findByRole('link', { name: 'Theirs' })).toBeTruthy()
  await userEvent.click(within(section).getByRole('button', { name: PRESS }))
  const changed = await within(section).findByText('Oil filter')
  expect(changed.closest('li')?.textContent).toBe(
    'ChangedOil filterUnit pricefrom $11.49 → to $9.99',
  )
  expect(within(section).getByText('Gloves').closest('li')?.textContent).toContain('+ Added')
  expect(within(section).getByText('30 Nm').closest('li')?.textContent).toContain('removed:')
  expect(within(section).getByText('Kit name').closest('div')?.textContent).toContain('Mine')
})

test('an original that is nowhere here is said to be so, and can be asked for again', async () => {
  useSync.setState({ isOnline: false })
  const { buildId } = await putKit(true, { fork: { from: newId() } })
  open(buildId)
  const section = await original()
  expect(within(section).getByRole('link', { name: 'another kit' })).toBeTruthy()
  await userEvent.click(within(section).getByRole('button', { name: PRESS }))
  await within(section).findByText(/not on this device\. It is compared/)
  answer(null)
  await userEvent.click(within(section).getByRole('button', { name: 'Try again' }))
  await within(section).findByText(/The original is not there any more/)
  expect(within(section).queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('readers of a copy learn of its original what the server tells everybody', async () => {
  const { buildId } = await putKit(false)
  answer({ kitId: newId(), name: 'Build x', author: null })
  open(buildId)
  expect((await original()).textContent).toContain('Copied from an untitled draft')
})

test('a kit that was not copied says nothing of it, and an own one is not asked for', async () => {
  const asked: string[] = []
  stubFetch(({ path }) => {
    asked.push(path)
    return json(200, { original: null })
  })
  const own = await putKit(true)
  const theirs = await putKit(false)
  const first = open(own.buildId)
  await screen.findByRole('heading', { name: 'Your kit' })
  expect(asked.filter((path) => path.endsWith('/lineage'))).toEqual([])
  first.unmount()
  open(theirs.buildId)
  await until(() => expect(asked).toContain(`/api/kits/${theirs.kitId}/lineage`))
  expect(screen.queryByRole('heading', { name: 'Original' })).toBeNull()
})
