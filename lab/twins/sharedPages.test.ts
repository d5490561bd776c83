// @vitest-environment happy-dom
/**
 * A shared link is answered twice: by the server, for clients without the script so far, and by the
 * app, which replaces that page. Both say the same about the same kit.
 */
import 'fake-indexeddb/auto'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { SharedKit } from '../../sync-server/pages/sharedPage.ts'

import { newId } from '#shared/ids.ts'
import { PATIENCE_MS } from '#shared/testPatience.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { openAs, putKit, putRow } from '../../app/kit/testKit.ts'
import { Footer } from '../../app/chrome/frame/Footer.tsx'
import { KitScreen } from '../../app/kit/KitScreen.tsx'
import { ListScreen } from '../../app/kit/list/ListScreen.tsx'
import { keepAuthor } from '../../app/data/kits/open/author.ts'
import { readBuild } from '../../app/data/kits/open/builds.ts'
import { useSync } from '../../app/data/device/syncState.ts'
import { framed } from '../../sync-server/pages/pageFrame.ts'
import { kitBody, kitMissing, listBody, listMissing } from '../../sync-server/pages/sharedPage.ts'

// Delays of a busy machine say nothing about the page.
configure({ asyncUtilTimeout: PATIENCE_MS })

/** Long ago: a day of another year is shown without its hour, which depends on the time zone. */
const AT = Date.UTC(2024, 2, 3, 12)

const FULL: Record<string, Json> = {
  vehicle: { year: 2008, make: 'Audi', model: 'S4', engineDisplacement: '4.163' },
  task: 'Oil Change',
  notes:
    '**Drain plug 30 Nm**, new seal\n* T25\n> mind the *belly pan*\n\n    9.0 qt <b>\n2^nd try',
}

const LINES: Record<string, Json>[] = [
  {
    name: 'Engine oil <5W-40>',
    manufacturer: 'Demo Lubricants',
    partNumber: '2332',
    price: 4599,
    qty: 2,
    link: 'https://www.shop.demo.example/oil?a=1&b=2',
  },
  { name: 'Sealing ring', price: 110, qty: 0 },
  { partNumber: 'N 908 132 02', price: null, qty: 3 },
  { link: 'https://parts.demo.example' },
  {},
]

const STEPS: Record<string, Json>[] = [
  { what: 'torque', text: 'Drain plug', value: '30', unit: 'Nm' },
  { what: 'tool', text: 'T25' },
  { what: 'step', text: 'Warm the engine' },
]

beforeAll(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
beforeEach(() => openAs(null))
afterEach(cleanup)

/** A kit as the server has confirmed it to this device, and as the server would send it. */
async function shared(
  values: Record<string, Json>,
  { lines = LINES, steps = STEPS, isSaved = false, author = '' } = {},
): Promise<{ id: string; page: SharedKit }> {
  const { kitId, buildId } = await putKit(false, { name: 'S4 B7 oil change' }, [])
  const row = { id: kitId, kit: kitId, isMine: false, at: AT, buildId }
  await putRow('kit', row, { buildId, name: 'S4 B7 oil change', ...values })
  const put = (kind: 'line' | 'step') => async (cells: Record<string, Json>, at: number) =>
    putRow(kind, { id: newId(), kit: kitId, isMine: false, at: AT }, { ord: `a${at}`, ...cells })
  for (const [at, line] of lines.entries()) await put('line')(line, at)
  for (const [at, step] of steps.entries()) await put('step')(step, at)
  if (author) await keepAuthor(kitId, author)
  if (isSaved) {
    const { kit } = await readBuild(kitId, buildId)
    const version = { id: newId(), kit: kitId, isMine: false, at: AT }
    await putRow('version', version, versionCells(kit, AT))
  }
  const build = await readBuild(kitId, buildId)
  return {
    id: buildId,
    page: {
      kit: build.shared,
      savedAt: build.savedAt,
      host: location.host,
      author: author || null,
    },
  }
}

const words = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, '')

/** Visible text, without text for screen readers alone. */
function readable(root: Element | null): string {
  const copy = root?.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[class*="hidden" i]')) hidden.remove()
  // Catalogue prices are this device's own, and come later.
  copy.querySelector('[aria-labelledby="catalogue-prices"]')?.remove()
  return words(copy.textContent)
}

function served(body: { text: string }): string {
  const root = document.createElement('div')
  root.innerHTML = body.text
  return readable(root)
}

/** Sets the device online, like readers of the server's page: it has no network and says so. */
async function asOnline(): Promise<void> {
  act(() => useSync.setState({ isOnline: true, isFailing: false }))
  await waitFor(() => expect(screen.queryByText(/copy saved on this device/)).toBeNull())
}

const show = (Screen: typeof ListScreen, id: string) =>
  render(createElement(MemoryRouter, null, createElement(Screen, { id })))

describe.each([
  ['a full one', FULL, {}],
  ['a saved one', FULL, { isSaved: true }],
  ['one without name, vehicle, task and notes', { name: 'Build hT4kQ9' }, { steps: [] }],
  ['one without parts', FULL, { lines: [] }],
  ['one of an account', FULL, { author: 'dana' }],
] as const)('%s', (_which, values, options) => {
  test('reads the same as a list', async () => {
    const { id, page } = await shared(values, { ...options } as never)
    const { container } = show(ListScreen, id)
    await screen.findByRole('heading', { name: /^Parts List/ })
    if (page.kit.notes) await screen.findByText('belly pan')
    if (page.kit.steps.length > 0) await screen.findByRole('heading', { name: 'Job sheet' })
    await asOnline()
    expect(served(listBody(page))).toBe(readable(container))
    expect(document.title).toBe(`${kitTitle(page.kit, 'Parts list')} · Wrenchlist`)
  })

  test('reads the same as a kit, whose comments come later', async () => {
    const { id, page } = await shared(values, { ...options } as never)
    const { container } = show(KitScreen, id)
    await screen.findByRole('heading', { name: 'Parts List' })
    if (page.kit.notes) await screen.findByText('belly pan')
    if (page.kit.steps.length > 0) await screen.findByRole('heading', { name: 'Job sheet' })
    const comments = await screen.findByRole('heading', { name: /^Comments/ })
    comments.closest('section')?.remove()
    await asOnline()
    expect(served(kitBody(page))).toBe(readable(container))
    expect(document.title).toBe(`${kitTitle(page.kit, 'Untitled draft')} · Wrenchlist`)
  })
})

test('the footer reads the same, but for what needs a script', () => {
  const { container } = render(createElement(MemoryRouter, null, createElement(Footer)))
  within(container).getByRole('button', { name: 'Cookie Settings' }).remove()
  const page = document.createElement('div')
  page.innerHTML = framed(listMissing(), Date.now()).text
  expect(readable(page.querySelector('footer'))).toBe(readable(container.querySelector('footer')))
  const ways = (root: HTMLElement) =>
    within(root)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  const footer = page.querySelector<HTMLElement>('footer')
  expect(footer && ways(footer)).toEqual(ways(container))
})

describe('where there is nothing', () => {
  const nobody = () =>
    Promise.resolve(Response.json({ error: 'Not found', code: 'not_found' }, { status: 404 }))

  test.each([
    ['list', ListScreen, listMissing, 'Parts List Not Found'],
    ['kit', KitScreen, kitMissing, 'Kit not found'],
  ] as const)('both say so of a %s', async (_which, Screen, body, title) => {
    vi.stubGlobal('fetch', nobody)
    const { container } = show(Screen, 'zzzzzz')
    await screen.findByRole('heading', { name: title })
    expect(served(body())).toBe(readable(container))
  })
})
