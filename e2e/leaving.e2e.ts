// The last key and the leaving of the page in one breath: slower than both is every disk.
import { expect, test } from './harness.ts'
import { addLine, lineNames, startBuild, waitForWorker } from './builder.ts'

test.use({ hasWorker: true })

const ROUNDS = 4

test('what is typed in the very moment in which the page is left is there in the next', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('desk')
  const buildId = await startBuild(page)
  await waitForWorker(page)
  await addLine(page, { name: 'Rags' })
  const name = page.getByRole('textbox', { name: 'Part name, line 1' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (let round = 1; round <= ROUNDS; round++) {
    const typed = `Rags of linen, no. ${round}`
    await name.click()
    const left = page.waitForEvent('framenavigated')
    await name.evaluate(
      (input: HTMLInputElement, [text, leadsTo]) => {
        // As keys do it: each letter is an event of its own, and the last one is followed by nothing.
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
        for (let length = 1; length <= text.length; length++) {
          set?.call(input, text.slice(0, length))
          input.dispatchEvent(new Event('input', { bubbles: true }))
        }
        if (leadsTo) location.href = leadsTo
        else location.reload()
      },
      [typed, round % 2 === 0 ? '/about' : ''] as const,
    )
    await left
    if (round % 2 === 0) await page.goto(`/builder?build=${buildId}`)
    await expect(name).toHaveValue(typed)
  }
  // What the next page has stored is no longer left behind.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('unstored:')
})

test('an open page takes over what another one leaves', async ({ openBrowser }) => {
  const { page, context } = await openBrowser('desk')
  const buildId = await startBuild(page)
  await addLine(page, { name: 'Rags' })
  const other = await context.newPage()
  await other.goto(`/builder?build=${buildId}`)
  const name = other.getByRole('textbox', { name: 'Part name, line 1' })
  await expect(name).toHaveValue('Rags')
  // What keeps it is fetched once the screen stands.
  await expect(other.getByRole('contentinfo')).toBeAttached()
  // The page of before waits, open and without a key.
  await name.evaluate((input: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(input, 'Rags of linen')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    location.href = 'about:blank'
  })
  await expect.poll(() => lineNames(page)).toEqual(['Rags of linen'])
})
