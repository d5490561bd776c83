import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { newBuildId, newId } from '#shared/ids.ts'
import { drawBuild, findHere, readBuild, rememberDrawn } from '../data/kits/open/builds.ts'
import { db } from '../data/device/db.ts'
import { env, openDevice, shownPrincipal, setSignedIn } from '../data/device/device.ts'
import { loseConnection } from '../data/device/testLost.ts'
import { setCells, setDraft, settled } from '../data/sync/write/writeQueue.ts'
import { storeBuild } from '../data/kits/open/testBuild.ts'
import { readOffers } from '../ui/browser/offers.ts'
import { toast, useToasts } from '../ui/browser/toast.ts'
import { ToastHost } from '../ui/layers/ToastHost.tsx'
import { DockSlot } from '../ui/layers/DockAction.tsx'
import { BuilderScreen } from './BuilderScreen.tsx'

const quick = env.store
const transact = quick.transact.bind(quick)

beforeEach(async () => {
  await openDevice()
})

afterEach(async () => {
  cleanup()
  setSignedIn(null)
  useToasts.setState({ shown: null, next: null })
  quick.transact = transact
  await settled()
})

/** Slows every transaction down. */
function slowStore(ms: number) {
  quick.transact = async (work) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return transact(work)
  }
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

const address = () => screen.getByLabelText('Address').textContent ?? ''

function open(search: string) {
  render(
    <MemoryRouter initialEntries={[`/builder${search}`]}>
      <BuilderScreen />
      <DockSlot />
      <Address />
    </MemoryRouter>,
  )
}

async function storedBuild(buildId: string) {
  await settled()
  const kitId = await findHere(buildId)
  return readBuild(kitId ?? '', buildId)
}

/** A stored build with lines of these names. */
async function madeBuild(names: string[]): Promise<string> {
  return (await storeBuild(...names.map((name) => ({ name, price: 100 })))).buildId
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

describe('opening', () => {
  test('without a build draws one and stores nothing of it', async () => {
    open('')
    await screen.findByText('No login needed to build. Drafts are kept on this device.')
    await waitFor(() => expect(address()).toMatch(/^\/builder\?build=[A-Za-z0-9]{6}$/))
    const { isBlank } = await storedBuild(address().slice(-6))
    expect(isBlank).toBe(true)
  })

  test('an id that is not on this device says so offline and offers a new build', async () => {
    open(`?build=${newBuildId()}`)
    await screen.findByText('Not on this device yet')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start a new build' })).toBeTruthy()
  })

  test('what could not be opened opens by itself once it can be', async () => {
    const buildId = newBuildId()
    open(`?build=${buildId}`)
    await screen.findByText('Not on this device yet')
    await rememberDrawn(buildId, newId())
    await screen.findByRole('textbox', { name: 'Part name, new line' })
  })

  test('an empty build offers the latest drafts of this device', async () => {
    const buildId = await madeBuild(['Water pump'])
    open('')
    const list = await screen.findByRole('region', { name: 'Go on with' })
    const links = within(list).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toContain(`/builder?build=${buildId}`)
  })
})

describe('typing', () => {
  test('keeps every letter against a slow store, and the row keeps the focus', async () => {
    const buildId = await drawBuild()
    open(`?build=${buildId}`)
    const user = userEvent.setup({ delay: 5 })
    const name = await field('Part name, new line')
    slowStore(120)
    await user.click(name)
    await user.keyboard('Engine oil 5W-40, 5 L')
    await user.tab()
    await user.keyboard('Demo Lubricants')
    expect(name.value).toBe('Engine oil 5W-40, 5 L')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Manufacturer, line 1')
    await waitFor(async () => {
      const { kit } = await storedBuild(buildId)
      expect(kit.lines).toMatchObject([
        { name: 'Engine oil 5W-40, 5 L', manufacturer: 'Demo Lubricants', qty: 1 },
      ])
    })
    expect(name.isConnected).toBe(true)
    expect(await field('Part name, new line')).toBeTruthy()
  })

  test('a half-typed price is kept word for word and not stored as a price', async () => {
    const buildId = await madeBuild(['Oil filter'])
    open(`?build=${buildId}`)
    const user = userEvent.setup()
    const price = await field('Unit price in dollars, line 1')
    await user.clear(price)
    await user.type(price, '12.')
    const half = await storedBuild(buildId)
    expect([...half.drafts.values()]).toContain('12.')
    await user.tab()
    await waitFor(async () => {
      const { kit, drafts } = await storedBuild(buildId)
      expect(kit.lines[0]?.price).toBe(1200)
      expect([...drafts.keys()].filter((key) => key.endsWith(':price'))).toEqual([])
    })
    await waitFor(() => expect(price.value).toBe('12.00'))
  })

  test('a price below 0 is refused with a word and its text stays', async () => {
    const buildId = await madeBuild(['Oil filter'])
    open(`?build=${buildId}`)
    const user = userEvent.setup()
    const price = await field('Unit price in dollars, line 1')
    await user.clear(price)
    await user.type(price, '-1')
    await user.tab()
    const word = await screen.findByRole('alert')
    await waitFor(() =>
      expect(word.textContent).toBe('A price cannot be below 0. Until then 1.00 counts.'),
    )
    expect(price.getAttribute('aria-describedby')).toBe(word.id)
    expect(price.getAttribute('aria-invalid')).toBe('true')
    expect(price.value).toBe('-1')
    expect((await storedBuild(buildId)).kit.lines[0]?.price).toBe(100)
  })

  test('digits at the beginning of what is no price do not count', async () => {
    const buildId = await madeBuild(['Oil filter'])
    open(`?build=${buildId}`)
    const user = userEvent.setup()
    for (const [name, text, cell, value] of [
      ['Unit price in dollars, line 1', '1e5', 'price', 0],
      ['Quantity, line 1', '99999999', 'qty', 1],
      ['Quantity, line 1', '1.5', 'qty', 1],
    ] as const) {
      const input = await field(name)
      await user.clear(input)
      await user.type(input, text)
      await user.tab()
      await waitFor(async () => {
        const { kit } = await storedBuild(buildId)
        expect(kit.lines[0]?.[cell]).toBe(value)
      })
      expect(input.value).toBe(text)
    }
  })

  test('a draft is there again after the page was closed', async () => {
    const buildId = await madeBuild(['Oil filter'])
    const { kit } = await storedBuild(buildId)
    setDraft(kit.lines[0]!.id, 'link', 'https://sho')
    await settled()
    open(`?build=${buildId}`)
    expect((await field('Link, line 1')).value).toBe('https://sho')
  })

  test('a name for drafts is warned of, and one that was loaded counts as none', async () => {
    const buildId = await madeBuild([])
    const kitId = (await findHere(buildId)) ?? ''
    setCells('kit', kitId, kitId, { name: 'Build abc' })
    await settled()
    open(`?build=${buildId}`)
    const name = await field('Kit Name')
    expect(name.value).toBe('')
    expect((await storedBuild(buildId)).kit.name).toBe('Build abc')
    await userEvent.type(name, 'Build my S4')
    expect(screen.getByText('Names starting with "Build " are kept for drafts.')).toBeTruthy()
    await userEvent.tab()
    expect(name.value).toBe('Build my S4')
  })
})

describe('rows', () => {
  test('a line that was emptied goes when it is left', async () => {
    const buildId = await madeBuild(['Oil filter', 'Funnel'])
    const { kit } = await storedBuild(buildId)
    setCells('line', kit.lines[0]!.id, kit.id, { price: null })
    open(`?build=${buildId}`)
    const user = userEvent.setup()
    const name = await field('Part name, line 1')
    await user.clear(name)
    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Part name, new line' })).toBeNull(),
    )
    await user.click(await field('Part name, line 2'))
    await waitFor(async () => {
      const { kit: now } = await storedBuild(buildId)
      expect(now.lines.map((line) => line.name)).toEqual(['Funnel'])
    })
    await field('Part name, new line')
  })

  test('a removed line comes back with Undo, and the focus goes to the next row', async () => {
    const buildId = await madeBuild(['Oil filter', 'Funnel'])
    open(`?build=${buildId}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Oil filter' }))
    expect(document.activeElement?.getAttribute('value')).toBe('Funnel')
    await waitFor(async () => {
      expect((await storedBuild(buildId)).kit.lines).toHaveLength(1)
    })
    useToasts.getState().shown?.action?.onPress()
    await waitFor(async () => {
      const { kit } = await storedBuild(buildId)
      expect(kit.lines.map((line) => line.name)).toEqual(['Oil filter', 'Funnel'])
    })
  })

  test('one press adds all sample parts of the task', async () => {
    const buildId = await madeBuild([])
    const kitId = (await findHere(buildId)) ?? ''
    setCells('kit', kitId, kitId, { task: 'Oil Change' })
    await settled()
    open(`?build=${buildId}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Add sample parts' }))
    await field('Part name, line 3')
    expect(await screen.findByText('$103.13')).toBeTruthy()
    expect(screen.getByText('3 parts, 11 pieces')).toBeTruthy()
  })

  test('a double click adds them once, and a later press once more', async () => {
    const buildId = await madeBuild([])
    const kitId = (await findHere(buildId)) ?? ''
    setCells('kit', kitId, kitId, { task: 'Oil Change' })
    await settled()
    open(`?build=${buildId}`)
    const button = await screen.findByRole('button', { name: 'Add sample parts' })
    await userEvent.dblClick(button)
    await field('Part name, line 3')
    await settled()
    expect((await readBuild(kitId, buildId)).kit.lines).toHaveLength(3)
    fireEvent.click(button, { detail: 1 })
    await field('Part name, line 6')
  })

  test('a line begun right after the samples stands behind them', async () => {
    const buildId = await madeBuild([])
    const kitId = (await findHere(buildId)) ?? ''
    setCells('kit', kitId, kitId, { task: 'Oil Change' })
    await settled()
    open(`?build=${buildId}`)
    const ghost = await field('Part name, new line')
    await import('./parts/addSamples.ts')
    // No await between: the samples are on their way to the store when the typing begins.
    await act(async () => screen.getByRole('button', { name: 'Add sample parts' }).click())
    fireEvent.change(ghost, { target: { value: 'Brake cleaner' } })
    await settled()
    await waitFor(async () => {
      const { kit } = await readBuild(kitId, buildId)
      expect(kit.lines.map((line) => line.name).at(-1)).toBe('Brake cleaner')
      expect(kit.lines).toHaveLength(4)
    })
  })
})

/** A synced kit on this device; somebody else's, unless `mine`. */
async function confirmedBuild(names: string[], { mine } = { mine: false }) {
  const buildId = await madeBuild(names)
  const kitId = (await findHere(buildId)) ?? ''
  const principal = shownPrincipal()
  const pending = await db.pending.where('[p+kit]').equals([principal, kitId]).toArray()
  await db.rows.bulkPut(
    pending.map(({ kind, id, kit, cells }) => ({
      p: principal,
      kind,
      id,
      kit,
      cells,
      mine,
      ...(kind === 'kit' && { buildId }),
    })),
  )
  await db.pending.where('[p+kit]').equals([principal, kitId]).delete()
  return { buildId, kitId }
}

describe.each([
  ['somebody else’s kit', false],
  ['a kit of one’s own', true],
])('customizing %s', (_, mine) => {
  const namesIn = async (id: string) => (await storedBuild(id)).kit.lines.map(({ name }) => name)

  test('makes its copy at once, under the id it was given, and says so', async () => {
    const { buildId } = await confirmedBuild(['Oil filter', 'Drain plug'], { mine })
    const copyId = newBuildId()
    open(`?build=${copyId}&load=${buildId}`)
    const name = await field('Part name, line 1')
    await waitFor(() => expect(address()).toBe(`/builder?build=${copyId}`))
    expect(await namesIn(copyId)).toEqual(['Oil filter', 'Drain plug'])
    expect(useToasts.getState().shown?.title).toBe('Copied to your kits')
    slowStore(60)
    await userEvent.setup({ delay: 10 }).type(name, ' with seal')
    expect(useToasts.getState().shown?.isOver?.()).toBe(true)
    expect(name.isConnected).toBe(true)
    expect(document.activeElement).toBe(name)
    expect(name.value).toBe('Oil filter with seal')
    await waitFor(async () =>
      expect(await namesIn(copyId)).toEqual(['Oil filter with seal', 'Drain plug']),
    )
    expect(await namesIn(buildId)).toEqual(['Oil filter', 'Drain plug'])
  })

  test('a second time makes a second copy', async () => {
    const { buildId } = await confirmedBuild(['Oil filter'], { mine })
    const [one, two] = [newBuildId(), newBuildId()]
    for (const [copyId, text] of [
      [one, ' A'],
      [two, ' B'],
    ] as const) {
      open(`?build=${copyId}&load=${buildId}`)
      await userEvent.type(await field('Part name, line 1'), text)
      await waitFor(() => expect(address()).toBe(`/builder?build=${copyId}`))
      cleanup()
      await settled()
    }
    expect(await namesIn(one)).toEqual(['Oil filter A'])
    expect(await namesIn(two)).toEqual(['Oil filter B'])
    expect(await namesIn(buildId)).toEqual(['Oil filter'])
  })

  test('can be undone: the copy goes, and the list is there again', async () => {
    const { buildId } = await confirmedBuild(['Oil filter'], { mine })
    const copyId = newBuildId()
    open(`?build=${copyId}&load=${buildId}`)
    await field('Part name, line 1')
    await waitFor(() => expect(address()).toBe(`/builder?build=${copyId}`))
    act(() => useToasts.getState().shown?.action?.onPress())
    await waitFor(() => expect(address()).toBe(`/list/${buildId}`))
    await waitFor(async () => expect((await storedBuild(copyId)).isGone).toBe(true))
    expect(await namesIn(buildId)).toEqual(['Oil filter'])
  })
})

test('a lost connection to the store takes nothing from the screen, and what is typed is stored', async () => {
  const buildId = await madeBuild(['Oil filter'])
  open(`?build=${buildId}`)
  const name = await field('Part name, line 1')
  loseConnection()
  await userEvent.type(name, ' with seal')
  expect(name.isConnected).toBe(true)
  expect(name.value).toBe('Oil filter with seal')
  const { kit } = await storedBuild(buildId)
  expect(kit.lines.map((line) => line.name)).toEqual(['Oil filter with seal'])
})

test('the first change of a shared kit goes on in an own copy without losing a letter', async () => {
  const { buildId, kitId } = await confirmedBuild(['Oil filter'])
  open(`?build=${buildId}`)
  await screen.findByText('A shared kit. Your first change makes your own copy.')
  const name = await field('Part name, line 1')
  slowStore(60)
  await userEvent.setup({ delay: 10 }).type(name, ' with seal')
  expect(name.value).toBe('Oil filter with seal')
  const note = await screen.findByText(
    "You're editing your own copy. The original stays as it was.",
  )
  // The note is absolutely positioned: with nothing before the field it moves nothing.
  expect(note.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  screen.getByText(/^Your own copy\. Draft saved/)
  expect(name.isConnected).toBe(true)
  expect(document.activeElement).toBe(name)
  const copyId = address().slice(-6)
  expect(copyId).not.toBe(buildId)
  await waitFor(async () => {
    const { kit } = await storedBuild(copyId)
    expect(kit.lines.map((line) => line.name)).toEqual(['Oil filter with seal'])
  })
  const original = await readBuild(kitId, buildId)
  expect(original.kit.lines.map((line) => line.name)).toEqual(['Oil filter'])
})

test('Save Kit can be pressed without a login and says what to do', async () => {
  const buildId = await madeBuild(['Oil filter'])
  open(`?build=${buildId}`)
  const save = await screen.findByRole('button', { name: 'Save Kit' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Log in to save kits',
  )
  await userEvent.click(save)
  expect(screen.getByText(/Draft saved on this device without a login\./)).toBeTruthy()
})

describe('who will see a kit is said beside Save, before it is public', () => {
  const signIn = () => {
    const user = { id: 'maria', username: 'maria', email: '', emailVerified: true, isAdmin: false }
    setSignedIn({ token: 't', user: { ...user, deletionRequestedAt: null }, isExpired: false })
  }

  test.each([
    ['public', 'Public: listed under Kits'],
    ['unlisted', 'Anyone with the link can see it'],
  ])('%s', async (visibility, words) => {
    signIn()
    const buildId = await madeBuild(['Oil filter'])
    const kitId = (await findHere(buildId)) ?? ''
    open(`?build=${buildId}`)
    const save = await screen.findByRole('button', { name: 'Save Kit' })
    const bar = screen.getByRole('region', { name: 'Total and saving' })
    await within(bar).findByText('Enter a kit name to save')
    act(() => setCells('kit', kitId, kitId, { name: 'S4 oil', visibility }))
    await within(bar).findByText(words)
    const described = save.getAttribute('aria-describedby')
    expect(document.getElementById(described ?? '')?.textContent).toBe(words)
  })
})

test('Ctrl+S is Save Kit, from wherever one types', async () => {
  const buildId = await madeBuild(['Oil filter'])
  open(`?build=${buildId}`)
  await userEvent.click(await field('Part name, line 1'))
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(screen.getByRole('link', { name: 'Log in to save kits' })).toBeTruthy()
})

test('what can be done here is offered to the search, with its keys', async () => {
  const buildId = await madeBuild(['Oil filter'])
  open(`?build=${buildId}`)
  await userEvent.type(await field('Part name, line 1'), 's')
  await screen.findByRole('button', { name: /^Undo: / })
  const offered = new Map(readOffers().map(({ name, keys }) => [name, keys]))
  expect(offered.get('Save Kit')).toBe('Ctrl S')
  const undo = [...offered.keys()].find((name) => name.startsWith('Undo: ')) ?? ''
  expect(offered.get(undo)).toBe('Ctrl Z')
  expect([...offered.keys()]).toContain('Choose A Vehicle')
  cleanup()
  expect(readOffers()).toEqual([])
})

test('Save Kit leads to what is missing', async () => {
  const user = { id: newId(), username: 'dana_k', email: 'dana@example.com' }
  const more = { emailVerified: true, isAdmin: false, deletionRequestedAt: null }
  setSignedIn({ token: 'secret-token', user: { ...user, ...more }, isExpired: false })
  const buildId = await madeBuild([])
  open(`?build=${buildId}`)
  render(<ToastHost />)
  const save = await screen.findByRole('button', { name: 'Save Kit' })
  const kitName = await field('Kit Name')
  save.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(kitName))
  expect(useToasts.getState().shown?.title).toBe('Kit name required')
  await screen.findByText('Kit name required')
  await userEvent.type(kitName, 'Spring service')
  // The field is valid now, so the error is gone.
  expect(screen.queryByText('Kit name required')).toBeNull()
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('false'))
  save.focus()
  await userEvent.keyboard('{Enter}')
  const part = await field('Part name, new line')
  await waitFor(() => expect(document.activeElement).toBe(part))
  await screen.findByText('No parts to save')
  await userEvent.type(part, 'Oil')
  expect(screen.queryByText('No parts to save')).toBeNull()
})

test('the login prompt takes the place of a message that would lie over it', async () => {
  const buildId = await madeBuild(['Oil filter'])
  open(`?build=${buildId}`)
  toast({ title: '4 sample parts added' })
  await userEvent.click(await screen.findByRole('button', { name: 'Save Kit' }))
  expect(useToasts.getState().shown).toBeNull()
})
