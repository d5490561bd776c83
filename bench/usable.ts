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
  /** What had been asked for before that moment: the document and addresses of files. */
  requested: string[]
}

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
    requestAnimationFrame(() => { window.usableAt = performance.now() })
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
  await page.goto(address, { waitUntil: 'commit' })
  // Seldom enough that asking does not slow down what is measured.
  await page.waitForFunction(() => 'usableAt' in window, undefined, { polling: 100 })
  const seen = await page.evaluate(() => ({
    ms: (window as unknown as { usableAt: number }).usableAt,
    files: performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ name, startTime })),
  }))
  const before = seen.files.filter(({ startTime }) => startTime < seen.ms)
  return { ms: seen.ms, requested: [page.url(), ...before.map(({ name }) => name)] }
}
