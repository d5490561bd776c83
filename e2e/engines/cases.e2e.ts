// Tables of other programs, pasted on every engine: each has a clipboard and an HTML parser of its own.
import { PARTS_CASES } from '../cases.ts'
import { CLIPBOARDS, NAMES, TEXT } from '../clipboards.ts'
import { startBuild } from './builder.ts'
import { expect, test } from './harness.ts'

/** Runs in the page: a paste into the blank row. */
function pasteInto(text: string, html: string): void {
  const field = document.querySelector('[aria-label="Part name, new line"]')
  const init = { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }
  const paste = new ClipboardEvent('paste', init)
  // Only now: Firefox gives each event an empty clipboard of its own.
  paste.clipboardData?.setData('text/plain', text)
  if (html) paste.clipboardData?.setData('text/html', html)
  field?.dispatchEvent(paste)
}

/** Runs in the page: a phone's keyboard hands its clipboard over as one key. */
function typeInto(text: string): void {
  const field = document.querySelector('[aria-label="Part name, new line"]')
  const key = { data: text, inputType: 'insertText', bubbles: true, cancelable: true }
  field?.dispatchEvent(new InputEvent('beforeinput', key))
}

test('tables of other programs are pasted as what they say', async ({
  openPerson,
  allowErrors,
}) => {
  // The browser reports that the pasted page's own handlers do not run.
  allowErrors(/inline event handler/i)
  const { screen } = await openPerson()
  await screen.open('/')
  await startBuild(screen)
  await expect.poll(() => screen.evaluate(`!!document.querySelector('[data-tools]')`)).toBe(true)
  let count = 0
  const valuesOf = async (label: RegExp) => (await screen.values('textbox', label)) ?? []
  const paste = async (text: string, html: string, names: readonly string[], by = pasteInto) => {
    await screen.evaluate(`(${String(by)})(${JSON.stringify(text)}, ${JSON.stringify(html)})`)
    const added = async () => (await valuesOf(/^Part name, line/)).slice(count)
    await expect.poll(added).toEqual(names)
  }
  for (const { text, lines } of PARTS_CASES) {
    await paste(
      text,
      '',
      lines.map(([name]) => name),
    )
    const numbers = await valuesOf(/^Part number, line/)
    const pieces = await valuesOf(/^Quantity, line/)
    const prices = await valuesOf(/^Unit price in dollars, line/)
    const read = lines.map(([name], at) => [
      name,
      numbers[count + at],
      pieces[count + at],
      prices[count + at],
    ])
    expect(read).toEqual(lines)
    count += lines.length
  }
  for (const html of Object.values(CLIPBOARDS)) {
    await paste(TEXT, html, NAMES)
    count += NAMES.length
  }
  await paste(TEXT, '', NAMES, typeInto)
})
