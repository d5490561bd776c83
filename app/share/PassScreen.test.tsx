import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { readKitCode, writeKitCode } from '#shared/kinds/kitCode.ts'
import { findHere, readBuild } from '../data/kits/open/builds.ts'
import { db } from '../data/device/db.ts'
import { openDevice, shownPrincipal } from '../data/device/device.ts'
import { settled } from '../data/sync/write/writeQueue.ts'
import { storeBuild } from '../data/kits/open/testBuild.ts'
import { useToasts } from '../ui/browser/toast.ts'
import '../testScreens.ts'
import { PassScreen } from './PassScreen.tsx'
import { ReceiveScreen } from './ReceiveScreen.tsx'

beforeEach(async () => {
  await openDevice()
})
afterEach(async () => {
  cleanup()
  await settled()
})

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}
const show = (at: string, element: React.ReactNode) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      {element}
      <Address />
    </MemoryRouter>,
  )

async function codeOf(...lines: Parameters<typeof storeBuild>) {
  const { buildId, kitId } = await storeBuild(...lines)
  const { kit } = await readBuild(kitId, buildId)
  return { buildId, kitId, code: await writeKitCode(kit) }
}

describe('passing a kit on', () => {
  test('shows its code, which reads as the kit', async () => {
    const { buildId } = await storeBuild({ name: 'Oil filter', price: 1149, qty: 2 })
    show(`/pass/${buildId}`, <PassScreen id={buildId} />)
    expect(await screen.findByRole('img', { name: /^QR code of/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save as a file' })).toBeTruthy()
  })

  test('has a page for the printer, with shop and date of a price that was typed', async () => {
    const { buildId } = await storeBuild({
      name: 'Oil filter',
      price: 1149,
      link: 'https://www.shop.example/1',
    })
    show(`/pass/${buildId}`, <PassScreen id={buildId} />)
    const button = await screen.findByRole('button', { name: 'Print or save as PDF' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    // Fired by the browser before printing.
    dispatchEvent(new Event('beforeprint'))
    expect(document.querySelector('body > [data-theme="light"]')?.textContent).toMatch(
      /Oil filter.*shop\.example, price entered by hand on \w{3} \d+, \d{4}/,
    )
    cleanup()
    expect(document.documentElement.dataset['prints']).toBeUndefined()
  })

  test('names the way for what is too large for a code', async () => {
    const many = Array.from({ length: 80 }, (_, at) => ({
      name: `Part ${at} ${Math.sin(at)}`,
      link: `https://shop.example/${Math.cos(at)}`,
    }))
    const { buildId } = await storeBuild(...many)
    show(`/pass/${buildId}`, <PassScreen id={buildId} />)
    expect(await screen.findByText(/too large for a QR code or a link/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Copy link/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Save as a file' })).toBeTruthy()
  })

  test('says that an empty build is nothing to pass on', async () => {
    show('/pass/aaaaaa', <PassScreen id="PsG2m8UyTq6vXw0ZbRk4Hg" />)
    expect(await screen.findByRole('heading', { name: /Kit not found|Not on this/ })).toBeTruthy()
  })
})

describe('receiving a kit', () => {
  test('shows it before anything is kept, and imports a copy that knows its original', async () => {
    const { kitId, code } = await codeOf({ name: 'Oil filter', price: 1149, qty: 2 })
    const before = await db.pending.count()
    show(`/k#${code}`, <ReceiveScreen />)
    expect(await screen.findByRole('heading', { name: 'Oil filter' })).toBeTruthy()
    expect(screen.getByText('$22.98')).toBeTruthy()
    expect(await screen.findByText(/This device has that kit already/)).toBeTruthy()
    expect(await db.pending.count()).toBe(before)

    await userEvent.click(screen.getByRole('button', { name: 'Import as my copy' }))
    await expect
      .poll(() => screen.getByLabelText('Address').textContent)
      .toMatch(/^\/builder\?build=\w{6}$/)
    const buildId = screen.getByLabelText('Address').textContent?.slice(-6) ?? ''
    const copyId = (await findHere(buildId)) ?? ''
    const { kit } = await readBuild(copyId, buildId)
    expect(copyId).not.toBe(kitId)
    expect(kit.lines.map(({ name, price, qty }) => [name, price, qty])).toEqual([
      ['Oil filter', 1149, 2],
    ])
    const row = await db.pending.get([shownPrincipal(), 'kit', copyId])
    expect(row?.cells['fork']?.[0]).toEqual({ from: kitId })
  })

  test('refuses a link of which a letter was changed, with a word', async () => {
    const { code } = await codeOf({ name: 'Oil filter' })
    const changed = code.slice(0, 20) + (code.charAt(20) === 'A' ? 'B' : 'A') + code.slice(21)
    show(`/k#${changed}`, <ReceiveScreen />)
    expect((await screen.findByRole('alert')).textContent).toContain('damaged')
    expect(screen.queryByRole('button', { name: 'Import as my copy' })).toBeNull()
  })

  test('reads what is pasted and what is in a file', async () => {
    const { code } = await codeOf({ name: 'Drain plug' })
    show('/k', <ReceiveScreen />)
    const field = screen.getByRole('textbox', { name: 'Or paste it here' })
    await userEvent.click(field)
    await userEvent.paste(`Look: https://other.example/k#${code}`)
    await userEvent.click(screen.getByRole('button', { name: 'Read it' }))
    expect(await screen.findByRole('heading', { name: 'Drain plug' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }))

    const file = new File([code], 'kit.wrenchkit')
    await userEvent.upload(screen.getByLabelText('Picture or file to read'), file)
    expect(await screen.findByRole('heading', { name: 'Drain plug' })).toBeTruthy()
    expect((await readKitCode(code)).lines).toHaveLength(1)
  })
})

describe('importing a list', () => {
  async function paste(text: string) {
    await userEvent.click(screen.getByRole('textbox', { name: 'Or paste it here' }))
    await userEvent.paste(text)
    await userEvent.click(screen.getByRole('button', { name: 'Read it' }))
  }

  test('shows what would come, takes a column that was chosen, and adds to the kit at hand', async () => {
    const { buildId, kitId } = await storeBuild({ name: 'Rags', price: 100 })
    show(`/k?into=${buildId}`, <ReceiveScreen />)
    await paste('Filter\tOX 1\t$11.49\nPlug\tP-2\t$6.25')
    expect(await screen.findByText('$17.74')).toBeTruthy()
    const column = screen.getByRole('combobox', { name: 'Column 2' })
    await userEvent.selectOptions(column, 'Manufacturer')
    await userEvent.click(screen.getByRole('button', { name: 'Import 2 parts' }))
    await expect
      .poll(() => screen.getByLabelText('Address').textContent)
      .toBe(`/builder?build=${buildId}`)
    const { kit } = await readBuild(kitId, buildId)
    expect(kit.lines.map(({ name, manufacturer, price }) => [name, manufacturer, price])).toEqual([
      ['Rags', '', 100],
      ['Filter', 'OX 1', 1149],
      ['Plug', 'P-2', 625],
    ])
  })

  test('leaves nothing out without saying it on the button', async () => {
    show('/k', <ReceiveScreen />)
    await paste('Part,Price\nFilter,lots\nPlug,6.25')
    expect(await screen.findByText('Row 1: “lots” is no price')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Import 2 parts without 1 value' })).toBeTruthy()
    cleanup()
    show('/k', <ReceiveScreen />)
    const rows = Array.from({ length: 510 }, (_, at) => `Part ${at}\t1.00`)
    await userEvent.upload(
      screen.getByLabelText('Picture or file to read'),
      new File([rows.join('\n')], 'parts.tsv'),
    )
    expect(await screen.findByRole('button', { name: 'Import the first 500' })).toBeTruthy()
    expect(screen.getByText(/10 parts of this list do not fit/)).toBeTruthy()
  })

  test('a link of a shop that is pasted by the button lands in the kit at hand, to be undone', async () => {
    const { buildId, kitId } = await storeBuild({ name: 'Rags' })
    const person = userEvent.setup()
    await navigator.clipboard.writeText('Oil filter https://shop.example/1')
    show(`/k?into=${buildId}`, <ReceiveScreen />)
    await person.click(screen.getByRole('button', { name: 'Paste' }))
    await expect
      .poll(() => screen.getByLabelText('Address').textContent)
      .toBe(`/builder?build=${buildId}`)
    const lines = async () => (await readBuild(kitId, buildId)).kit.lines
    expect((await lines()).map(({ name, link }) => [name, link])).toEqual([
      ['Rags', ''],
      ['Oil filter', 'https://shop.example/1'],
    ])
    useToasts.getState().shown?.action?.onPress()
    await expect.poll(async () => (await lines()).length).toBe(1)
  })
})

describe('a link that was shared', () => {
  /** The screen as the server answers the share target without a worker. */
  function receive(shared: Record<string, string>, at = '/k?shared') {
    const block = document.createElement('script')
    block.type = 'application/json'
    block.dataset['shared'] = ''
    const contentType = 'application/x-www-form-urlencoded'
    const base64 = btoa(String(new URLSearchParams(shared)))
    block.textContent = JSON.stringify({ problem: '', contentType, base64 })
    document.body.append(block)
    show(at, <ReceiveScreen />)
  }
  const LINK = 'https://www.shop.example/1'

  // T67
  test('changes nothing before a press that names kit and shop, and can be taken back', async () => {
    const { buildId, kitId } = await storeBuild({ name: 'Rags of linen' })
    const before = await db.pending.count()
    receive({ title: 'Oil filter', text: LINK }, `/k?shared&into=${buildId}`)
    const heading = await screen.findByRole('heading', { name: /^Add a link from shop\.example/ })
    expect(document.activeElement).toBe(heading)
    const button = await screen.findByRole('button', { name: 'Add to Rags of linen' })
    expect(screen.getByText('Oil filter', { selector: 'bdi' })).toBeTruthy()
    expect(screen.getByText(LINK)).toBeTruthy()
    expect(await db.pending.count()).toBe(before)

    await userEvent.click(button)
    await expect
      .poll(() => screen.getByLabelText('Address').textContent)
      .toBe(`/builder?build=${buildId}`)
    const lines = async () => (await readBuild(kitId, buildId)).kit.lines
    expect((await lines()).map(({ name, link }) => [name, link])).toEqual([
      ['Rags of linen', ''],
      ['Oil filter', LINK],
    ])
    useToasts.getState().shown?.action?.onPress()
    await expect.poll(async () => (await lines()).length).toBe(1)
  })

  test('offers another kit where one is full', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ name: `Part ${at}` }))
    const { buildId } = await storeBuild(...many)
    receive({ text: LINK }, `/k?shared&into=${buildId}`)
    const full = await screen.findByRole('button', { name: 'This kit is full' })
    await userEvent.click(full)
    expect(screen.getByLabelText('Address').textContent).toContain('/k?shared')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Where to' }), 'A new kit')
    await userEvent.click(screen.getByRole('button', { name: 'Add to a new kit' }))
    await expect
      .poll(() => screen.getByLabelText('Address').textContent)
      .toMatch(/^\/builder\?build=\w{6}$/)
    expect(screen.getByLabelText('Address').textContent).not.toContain(buildId)
  })

  test.each(['http://a:b@shop.example/', 'javascript:alert(1)', '', 'https://'])(
    'that is no link of a shop, “%s”, is not offered to any kit',
    async (text) => {
      await storeBuild({ name: 'Rags' })
      const before = await db.pending.count()
      receive({ text })
      await waitFor(() => expect(screen.queryByText('Reading the kit...')).toBeNull())
      expect(screen.queryByRole('button', { name: /^Add to/ })).toBeNull()
      expect(await db.pending.count()).toBe(before)
    },
  )
})
