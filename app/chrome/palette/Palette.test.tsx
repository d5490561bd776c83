import Dexie from 'dexie'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { db } from '../../data/device/db.ts'
import { openDevice, setSignedIn } from '../../data/device/device.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { useOffers } from '../../ui/browser/offers.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { Palette } from './Palette.tsx'

const AUDI = { year: 2008, make: 'Audi', model: 'S4' }

beforeEach(async () => {
  await openDevice()
  await Promise.all([db.rows.clear(), db.pending.clear()])
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  setSignedIn(null)
  document.documentElement.removeAttribute('data-theme')
})

async function kitNamed(name: string, more: Parameters<typeof setCells>[3] = {}) {
  const kit = await storeBuild(
    { name: 'Oil filter', manufacturer: 'Corvane', partNumber: 'LX 1006/1D' },
    { name: 'Drain plug' },
  )
  setCells('kit', kit.kitId, kit.kitId, { name, ...more })
  await settled()
  return kit
}

let address = ''
function Address() {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    address = pathname + search + hash
  })
  return null
}

function show(path = '/create-kits', offer?: () => void) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Opening />
      <Address />
      {offer && <Offering onChoose={offer} />}
    </MemoryRouter>,
  )
}

function Opening() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Palette isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function Offering({ onChoose }: { onChoose: () => void }) {
  useOffers(() => [{ name: 'Save Kit', icon: null, keys: 'Ctrl S', onChoose }])
  return null
}

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  return screen.findByRole('combobox', { name: /^Search/ })
}
const search = async (text: string) => {
  const field = await open()
  await userEvent.type(field, text)
  return field
}
const group = (name: string) => screen.findByRole('group', { name })
const optionsOf = async (name: string) =>
  within(await group(name))
    .getAllByRole('option')
    .map((option) => option.textContent)
/** An option by its text, which highlighting splits up. */
const option = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('option').find((one) => one.textContent.startsWith(text))
    if (!found) throw new Error(`no option ${text}`)
    return found
  })
const hasOption = (text: string) =>
  screen.queryAllByRole('option').some((one) => one.textContent.startsWith(text))
const meant = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? ''
  return document.getElementById(id)?.textContent
}

describe('what is found', () => {
  test('kits by name, vehicle and task, in any order of the words', async () => {
    const { buildId } = await kitNamed('S4 oil', { vehicle: AUDI, task: 'Oil Change' })
    await kitNamed('Volvo brakes')
    show()
    await search('change audi')
    expect(await optionsOf('Kits')).toEqual(['S4 oil, 2008 Audi S4 / Oil Change'])
    await userEvent.keyboard('{Enter}')
    expect(address).toBe(`/kit/${buildId}`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('parts of own kits, also by their number as others write it and by what the kit is for', async () => {
    const { kitId } = await kitNamed('S4 oil', { vehicle: AUDI })
    await kitNamed('Volvo oil')
    show()
    const field = await search('lx10061d')
    const both = ['S4 oil', 'Volvo oil'].map((kit) => `Oil filter, Corvane, LX 1006/1D, ${kit}`)
    await waitFor(async () => expect((await optionsOf('Parts')).toSorted()).toEqual(both))
    await userEvent.clear(field)
    await userEvent.type(field, 'audi filter')
    await waitFor(async () => expect(await optionsOf('Parts')).toEqual([both[0]]))
    await userEvent.click(await option('Oil filter'))
    expect(address).toBe(`/builder?kit=${kitId}`)
  })

  test('a part that was just added or taken out', async () => {
    const { kitId, lineIds } = await kitNamed('S4 oil')
    show()
    await search('plug')
    await option('Drain plug')
    await act(async () => {
      setCells('line', lineIds[1] ?? '', kitId, { del: true })
      setCells('line', lineIds[0] ?? '', kitId, { name: 'Glow plug' })
      await settled()
    })
    await option('Glow plug')
    expect(hasOption('Drain plug')).toBe(false)
  })

  test('kits at once, and their parts once those are drawn: till then nobody says that there are none', async () => {
    await kitNamed('Plug service')
    show()
    const field = await search('service')
    await option('Plug service')
    fireEvent.change(field, { target: { value: 'zebra' } })
    await screen.findByText('Nothing on this device has “zebra”.', { selector: 'span:not([role])' })
    fireEvent.change(field, { target: { value: 'plug' } })
    expect(hasOption('Plug service')).toBe(true)
    expect(hasOption('Drain plug')).toBe(false)
    await option('Drain plug')
    fireEvent.change(field, { target: { value: 'filter' } })
    expect(screen.queryByText(/^Nothing on this device/)).toBeNull()
    await option('Oil filter')
  })

  test('vehicles and tasks lead to the kits that have them', async () => {
    await kitNamed('One', { vehicle: AUDI, task: 'Oil Change' })
    await kitNamed('Two', { vehicle: AUDI, task: 'Brakes' })
    show('/about')
    await search('2008')
    await waitFor(async () => expect(await optionsOf('Vehicles')).toEqual(['2008 Audi S4, 2 kits']))
    await userEvent.click(await option('2008 Audi S4, 2 kits'))
    expect(address).toBe('/create-kits?q=2008%20Audi%20S4')
  })

  test('actions by what people call them, with their keys', async () => {
    let saved = 0
    show('/builder?build=aB3dE6', () => saved++)
    await search('save k')
    expect(within(await option('Save Kit')).getByText('Ctrl S').tagName).toBe('KBD')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(saved).toBe(1))
    await search('login')
    await userEvent.click(await option('Sign In'))
    expect(address).toBe('/login?next=%2Fbuilder%3Fbuild%3DaB3dE6')
  })

  test('what can be done with the kit of the screen', async () => {
    const { kitId, buildId } = await kitNamed('S4 oil')
    show(`/kit/${buildId}`)
    await open()
    const here = await optionsOf('Here')
    expect(here).toContain('Garage mode')
    expect(here).toContain('Edit Kit')
    expect(here).toContain('Import a list of parts into this kit')
    expect(here).not.toContain('Kit page')
    await userEvent.click(await option('Copy link'))
    await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Link copied!'))
    expect(await navigator.clipboard.readText()).toMatch(`/list/${buildId}?k=`)
    await search('gar')
    expect(meant()).toBe('Garage mode')
    await userEvent.keyboard('{Enter}')
    expect(address).toBe(`/garage/${kitId}`)
  })

  test('settings take effect at once, or lead to where they are', async () => {
    show()
    await search('dark')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
    await search('appearance')
    await option('Appearance: Dark, Chosen')
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.type(screen.getByRole('combobox'), 'backup')
    await userEvent.keyboard('{Enter}')
    expect(address).toBe('/my-account#backup')
  })

  test('what only the server may have is one press away', async () => {
    show()
    await search('zebra')
    await screen.findByText('Nothing on this device has “zebra”.', { selector: 'span:not([role])' })
    await userEvent.keyboard('{Enter}')
    expect(address).toBe('/create-kits?q=zebra')
  })
})

test('an empty search begins with what was used last, then the latest kits', async () => {
  await kitNamed('Older')
  await kitNamed('Later')
  show()
  const field = await open()
  await waitFor(async () => expect(await optionsOf('Recent')).toEqual(['Later', 'Older']))
  await userEvent.type(field, 'older')
  await userEvent.keyboard('{Enter}')
  await search('maintenance')
  await userEvent.keyboard('{Enter}')
  expect(address).toBe('/maintenance')
  await open()
  expect(await optionsOf('Recent')).toEqual(['Maintenance log', 'Older', 'Later'])
})

test('what an empty search shows comes at once: nothing is put above it later', async () => {
  // An account whose kits are not loaded yet.
  const user = { id: 'q9J3-0POSHGaTUtY5l3kiB', username: 'jo', email: '', emailVerified: true }
  const more = { isAdmin: false, deletionRequestedAt: null }
  setSignedIn({ token: 't', user: { ...user, ...more }, isExpired: false })
  await kitNamed('Mine')
  show()
  await open()
  const names = () => screen.queryAllByRole('group').map((one) => one.textContent.slice(0, 6))
  const first = await waitFor(() => {
    const now = names()
    expect(now).not.toEqual([])
    return now
  })
  expect(first[0]).toBe('Recent')
})

test('kits that a slow device tells late stand below, and move nothing', async () => {
  await kitNamed('Mine')
  const names = () => screen.queryAllByRole('group').map((one) => one.ariaLabel ?? one.textContent)
  let goOn = () => undefined as void
  const isHeld = new Promise<void>((resolve) => (goOn = resolve))
  // A write transaction blocks reads.
  const writing = db.transaction('rw', [db.rows, db.pending], () => Dexie.waitFor(isHeld))
  show()
  await open()
  await waitFor(() => expect(names()).not.toEqual([]))
  const before = names()
  goOn()
  await writing
  await waitFor(async () => expect(await optionsOf('Recent')).toEqual(['Mine']))
  expect(names().slice(0, before.length)).toEqual(before)
})

test('the kits of somebody else on this device are nobody else’s', async () => {
  await kitNamed('A draft of the device')
  const user = { id: 'oG3J-0POSHGaTUtY5l3kiA', username: 'maria', email: '', emailVerified: true }
  setSignedIn({
    token: 't',
    user: { ...user, isAdmin: false, deletionRequestedAt: null },
    isExpired: false,
  })
  show()
  await search('plug')
  await screen.findByText('Nothing on this device has “plug”.', { selector: 'span:not([role])' })
})

describe('by keyboard and screen reader', () => {
  test('the arrows go round, the field keeps the focus and names what is meant', async () => {
    show()
    const field = await search('about')
    expect(document.activeElement).toBe(field)
    expect(meant()).toBe('About')
    await userEvent.keyboard('{ArrowDown}')
    expect(meant()).toBe('Search all kits for “about”')
    await userEvent.keyboard('{ArrowDown}')
    expect(meant()).toBe('Find parts: about')
    await userEvent.keyboard('{ArrowDown}')
    expect(meant()).toBe('About')
    await userEvent.keyboard('{ArrowUp}')
    expect(meant()).toBe('Find parts: about')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe(meant())
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('{Enter}')
    expect(address).toBe('/parts?q=about')
  })

  test('how much was found is said', async () => {
    await kitNamed('S4 oil')
    show()
    await search('oil')
    const dialog = screen.getByRole('dialog', { name: 'Search' })
    await waitFor(() => expect(within(dialog).getByRole('status').textContent).toBe('2 results'))
    await userEvent.type(screen.getByRole('combobox'), 'x')
    await waitFor(() =>
      expect(within(dialog).getByRole('status').textContent).toBe(
        'Nothing on this device has “oilx”.',
      ),
    )
  })

  test('Escape closes it, and the next search begins anew', async () => {
    show()
    await search('oil')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
    expect((await open()).getAttribute('value')).toBe('')
  })
})
