/** Time until a page is usable, taken by the page itself, without the test driver's time. */
import type { BrowserContext, Page } from '@playwright/test'

/** Element that a route shows once it is usable. */
export interface Sign {
  selector: string
  /** Part of the element's text, or of an input's value. */
  text: string
}

export interface Visit {
  /** From the start of the navigation to the frame that shows the sign, milliseconds. */
  ms: number
  /**
   * Addresses of the document and the files requested before the sign was in the document, which a
   * busy machine may draw late.
   */
  requested: string[]
}

/** Prefix of the page's console message; polling would run the driver's code in the page. */
const SAID = 'usable at'

// A string: helpers that a bundler adds to functions do not exist in the page.
const script = ({ selector, text }: Sign) => `{
  const isThere = () => {
    for (const element of document.querySelectorAll(${JSON.stringify(selector)}))
      if ((element.value ?? element.textContent).includes(${JSON.stringify(text)})) return true
    return false
  }
  const look = () => {
    if (!isThere()) return
    changes.disconnect()
    const seen = performance.now()
    requestAnimationFrame(() => console.debug('${SAID} ' + performance.now() + ' ' + seen))
  }
  const changes = new MutationObserver(look)
  changes.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
}`

/** Makes every page of the context report when it shows the sign. */
export async function watchFor(context: BrowserContext, sign: Sign): Promise<void> {
  await context.addInitScript({ content: script(sign) })
}

/** Opens the address and waits until the page itself reports that it is usable. */
export async function visit(page: Page, address: string): Promise<Visit> {
  const said = page.waitForEvent('console', (message) => message.text().startsWith(SAID))
  await page.goto(address, { waitUntil: 'commit' })
  const [ms = NaN, seen = NaN] = (await said)
    .text()
    .slice(SAID.length)
    .trim()
    .split(' ')
    .map(Number)
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  )
  const before = files.filter(({ startTime }) => startTime < seen)
  return { ms, requested: [page.url(), ...before.map(({ name }) => name)] }
}
