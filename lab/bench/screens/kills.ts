/**
 * Typed text after a flat battery: the browser is killed 200 ms after the last key, 50 times. And 50
 * times the page is left in the very tick of the last letter: reloaded, or gone to another address.
 */
import { startBuild } from '../../../e2e/builder.ts'
import { inLab } from '../lab.ts'
import { report } from '../report.ts'

const KILLS = Number(process.env['KILLS'] ?? 50)

await inLab(async ({ openBrowser }) => {
  const device = await openBrowser('desk')
  let lost = 0
  let page = device.page
  await startBuild(page)
  for (let round = 1; round <= KILLS; round++) {
    const text = `Round ${round}: every letter of this has to be there again.`
    const address = page.url()
    const notes = page.getByRole('textbox', { name: /^Notes/ })
    await notes.fill('')
    await notes.click()
    await page.keyboard.type(text)
    await page.waitForTimeout(200)
    await device.kill()
    page = await device.reopen()
    await page.goto(address)
    await page.getByRole('heading', { name: 'Kit Builder' }).waitFor()
    await page.waitForTimeout(300)
    const found = await page.getByRole('textbox', { name: /^Notes/ }).inputValue()
    if (found !== text) {
      lost++
      console.log(`  round ${round}: "${found}"`)
    }
  }
  let gone = 0
  for (let round = 1; round <= KILLS; round++) {
    const text = `Round ${round}: and the last letter`
    const address = page.url()
    const notes = page.getByRole('textbox', { name: /^Notes/ })
    await notes.fill('')
    await notes.click()
    await page.keyboard.type(text)
    const isReload = round % 2 === 0
    const left = page.waitForEvent('framenavigated')
    await page.evaluate(
      ([whole, isAgain]) => {
        const field = document.activeElement as HTMLTextAreaElement
        const { set } =
          Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
        set?.call(field, whole)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        if (isAgain) location.reload()
        else location.href = '/about'
      },
      [`${text}!`, isReload] as const,
    )
    await left
    if (!isReload) await page.goto(address)
    await page.getByRole('heading', { name: 'Kit Builder' }).waitFor()
    const found = page.getByRole('textbox', { name: /^Notes/ })
    await page.waitForTimeout(300)
    if ((await found.inputValue()) !== `${text}!`) {
      gone++
      console.log(`  left in round ${round}: "${await found.inputValue()}"`)
    }
  }
  report('Typed text after a flat battery', [
    {
      what: `pages left in the tick of the last letter, of ${KILLS} lost`,
      figure: gone,
      unit: '',
      budget: 0,
    },
    {
      what: `kills 200 ms after the last key, of ${KILLS} lost`,
      figure: lost,
      unit: '',
      budget: 0,
    },
  ])
})
