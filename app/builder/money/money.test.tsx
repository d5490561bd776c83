import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { openDevice } from '../../data/device/device.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { useBuild } from '../../data/kits/open/useBuild.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { CurrencyButton } from './CurrencyButton.tsx'

beforeEach(() => openDevice())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The builder's total of a kit, with its currency. */
function Total({ buildId }: { buildId: string }) {
  const state = useBuild(buildId, { mayStart: false })
  if (state.status !== 'open') return null
  const { build } = state
  const sum = priceSum(build.kit.lines, build.kit)
  return (
    <section aria-label="Total">
      {sumWords(sum)}
      <CurrencyButton build={build} sum={sum} />
    </section>
  )
}

async function show(kit: Record<string, Json>, ...prices: (number | string)[]) {
  const { buildId, kitId } = await storeBuild(
    ...prices.map((price) => ({ name: 'Part', qty: 1, price })),
  )
  setCells('kit', kitId, kitId, { name: 'Brakes', ...kit })
  await settled()
  render(<Total buildId={buildId} />)
  const total = await screen.findByRole('region', { name: 'Total' })
  await userEvent.click(within(total).getByRole('button'))
  const sheet = await screen.findByRole('dialog', { name: 'Currency of this kit' })
  const stored = async () => {
    await settled()
    return (await readBuild(kitId, '')).kit
  }
  return { total, sheet, stored }
}

describe('the currency of a kit', () => {
  test('is found by a word for it, and chosen with a press; prices keep theirs', async () => {
    const { total, sheet, stored } = await show({}, 1_000)
    await userEvent.type(within(sheet).getByRole('searchbox', { name: 'Currency' }), 'swiss')
    const found = within(sheet).getAllByRole('listitem')
    expect(found[0]?.textContent).toBe('CHFSwiss Franc')
    await userEvent.click(within(sheet).getByRole('button', { name: 'CHF Swiss Franc' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await stored()).toMatchObject({ currency: 'CHF', lines: [{ price: 1_000 }] })
    expect(total.textContent).toContain('$10.00')
  })

  test('that nothing is called so is said', async () => {
    const { sheet } = await show({})
    await userEvent.type(within(sheet).getByRole('searchbox', { name: 'Currency' }), 'xyzzy')
    within(sheet).getByText('No currency is called so.')
    expect(within(sheet).queryAllByRole('listitem')).toEqual([])
  })

  test('of a newer version is kept and shown as it is', async () => {
    const { sheet, stored } = await show({ currency: 'XQQ' }, 'XQQ 12.50')
    const [first] = within(sheet).getAllByRole('listitem')
    expect(first?.textContent).toBe('XQQNot known to this version')
    const current = within(sheet).getByRole('button', { current: true })
    expect(current.textContent).toContain('XQQ')
    await userEvent.click(current)
    expect(await stored()).toMatchObject({ currency: 'XQQ', lines: [{ price: 'XQQ 12.50' }] })
  })
})

describe('a rate', () => {
  const rateIn = (sheet: HTMLElement) =>
    within(sheet).getByRole('textbox', { name: '1 EUR in USD' })
  const give = async (sheet: HTMLElement, text: string) => {
    await userEvent.clear(rateIn(sheet))
    if (text !== '') await userEvent.type(rateIn(sheet), text)
    await userEvent.click(within(sheet).getByRole('button', { name: 'Count by this rate' }))
  }

  test('is given with its day, counted by, and forgotten', async () => {
    const { total, sheet, stored } = await show({}, 1_000, 'EUR 10.00')
    expect(total.textContent).toContain('$10.00 + €10.00')
    const day = within(sheet).getByLabelText('Of the day')
    await userEvent.clear(day)
    await userEvent.type(day, '2025-11-24')
    await give(sheet, '1,08')
    const status = within(sheet).getByRole('status')
    await waitFor(() => expect(status.textContent).toBe('$20.80 (€10.00 at 1.08, Nov 24, 2025)'))
    expect((await stored()).rates).toEqual({ EURUSD: ['1.08', '2025-11-24'] })
    await userEvent.click(within(sheet).getByRole('button', { name: 'Forget it' }))
    await waitFor(() => expect(status.textContent).toBe('$10.00 + €10.00'))
    expect((await stored()).rates).toEqual({})
  })

  test.each(['0', '0.000', '-1', '1e9', '1000000000', 'abc', '', '1.2.3'])(
    '%j is none: it is said, and nothing is counted by it',
    async (text) => {
      const { sheet, stored } = await show({}, 1_000, 'EUR 10.00')
      await give(sheet, text)
      expect(within(sheet).getByRole('alert').textContent).toBe(
        'A rate is a number above 0 and below 1 billion, for example 1.08, and has a day.',
      )
      expect(within(sheet).getByRole('status').textContent).toBe('$10.00 + €10.00')
      expect((await stored()).rates).toBeUndefined()
    },
  )

  test('has a day', async () => {
    const { sheet, stored } = await show({}, 'EUR 10.00')
    await userEvent.clear(within(sheet).getByLabelText('Of the day'))
    await give(sheet, '1.08')
    within(sheet).getByRole('alert')
    expect((await stored()).rates).toBeUndefined()
  })

  test('that may be a thousand is asked about, and read where only one is meant', async () => {
    const { sheet, stored } = await show({}, 'EUR 10.00')
    await give(sheet, '1,234')
    expect(within(sheet).getByRole('alert').textContent).toBe(
      '“1,234” can be read in two ways. Write 1234, or 1.2340 for the smaller amount.',
    )
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
    await give(sheet, '1,234')
    await waitFor(async () => expect((await stored()).rates?.['EURUSD']?.[0]).toBe('1.234'))
  })

  test('that was given stands as its reader writes it, and is taken again as it stands', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
    const rates = { EURUSD: ['1.085', '2025-11-24'] }
    const { sheet, stored } = await show({ currency: 'USD', rates }, 'EUR 10.00')
    expect(rateIn(sheet).getAttribute('value')).toBe('1,085')
    await userEvent.click(within(sheet).getByRole('button', { name: 'Count by this rate' }))
    expect(within(sheet).queryByRole('alert')).toBeNull()
    expect((await stored()).rates).toEqual(rates)
  })
})
