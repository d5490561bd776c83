import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { textIn } from '#shared/cells/cells.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { db } from '../data/device/db.ts'
import { openDevice, shownPrincipal, setSignedIn } from '../data/device/device.ts'
import { delay } from '../data/device/delay.ts'
import { forgetFound } from '../data/kits/index/foundKits.ts'
import { setCells, settled } from '../data/sync/write/writeQueue.ts'
import { drawKit, storeProblem } from '../data/kits/open/testBuild.ts'
import { useSync } from '../data/device/syncState.ts'
import { useToasts } from '../ui/browser/toast.ts'
import { KitsScreen } from './KitsScreen.tsx'
import { recorded } from '../testRecorded.ts'
import { fromAnother, json, stubFetch } from '../testApi.ts'

const STAMP = packStamp(Date.now(), 0, 'otherNode')

interface Answered {
  id: string
  name: string
  total?: string
  /** Undefined in answers of older servers. */
  partsWithoutPrice?: number | undefined
}

const isOlder = (kit: Answered) => 'partsWithoutPrice' in kit && kit.partsWithoutPrice === undefined

/** Kits of the fake server; null when unreachable. */
let server: { kits: Answered[]; asked: string[] } | null = null

function answerOf({ id, name, total = '12.50', ...more }: Answered, at: number) {
  return {
    ...recorded<[object]>('GET /api/kits')[0],
    vehicleYear: 2008,
    task: 'Oil Change',
    id,
    name,
    totalPrice: total,
    ...more,
    buildId: `S${String(at).padStart(5, '0')}`,
    savedAt: new Date(1_700_000_000_000 - at).toISOString(),
  }
}

beforeEach(async () => {
  await openDevice()
  await Promise.all([db.rows.clear(), db.pending.clear(), db.meta.delete('foundKits')])
  forgetFound()
  server = { kits: [], asked: [] }
  stubFetch(({ path }) => {
    if (!server) return Promise.reject(new TypeError('no network'))
    server.asked.push(path)
    const { pathname, searchParams } = new URL(path, 'http://kits.test')
    if (pathname !== '/api/kits') throw new Error(`not answered here: ${path}`)
    const words = (searchParams.get('q') ?? '').split(' ')
    const found = server.kits.filter(({ name }) => {
      return words.every((word) => `2008 audi s4 oil change ${name}`.toLowerCase().includes(word))
    })
    const from = Number(searchParams.get('after') ?? 0)
    const to = from + Number(searchParams.get('limit'))
    const link = to < found.length && { Link: `</api/kits?after=${to}>; rel="next"` }
    const kits = found.slice(from, to).map((kit, at) => answerOf(kit, from + at))
    const answer = json(200, kits, { ...link })
    return server.kits.some(isOlder) ? fromAnother(answer) : answer
  })
})
afterEach(cleanup)

async function kitNamed(name: string, cells: Parameters<typeof setCells>[3] = {}) {
  const { buildId, kitId } = await drawKit()
  setCells('kit', kitId, kitId, { name, ...cells })
  setCells('line', newId(), kitId, { ord: 'a0', name: 'Oil filter', price: 1149 })
  await settled()
  return { buildId, kitId }
}

let address = ''
function Address() {
  const { pathname, search: query } = useLocation()
  useEffect(() => {
    address = pathname + query
  })
  return null
}

function show(path = '/create-kits?show=all') {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Address />
      <KitsScreen />
    </MemoryRouter>,
  )
}

const search = () => screen.getByRole('searchbox', { name: 'Search kits' })
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link', { name: (name) => !name.startsWith('Edit ') })
    .map((link) => link.textContent)
const signedInAs = (id: string) => {
  const user = { id, username: 'maria', email: '', emailVerified: true, isAdmin: false }
  setSignedIn({ token: 't', user: { ...user, deletionRequestedAt: null }, isExpired: false })
}

describe('the list', () => {
  test('says what a kit of the server costs, also more than any part may', async () => {
    server = { kits: [{ id: newId(), name: 'Whole engine', total: '9900072.00' }], asked: [] }
    show()
    await screen.findByRole('row', { name: /Whole engine.*\$9,900,072\.00/ })
  })

  test('says which of its prices nobody knows', async () => {
    const some = { id: newId(), name: 'Some prices', total: '389.00', partsWithoutPrice: 2 }
    const none = { id: newId(), name: 'No price', total: '0.00', partsWithoutPrice: 3 }
    const old = {
      id: newId(),
      name: 'Of an older server',
      total: '12.50',
      partsWithoutPrice: undefined,
    }
    server = { kits: [some, none, old], asked: [] }
    const { kitId } = await kitNamed('On this device')
    setCells('line', newId(), kitId, { ord: 'a1', name: 'Drain plug' })
    await settled()
    show()
    await screen.findByRole('row', { name: /Some prices.*\$389\.00 \+ 2 without a price/ })
    await screen.findByRole('row', { name: /No price.*No prices yet/ })
    await screen.findByRole('row', { name: /Of an older server.*\$12\.50/ })
    await screen.findByRole('row', { name: /On this device.*\$11\.49 \+ 1 without a price/ })
  })

  test('shows a kit of this device in its columns, with its price, and leads to its page', async () => {
    const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
    const { buildId, kitId } = await kitNamed('S4 oil', { vehicle, task: 'Oil Change' })
    show()
    const row = await screen.findByRole('row', {
      name: /2008 Audi S4.*Oil Change.*S4 oil.*\$11\.49/,
    })
    expect(within(row).getByRole('link', { name: 'S4 oil' }).getAttribute('href')).toBe(
      `/kit/${buildId}`,
    )
    expect(within(row).getByRole('link', { name: 'Edit S4 oil' }).getAttribute('href')).toBe(
      `/builder?kit=${kitId}`,
    )
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Vehicle',
      'Task',
      'Kit Name',
      'Price',
    ])
    await screen.findByText('1 kit')
  })

  test('adds what only the server has behind it, once, marked and counted', async () => {
    const own = await kitNamed('Mine')
    const kits = ['Theirs', 'More'].map((name) => ({ id: newId(), name }))
    server = { kits: [...kits, { id: own.kitId, name: 'Mine' }], asked: [] }
    show()
    await screen.findByText('3 kits, 1 saved for offline use')
    await waitFor(() => expect(names()).toEqual(['Mine', 'Theirs', 'More']))
    expect(screen.getAllByRole('row', { name: /Not on this device/ })).toHaveLength(2)
    expect(screen.getByText(/^Refreshed today at/)).toBeTruthy()
  })

  test('begins with one’s own, drafts too, whatever the server has; everybody’s have a name', async () => {
    await kitNamed('Named')
    await kitNamed('Build 7')
    await kitNamed('')
    server?.kits.push({ id: newId(), name: 'Theirs' }, { id: newId(), name: 'Build 9' })
    show('/create-kits')
    await screen.findByText('3 kits')
    const mine = ['Named', 'Oil filter', 'Oil filter']
    await waitFor(() => expect(names().toSorted()).toEqual(mine))
    await userEvent.click(screen.getByRole('radio', { name: 'Everybody’s' }))
    await screen.findByText('2 kits, 1 saved for offline use')
    await waitFor(() => expect(names()).toEqual(['Named', 'Theirs']))
    await waitFor(() => expect(address).toBe('/create-kits?show=all'))
    await userEvent.click(screen.getByRole('radio', { name: 'Mine' }))
    await screen.findByText('3 kits')
    await waitFor(() => expect(address).toBe('/create-kits?show=mine'))
  })

  test('has what was opened behind one’s own, and says that it was opened', async () => {
    await kitNamed('Mine')
    const { kitId } = await kitNamed('Of a friend')
    const principal = shownPrincipal()
    const pending = await db.pending.where('[p+kit]').equals([principal, kitId]).toArray()
    await db.rows.bulkPut(
      pending.map(({ kind, id, kit, cells }) => {
        const row = { p: principal, kind, id, kit, mine: false, cells }
        const buildId = textIn(cells, 'buildId')
        return kind === 'kit' ? { ...row, buildId, touched: STAMP } : row
      }),
    )
    await db.pending.where('[p+kit]').equals([principal, kitId]).delete()
    show('/create-kits')
    await screen.findByRole('row', { name: /Of a friend.*Opened/ })
    expect(names()).toEqual(['Mine', 'Of a friend'])
  })

  test('on a device without kits begins with everybody’s, and comes back there', async () => {
    server?.kits.push({ id: newId(), name: 'Theirs' })
    show('/create-kits')
    await waitFor(() => expect(names()).toEqual(['Theirs']))
    // Back navigation after opening a kit returns to this address.
    await userEvent.click(screen.getByRole('columnheader', { name: 'Vehicle' }))
    expect(address).toBe('/create-kits?show=all')
    await userEvent.click(screen.getByRole('radio', { name: 'Mine' }))
    await screen.findByText('No kits yet')
  })

  test('says what keeps one’s own kit from others, and leads each by a word', async () => {
    signedInAs('maria')
    const put = async (name: string, cells: Parameters<typeof setCells>[3] = {}) => {
      const { buildId, kitId } = await kitNamed(name)
      const principal = shownPrincipal()
      const pending = await db.pending.where('[p+kit]').equals([principal, kitId]).toArray()
      await db.rows.bulkPut(
        pending.map(({ kind, id, kit, cells: own }) => ({
          p: principal,
          kind,
          id,
          kit,
          mine: true,
          cells: {
            ...own,
            ...Object.fromEntries(
              Object.entries(cells).map(([cell, value]) => [cell, [value, STAMP]]),
            ),
          },
          ...(kind === 'kit' && { buildId, touched: STAMP }),
        })),
      )
      await db.pending.where('[p+kit]').equals([principal, kitId]).delete()
      return kitId
    }
    await put('Taken away', { hidden: true })
    const refused = await put('With a refusal')
    await storeProblem(newId(), refused)
    await put('Only a draft')
    await kitNamed('Only here')
    show()
    await screen.findByRole('row', { name: /Taken away.*Hidden/ })
    await screen.findByRole('row', { name: /With a refusal.*Needs attention/ })
    await screen.findByRole('row', { name: /Only a draft.*Draft/ })
    await screen.findByRole('row', { name: /Only here.*Not live yet/ })
    cleanup()
    await db.problems.clear()
    act(() => setSignedIn(null))
  })

  test('follows what is written, and what is deleted elsewhere', async () => {
    const { kitId } = await kitNamed('Before')
    show()
    await screen.findByRole('link', { name: 'Before' })
    setCells('kit', kitId, kitId, { name: 'After' })
    await screen.findByRole('link', { name: 'After' })
    await kitNamed('New')
    await screen.findByText('2 kits')
    await waitFor(() => expect(names()).toEqual(['New', 'After']))
    setCells('kit', kitId, kitId, { del: true })
    await screen.findByText('1 kit')
    await waitFor(() => expect(names()).toEqual(['New']))
  })

  describe('shows what a kit is now, not what it was', () => {
    const OLD = packStamp(1_600_000_000_000, 0, 'otherNode')
    const price = (name: string, text: RegExp) =>
      screen.findByRole('row', { name: new RegExp(`${name}.*${text.source}`) })

    /** Waits until all writes are read, however slow reading is. */
    async function rest() {
      for (let turn = 0; turn < 20; turn++) {
        for (let times = 0; times < 8; times++) await db.rows.count()
        await delay(50)
      }
    }

    /** Confirms a push like the server: pending cells move to their rows. */
    async function confirm(kitId: string) {
      const principal = shownPrincipal()
      const pending = await db.pending.where('[p+kit]').equals([principal, kitId]).toArray()
      const rows = pending.map(({ kind, id, kit, cells }) => {
        const row = { p: principal, kind, id, kit, mine: true, cells }
        const buildId = textIn(cells, 'buildId')
        return kind === 'kit' ? { ...row, buildId, touched: STAMP } : row
      })
      await db.rows.bulkPut(rows)
      await db.pending.where('[p+kit]').equals([principal, kitId]).delete()
      return rows.find(({ kind }) => kind === 'line')
    }

    test('when another device brings an older line after a newer one', async () => {
      const { kitId } = await kitNamed('Merged')
      const line = await confirm(kitId)
      show()
      await price('Merged', /\$11\.49/)
      const cells = { ...line!.cells, price: [2500, OLD] as const }
      await db.rows.put({ ...line!, cells })
      await price('Merged', /\$25\.00/)
    })

    test('when the server takes a line away', async () => {
      const { kitId } = await kitNamed('Shorter')
      const line = await confirm(kitId)
      show()
      await price('Shorter', /\$11\.49/)
      await db.rows.delete([shownPrincipal(), 'line', line!.id])
      await price('Shorter', /\$0\.00/)
    })

    test('when the server refuses one of two values that were sent', async () => {
      const { kitId } = await kitNamed('Refused')
      await confirm(kitId)
      const id = newId()
      setCells('line', id, kitId, { ord: 'a1', name: 'Drain plug', price: 500 })
      await settled()
      const key = [shownPrincipal(), 'line', id] as [string, 'line', string]
      const sent = await db.pending.get(key)
      show()
      await price('Refused', /\$16\.49/)
      const { price: _refused, ...cells } = sent!.cells
      // The latest one stays: only the count tells.
      const latest = packStamp(Date.now() + 1_000, 0, 'zzzNode')
      await db.pending.put({ ...sent!, cells: { ...sent!.cells, name: ['Plug', latest] } })
      await rest()
      await db.pending.put({ ...sent!, cells: { ...cells, name: ['Plug', latest] } })
      await price('Refused', /\$11\.49 \+ 1 without a price/)
    })

    test('when somebody comes back to the list after a change', async () => {
      const { kitId } = await kitNamed('Before')
      const line = await confirm(kitId)
      show()
      await price('Before', /\$11\.49/)
      cleanup()
      setCells('kit', kitId, kitId, { name: 'After' })
      setCells('line', line!.id, kitId, { price: 2500 })
      await settled()
      await rest()
      show()
      // In the first render.
      expect(names()).toEqual(['After'])
      expect(screen.getByRole('row', { name: /After/ }).textContent).toContain('$25.00')
    })
  })

  test('of thousands of kits has the elements of some, and says which they are', async () => {
    server?.kits.push(
      ...Array.from({ length: 45 }, (_, at) => ({ id: newId(), name: `Kit ${at}` })),
    )
    show()
    await screen.findByText('45 kits, 0 saved for offline use')
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('46')
    const rows = screen.getAllByRole('row')
    expect(rows.length).toBeLessThan(40)
    expect(rows.at(-1)?.getAttribute('aria-rowindex')).toBe(String(rows.length))
  })

  test('asks for the next page near its end', async () => {
    server?.kits.push(
      ...Array.from({ length: 70 }, (_, at) => ({ id: newId(), name: `Kit ${at}` })),
    )
    // Taller than the list, so that its end is in view.
    vi.stubGlobal('innerHeight', 10_000)
    show()
    await screen.findByText('70 kits, 0 saved for offline use')
    expect(server?.asked).toHaveLength(2)
    expect(server?.asked[1]).toContain('after=60')
  })
})

describe('the search', () => {
  test('finds every word, in any order and case, here and on the server, and marks it', async () => {
    await kitNamed('Brakes', { vehicle: { year: 2015, make: 'Ford', model: 'F-150' } })
    await kitNamed('Coolant', { vehicle: { year: 2006, make: 'BMW', model: '330i' } })
    server?.kits.push({ id: newId(), name: 'Filters' })
    show()
    await screen.findByText('3 kits, 2 saved for offline use')
    await userEvent.type(search(), 'bRAKES ford')
    await screen.findByText('1 of 3 kits matches “bRAKES ford”')
    await waitFor(() => expect(names()).toEqual(['Brakes']))
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Ford',
      'Brakes',
    ])
    await waitFor(() => expect(address).toBe('/create-kits?q=bRAKES+ford&show=all'))
    await userEvent.clear(search())
    await userEvent.type(search(), 'audi filters')
    await screen.findByText('1 of 3 kits matches “audi filters”')
    await waitFor(() => expect(names()).toEqual(['Filters']))
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    await screen.findByText('3 kits, 2 saved for offline use')
    await waitFor(() => expect(address).toBe('/create-kits?show=all'))
  })

  test('comes from the address', async () => {
    await kitNamed('Brakes')
    await kitNamed('Coolant')
    show('/create-kits?q=cool')
    await screen.findByText(/kits? match.*“cool”$/)
    await waitFor(() => expect(names()).toEqual(['Coolant']))
    expect(search()).toHaveProperty('value', 'cool')
  })

  test('is in the address before a press can leave the screen', async () => {
    await kitNamed('Brakes')
    show()
    await screen.findByRole('link', { name: 'Brakes' })
    await userEvent.type(search(), 'bra')
    await userEvent.click(screen.getByRole('columnheader', { name: 'Vehicle' }))
    expect(address).toBe('/create-kits?q=bra&show=all')
  })

  test('without a match among one’s own goes on among everybody’s', async () => {
    await kitNamed('Brakes')
    server?.kits.push({ id: newId(), name: 'Coolant' })
    show('/create-kits?q=cool')
    await userEvent.click(await screen.findByRole('button', { name: 'Search everybody’s kits' }))
    await waitFor(() => expect(names()).toEqual(['Coolant']))
  })

  test('without a match says so, and can be cleared', async () => {
    await kitNamed('Brakes')
    show()
    await screen.findByRole('link', { name: 'Brakes' })
    await userEvent.type(search(), 'zzz')
    await screen.findByText('No matching kits')
    screen.getByText('Try different search terms or clear the search to see all kits')
    const buttons = screen.getAllByRole('button', { name: 'Clear search' })
    await userEvent.click(buttons.at(-1) ?? document.body)
    await screen.findByRole('link', { name: 'Brakes' })
  })
})

describe('without kits or without the server', () => {
  test('"No kits yet" is said when the server has none either', async () => {
    show()
    await screen.findByText('No kits yet')
    screen.getByText('Create your first kit using the Builder tab')
  })

  test('the server that cannot be reached is said, and asked again', async () => {
    const kits = [{ id: newId(), name: 'Theirs' }]
    server = null
    show()
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Failed to load kits')
    within(alert).getByText('Please check your connection and try again')
    server = { kits, asked: [] }
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: 'Theirs' })
  })

  test.each([true, false])(
    'one’s own drafts are shown by what is in them, the server there: %s',
    async (isThere) => {
      const { kitId } = await kitNamed('')
      if (!isThere) server = null
      show('/create-kits')
      await waitFor(() => expect(names()).toEqual(['Oil filter']))
      setCells('line', newId(), kitId, { ord: 'a1', name: 'Drain plug' })
      await waitFor(() => expect(names()).toEqual(['Oil filter and 1 more']))
      setCells('kit', kitId, kitId, { task: 'Oil Change' })
      await waitFor(() => expect(names()).toEqual(['Oil Change']))
      screen.getByRole('link', { name: 'Edit Oil Change' })
    },
  )

  test('the kits of this device stand, and the end of the list says what is missing', async () => {
    await kitNamed('Mine')
    server = null
    show()
    await screen.findByText('The server does not answer. There may be more kits.')
    await waitFor(() => expect(names()).toEqual(['Mine']))
  })

  test('the kits of an earlier visit stand with their time, and a press says that they are not here', async () => {
    server?.kits.push({ id: newId(), name: 'Theirs' })
    show()
    await screen.findByRole('link', { name: 'Theirs' })
    await waitFor(async () => expect(await db.meta.get('foundKits')).toBeTruthy())
    cleanup()
    forgetFound()
    server = null
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    useSync.setState({ isOnline: false })
    show()
    const link = await screen.findByRole('link', { name: 'Theirs' })
    screen.getByText(/^Refreshed today at/)
    await userEvent.click(link)
    expect(useToasts.getState().shown).toMatchObject({
      title: 'Not on this device yet',
      text: "It will open when you're back online",
    })
    expect(address).toBe('/create-kits?show=all')
    act(() => useSync.setState({ isOnline: true }))
  })

  test('an account the server was never read for is not said to have no kits', async () => {
    signedInAs('nobodysofar')
    show('/create-kits?show=mine')
    await screen.findByText('Your kits are not here yet')
    expect(screen.queryByText('No kits yet')).toBeNull()
    await db.meta.put({ key: 'lastOk:u:nobodysofar', value: 1 })
    await screen.findByText('No kits yet')
    act(() => setSignedIn(null))
  })
})
