// The tab of drivers with the same page API: Playwright's and Puppeteer's.
import type { Key, Tab } from './engine.ts'

interface DriverPage {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  evaluate(source: string): Promise<unknown>
  click(css: string): Promise<void>
  screenshot(): Promise<Uint8Array>
  readonly keyboard: {
    type(text: string): Promise<void>
    press(key: Key): Promise<void>
  }
}

export function pageTab(page: DriverPage): Tab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (source) => page.evaluate(source),
    click: (css) => page.click(css),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: async () => Buffer.from(await page.screenshot()),
  }
}
