/** When a page is usable, decided by the page itself, so that no test driver's time is in it. */
import type { BrowserContext, Page } from '@playwright/test'

/** What a route shows once it can be used. */
export interface Sign {
  selector: string
  /** In the text of the element, or in the value of an input. */
  text: string
}

export interface Visit {
  /** From the start of the navigation to the frame that shows the sign, milliseconds. */
  ms: number
  /**
   * What had been asked for before the sign was in the document, which a busy machine may draw late:
   * the document and addresses of files.
   */
  requested: string[]
}

/** How a page says when; asking it would make it run the asker's code meanwhile. */
const SAID = 'usable at'

// As text: what a bundler would add to a function does not exist in the page.
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

/** Makes every page of the context note when it shows the sign. */
export async function watchFor(context: BrowserContext, sign: Sign): Promise<void> {
  await context.addInitScript({ content: script(sign) })
}

/** Opens the address and waits until the page itself says that it is usable. */
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
