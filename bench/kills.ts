/** Typed text after a flat battery: the browser is killed 200 ms after the last key, 50 times. */
import { startBuild } from '../e2e/builder.ts'
import { inLab } from './lab.ts'
import { report } from './report.ts'

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
  report('Typed text after a flat battery', [
    {
      what: `kills 200 ms after the last key, of ${KILLS} lost`,
      figure: lost,
      unit: '',
      budget: 0,
    },
  ])
})
