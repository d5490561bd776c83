import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { PartSummary } from '#shared/catalogue/part.ts'
import type { Json } from '#shared/cells/cells.ts'

import { newId } from '#shared/ids.ts'
import { drawBuild, findHere, readBuild } from '../../data/kits/open/builds.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { readRecentBuilds } from '../../data/kits/index/ownBuilds.ts'
import { db } from '../../data/device/db.ts'
import { openDevice, setSignedIn } from '../../data/device/device.ts'
import { useSync } from '../../data/device/syncState.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { openBuilder } from '../testBuilder.tsx'
import { recorded } from '../../testRecorded.ts'
import { json, stubFetch } from '../../testApi.ts'

beforeEach(async () => {
  await openDevice()
  await db.rows.clear()
  await db.pending.clear()
  await db.drafts.clear()
  await db.parts.clear()
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setSignedIn(null)
  useSync.setState({ isOnline: false })
  useToasts.setState({ shown: null, next: null })
  await settled()
})

const line = () =>
  screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a part in one line' })
const chip = (name: string) =>
  screen.findByRole('button', { name: (spoken) => spoken.startsWith(name) })
const note = (text: RegExp | string) => screen.findByText(text, { selector: '[role=status]' })

async function open(buildId: string): Promise<HTMLInputElement> {
  await openBuilder(buildId)
  return line()
}

/** Opens a new build and types into its line. */
async function typed(text: string) {
  const buildId = await drawBuild()
  const field = await open(buildId)
  await userEvent.type(field, text)
  return { buildId, field }
}

async function stored(buildId: string) {
  await settled()
  return readBuild((await findHere(buildId)) ?? '', buildId)
}

const linesOf = async (buildId: string) => (await stored(buildId)).kit.lines

function paste(field: HTMLElement, text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  fireEvent.paste(field, { clipboardData })
}

describe('Enter', () => {
  test('adds what was typed as one line, and the field is ready for the next', async () => {
    const { buildId, field } = await typed('Mann oil filter HU 719/7 x $12.98 x2')
    await chip('Price $12.98')
    await chip('Qty 2')
    await userEvent.keyboard('{Enter}')
    await note('Line 1 added: oil filter, 2 at $12.98.')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('Drain plug 6.25{Enter}')
    await note('Line 2 added: Drain plug, $6.25.')
    await waitFor(async () =>
      expect(await linesOf(buildId)).toMatchObject([
        {
          name: 'oil filter',
          manufacturer: 'Mann',
          partNumber: 'HU 719/7 x',
          price: 1298,
          qty: 2,
          link: '',
        },
        { name: 'Drain plug', manufacturer: '', price: 625, qty: 1 },
      ]),
    )
  })

  test('adds nothing where nothing is typed', async () => {
    const { buildId } = await typed('  {Enter}')
    expect(await linesOf(buildId)).toEqual([])
  })

  test('is taken back with one press, and the next line is left alone', async () => {
    const { buildId, field } = await typed('Oil filter 12.98{Enter}')
    await note('Line 1 added: Oil filter, $12.98.')
    await userEvent.type(field, 'Drain plug')
    // In the field Ctrl+Z undoes typing, not the previous line.
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(await linesOf(buildId)).toHaveLength(1)
    await userEvent.click(await chip('Undo: New line: Oil filter'))
    await waitFor(async () => expect(await linesOf(buildId)).toHaveLength(0))
  })

  test('takes an amount of another currency for what it is', async () => {
    const { buildId } = await typed('Oil filter 12,98 €')
    await chip('Price €12.98')
    await userEvent.keyboard('{Enter}')
    await note(/Oil filter, €12\.98\.$/)
    const { kit } = await stored(buildId)
    expect(kit.lines).toMatchObject([{ name: 'Oil filter', price: 'EUR 12.98' }])
  })
})

describe('what is half typed', () => {
  test('is there after a reload, with what was said of its pieces', async () => {
    const { buildId } = await typed('Brake disc 89')
    await userEvent.click(await chip('Price or qty 89 , not sure'))
    await userEvent.click(await screen.findByRole('radio', { name: 'Price' }))
    cleanup()
    await settled()
    const field = await open(buildId)
    expect(field.value).toBe('Brake disc 89')
    await userEvent.click(field)
    await chip('Price $89.00')
    await userEvent.keyboard('{Enter}')
    expect(await linesOf(buildId)).toMatchObject([{ name: 'Brake disc', price: 8900 }])
    expect([...(await stored(buildId)).drafts]).toEqual([])
  })

  test('lets a build be found again in which nothing else is', async () => {
    const { buildId } = await typed('Oil fil')
    await settled()
    expect((await readRecentBuilds(5)).map(({ kit }) => kit.buildId)).toEqual([buildId])
  })

  test('keeps Save Kit from leaving it out without a word', async () => {
    const user = { id: newId(), username: 'dana_k', email: 'dana@example.com' }
    const more = { emailVerified: true, isAdmin: false, deletionRequestedAt: null }
    setSignedIn({ token: 'secret-token', user: { ...user, ...more }, isExpired: false })
    const { buildId, kitId } = await storeBuild({ name: 'Oil filter' })
    setCells('kit', kitId, kitId, { name: 'Spring service' })
    const field = await open(buildId)
    await userEvent.type(field, 'Drain plug')
    await userEvent.click(await chip('Save Kit'))
    await waitFor(() =>
      expect(useToasts.getState().shown).toMatchObject({
        text: '“Drain plug” is typed and not added yet: add it, or take it out.',
      }),
    )
    expect(document.activeElement).toBe(field)
  })

  test('of a kit that becomes an own copy is done with in both', async () => {
    const { buildId, kitId } = await othersKit()
    const field = await open(buildId)
    await userEvent.type(field, 'Drain plug{Enter}')
    await waitFor(async () => {
      await settled()
      const names = (await db.pending.toArray()).map(({ cells }) => cells['name']?.[0])
      expect(names).toContain('Drain plug')
    })
    expect((await readBuild(kitId, buildId)).drafts.size).toBe(0)
    expect(await db.drafts.count()).toBe(0)
  })
})

/** Somebody else's kit with a line, as pulled from the server. */
async function othersKit() {
  const made = await storeBuild({ name: 'Oil filter' })
  const pending = await db.pending.toArray()
  await db.pending.clear()
  await db.rows.bulkPut(
    pending.map(({ p, kind, id, kit, cells }) => ({
      p,
      kind,
      id,
      kit,
      cells,
      mine: false,
      ...(kind === 'kit' && { buildId: made.buildId }),
    })),
  )
  return made
}

describe('a piece', () => {
  test('can be pressed, written anew and be something else', async () => {
    const { buildId, field } = await typed('Acme water pump 12.98')
    await userEvent.click(await chip('Name Acme water pump'))
    const editor = await screen.findByRole('group', { name: 'Change “Acme water pump”' })
    const words = within(editor).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect(document.activeElement).toBe(words)
    await userEvent.keyboard('Acme pump, long')
    expect(field.value).toBe('Acme pump, long 12.98')
    await userEvent.click(within(editor).getByRole('radio', { name: 'Number' }))
    await userEvent.click(within(editor).getByRole('button', { name: 'Done' }))
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('{Enter}')
    expect(await linesOf(buildId)).toMatchObject([
      { name: '', partNumber: 'Acme pump, long', price: 1298 },
    ])
  })

  test('can be emptied and written again, also where it is all there is', async () => {
    const { buildId } = await typed('Acme')
    await userEvent.click(await chip('Name Acme'))
    const words = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.clear(words)
    await userEvent.type(words, 'Pump{Enter}')
    await userEvent.keyboard('{Enter}')
    expect(await linesOf(buildId)).toMatchObject([{ name: 'Pump' }])
  })

  test('that may be something else says so, and Enter in its field goes back to the line', async () => {
    const { field } = await typed('Spark plugs 8')
    await screen.findByText('“8” stays in the name. Press it to make it the price or the quantity.')
    await userEvent.click(await chip('Price or qty 8'))
    await userEvent.click(await screen.findByRole('radio', { name: 'Qty' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Qty' }), '{Enter}')
    expect(document.activeElement).toBe(field)
    await chip('Qty 8')
    await chip('Name Spark plugs')
  })
})

describe('suggestions', () => {
  const audi = { vehicle: { year: 2008, make: 'Audi', model: 'S4' } }

  async function kitWith(kit: Record<string, Json>, ...lines: Record<string, Json>[]) {
    const made = await storeBuild(...lines)
    setCells('kit', made.kitId, made.kitId, kit)
    await settled()
    return made
  }
  const options = async () =>
    (await screen.findAllByRole('option')).map((option) => option.textContent)

  test('come from own kits, those of the same vehicle first, and say from where', async () => {
    await kitWith({ ...audi, name: 'S4 oil' }, { name: 'Oil filter', manufacturer: 'Mann' })
    await kitWith({ name: 'Lawn mower' }, { name: 'Oil pan', price: 100 }, { name: 'Blade' })
    const { buildId } = await kitWith(audi, { name: 'Oil cap' })
    await userEvent.type(await open(buildId), 'oil')
    expect(await options()).toEqual(['Oil filterMannS4 oil', 'Oil pan$1.00Lawn mower'])
  })

  test('are gone through with the arrows and taken with Enter; what was typed of amounts stays', async () => {
    await kitWith(audi, {
      name: 'Oil filter',
      manufacturer: 'Mann',
      partNumber: 'HU 719/7 x',
      price: 1298,
    })
    const { buildId, field } = await typed('blade 9.50 x2')
    expect(field.getAttribute('aria-expanded')).toBe('false')
    await userEvent.clear(field)
    await userEvent.keyboard('oil fil 9.50 x2')
    const option = await screen.findByRole('option')
    expect(field.getAttribute('aria-expanded')).toBe('true')
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    await userEvent.keyboard('{ArrowDown}')
    expect(field.getAttribute('aria-activedescendant')).toBe(option.id)
    expect(option.getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard('{ArrowDown}')
    expect(field.getAttribute('aria-activedescendant')).toBeNull()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(field.value).toBe('Oil filter Mann HU 719/7 x 9.50 x2')
    expect(await linesOf(buildId)).toEqual([])
    expect(screen.queryByRole('option')).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(await linesOf(buildId)).toMatchObject([
      { name: 'Oil filter', manufacturer: 'Mann', partNumber: 'HU 719/7 x', price: 950, qty: 2 },
    ])
  })

  test('go with Escape, and what was typed stays', async () => {
    await kitWith(audi, { name: 'Oil filter' })
    const { field } = await typed('oil')
    await screen.findByRole('option')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
    expect(field.value).toBe('oil')
    await userEvent.keyboard('{ArrowDown}')
    await screen.findByRole('option')
    await userEvent.keyboard('{Escape} f')
    await screen.findByRole('option')
  })

  test('come from the catalogue too once it answers; nothing waits for it', async () => {
    useSync.setState({ isOnline: true })
    const asked: string[] = []
    stubFetch(({ path: address }) => {
      asked.push(address)
      const [part] = recorded<{ parts: [PartSummary] }>('GET /api/parts').parts
      const own = { partNumber: 'OC 90', brand: 'Ostro', name: 'Oil filter', isDemo: true }
      return json(200, { parts: [{ ...part, ...own, lowestPrice: null, asOf: null }], next: null })
    })
    const { field } = await typed(' ')
    // At once: a slow typist's partial text is searched too.
    fireEvent.change(field, { target: { value: 'oil filter' } })
    await chip('Name oil filter')
    expect(await options()).toEqual(['Oil filterOstroOC 90DemoCatalogue'])
    expect(asked.filter((address) => address.startsWith('/api/parts?'))).toEqual([
      '/api/parts?q=oil+filter',
    ])
  })

  test('have a way to the catalogue beside them', async () => {
    const { buildId } = await typed('Corvane oil filter')
    const find = await screen.findByRole('link', { name: 'Find parts' })
    expect(find.getAttribute('href')).toBe('/parts?q=Corvane+oil+filter')
    expect(await linesOf(buildId)).toEqual([])
  })

  test('of somebody without a signal are those of the device, and nobody is asked', async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError('no signal')))
    stubFetch(fetch)
    await kitWith({}, { name: 'Oil filter' })
    await typed('oil')
    await screen.findByRole('option')
    expect(fetch.mock.calls.flat().filter((to) => String(to).includes('/api/parts'))).toEqual([])
  })
})

describe('what is pasted', () => {
  test('as a link becomes a line with that link', async () => {
    const { buildId, field } = await typed(' ')
    await userEvent.clear(field)
    paste(field, 'https://shop.test/filter')
    await note('Line 1 added: https://shop.test/filter.')
    expect(await linesOf(buildId)).toMatchObject([{ name: '', link: 'https://shop.test/filter' }])
  })

  test('as a table becomes lines, and what was typed stays', async () => {
    const { buildId, field } = await typed('Drain')
    paste(field, 'Oil filter\tMann\tW 719\t12.98\t1\nPlug\tAudi\tN 908\t6.25\t2')
    await waitFor(async () =>
      expect(await linesOf(buildId)).toMatchObject([
        { name: 'Oil filter' },
        { name: 'Plug', qty: 2 },
      ]),
    )
    expect(field.value).toBe('Drain')
  })

  test('behind words is a part of the line', async () => {
    const { field } = await typed('Oil filter ')
    await userEvent.paste('https://shop.test/filter')
    expect(field.value).toBe('Oil filter https://shop.test/filter')
    await chip('Link https://shop.test/filter')
  })
})
