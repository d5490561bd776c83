import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { db } from '../../data/device/db.ts'
import { openDevice } from '../../data/device/device.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { field, openBuilder } from '../testBuilder.tsx'
import { typeInto } from '../rows/showCell.ts'
import { stubFetch } from '../../testApi.ts'

const LINK = 'https://www.amazon.com/dp/B000C5FTT2'
const PRODUCT = { name: 'Oil filter', manufacturer: 'Mann', partNumber: 'HU 7', price: '12.50' }

let buildId = ''
let kitId = ''
/** Answers the pending shop request; null for none. */
let asked: ((response: Response) => void) | null = null

beforeEach(async () => {
  asked = null
  await openDevice()
  await db.meta.where('key').startsWith('fill:').delete()
  ;({ buildId, kitId } = await storeBuild({ price: 700 }))
  stubFetch(({ path }) =>
    path === '/api/amazon/product'
      ? new Promise<Response>((resolve) => (asked = resolve))
      : Promise.reject(new TypeError('No network in this test')),
  )
  await openBuilder(buildId)
})

afterEach(async () => {
  cleanup()
  await settled()
})

const texts = async () =>
  Promise.all(
    ['Part name', 'Manufacturer', 'Part number', 'Unit price in dollars'].map(
      async (label) => (await field(`${label}, line 1`)).value,
    ),
  )

async function give(response: Response): Promise<void> {
  await waitFor(() => expect(asked).not.toBeNull())
  asked?.(response)
}

/** Input by a phone keyboard's clipboard: the text comes as one key, not as a paste. */
function typeAtOnce(input: HTMLInputElement, data: string): void {
  const key = { data, inputType: 'insertText', bubbles: true }
  if (!input.dispatchEvent(new InputEvent('beforeinput', { ...key, cancelable: true }))) return
  typeInto(input, (input.value + data).slice(0, input.maxLength))
}

async function pasteLink(): Promise<void> {
  await userEvent.click(await field('Link, line 1'))
  await userEvent.paste(LINK)
  await screen.findByRole('button', { name: 'Cancel' })
}

test('a row with a pasted link is locked with the focus in it, then filled in, and undone', async () => {
  await pasteLink()
  const name = await field('Part name, line 1')
  expect([name.readOnly, name.getAttribute('aria-disabled')]).toEqual([true, 'true'])
  const more = screen.getByRole('button', { name: 'One more, Quantity, line 1' })
  expect(more.hasAttribute('disabled')).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  await waitFor(() => {
    const said = screen.getByRole('status', { name: 'Filling in' }).textContent
    expect(said).toBe('Filling in from amazon.com…')
  })
  await give(Response.json(PRODUCT))
  // The price was typed before.
  await waitFor(async () => expect(await texts()).toEqual(['Oil filter', 'Mann', 'HU 7', '7.00']))
  await waitFor(() => expect(name.readOnly).toBe(false))

  const { shown } = useToasts.getState()
  expect(shown).toMatchObject({ title: 'Filled in from amazon.com', text: 'Oil filter' })
  await screen.findByRole('button', { name: 'Undo: Filling in from amazon.com' })
  shown?.action?.onPress()
  await waitFor(async () => expect(await texts()).toEqual(['', '', '', '7.00']))
  await settled()
  const { kit } = await readBuild(kitId, buildId)
  expect(kit.lines[0]).toMatchObject({ name: '', partNumber: '', price: 700, link: LINK })
  await userEvent.click(await screen.findByRole('button', { name: /^Redo: Filling in/ }))
  await waitFor(async () => expect((await texts())[0]).toBe('Oil filter'))
})

test('a link pasted where a new part begins fills in the field it was pasted into, too', async () => {
  const name = await field('Part name, new line')
  await userEvent.click(name)
  await userEvent.paste(LINK)
  await give(Response.json(PRODUCT))
  await waitFor(() => expect(name.value).toBe('Oil filter'))
  expect(document.activeElement).toBe(name)
  await waitFor(() => expect(name.readOnly).toBe(false))
  await userEvent.type(name, ' of mine')
  await settled()
  const { kit } = await readBuild(kitId, buildId)
  expect(kit.lines[1]).toMatchObject({ name: 'Oil filter of mine', price: 1250, link: LINK })
})

test('a link out of the clipboard of a keyboard is a pasted one, at any length', async () => {
  const long = `${LINK}?ref=${'x'.repeat(300)}`
  const name = await field('Part name, new line')
  await userEvent.click(name)
  typeAtOnce(name, long)
  await give(Response.json(PRODUCT))
  await waitFor(() => expect(name.value).toBe('Oil filter'))
  await settled()
  const { kit } = await readBuild(kitId, buildId)
  expect(kit.lines[1]).toMatchObject({ name: 'Oil filter', link: long })
})

test('in the field of a link, it is read at once as well', async () => {
  const link = await field('Link, line 1')
  await userEvent.click(link)
  typeAtOnce(link, LINK)
  await screen.findByRole('button', { name: 'Cancel' })
  await give(Response.json(PRODUCT))
  await waitFor(async () => expect((await texts())[0]).toBe('Oil filter'))
})

test('a link where a name was begun and taken back is a link, within a name it is a name', async () => {
  const name = await field('Part name, new line')
  await userEvent.type(name, 'F')
  typeAtOnce(name, 'ilter ')
  typeAtOnce(name, LINK)
  expect(name.value).toBe(`Filter ${LINK}`)
  await userEvent.clear(name)
  typeAtOnce(name, LINK)
  expect(name.value).toBe('')
  await give(Response.json(PRODUCT))
  await waitFor(() => expect(name.value).toBe('Oil filter'))
  await settled()
  const { kit } = await readBuild(kitId, buildId)
  expect(kit.lines[1]).toMatchObject({ name: 'Oil filter', link: LINK })
})

test('Cancel leaves the row as it was, and its focus in the row', async () => {
  await pasteLink()
  await waitFor(() => expect(asked).not.toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const name = await field('Part name, line 1')
  await waitFor(() => expect(name.readOnly).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(await texts()).toEqual(['', '', '', '7.00'])
  expect(screen.queryByText(/^Filling in from/)).toBeNull()
})

test('a refusal stands below the row until it is dismissed', async () => {
  await pasteLink()
  const error = 'This server cannot look up products of amazon.'
  await give(Response.json({ error, code: 'cannot_fill' }, { status: 501 }))
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getAllByText(error).length).toBeGreaterThan(0)
  expect((await field('Part name, line 1')).readOnly).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull())
  expect(await db.meta.where('key').startsWith('fill:').count()).toBe(0)
})

test('a copy of a line asks nobody', async () => {
  await pasteLink()
  await give(Response.json({ ...PRODUCT, partNumber: '' }))
  await waitFor(async () => expect((await texts())[0]).toBe('Oil filter'))
  await userEvent.click(await field('Part name, line 1'))
  await userEvent.keyboard('{Control>}d{/Control}')
  expect((await field('Part name, line 2')).value).toBe('Oil filter')
  await settled()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(await db.meta.where('key').startsWith('fill:').count()).toBe(0)
})
