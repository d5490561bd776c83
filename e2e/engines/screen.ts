// Reading and use of one tab by roles and names, the same over every engine's driver.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { Key, Tab } from './engine.ts'

import { rootFolder } from '../server.ts'

/** Testing Library, as in unit tests; here it is injected as text into a page without it. */
const library = readFileSync(
  join(rootFolder, 'node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)
const patienceMs = 60_000

export type Screen = ReturnType<typeof createScreen>

/** @param tab is called each time: a reopened browser has another one */
export function createScreen(tab: () => Tab, origin: string) {
  let marks = 0

  async function inLibrary(body: string): Promise<unknown> {
    const source = `(() => {
      const lib = globalThis.TestingLibraryDom
      if (!lib) return 'no library'
      if (!document.body) return null
      ${body}
    })()`
    const result = await tab().evaluate(source)
    if (result !== 'no library') return result
    await tab().evaluate(`(() => { ${library}\n })()`)
    return tab().evaluate(source)
  }

  // The library's own check of hidden elements computes the style of every element: seconds here.
  const all = (role: string, name: string | RegExp) =>
    `lib.queryAllByRole(document.body, ${JSON.stringify(role)}, {
      hidden: true, name: ${String(quoted(name))},
    }).filter((each) => each.getClientRects().length > 0 && !each.closest('[aria-hidden=true]'))`

  /**
   * Marks the one element of this role and name, once there is one, and returns its CSS. Scrolls it
   * away from the edges: drivers scroll only just far enough, and there the bars cover it.
   */
  async function find(role: string, name: string | RegExp): Promise<string> {
    const mark = `m${(marks += 1)}`
    const body = `const found = ${all(role, name)}
      if (found.length === 1) {
        found[0].dataset.e2e = '${mark}'
        found[0].scrollIntoView({ block: 'center', behavior: 'instant' })
      }
      return found.length`
    let count: unknown
    for (const endAt = Date.now() + patienceMs; Date.now() < endAt; await wait(50)) {
      count = await inLibrary(body)
      if (count === 1) return `[data-e2e="${mark}"]`
    }
    throw new Error(`${String(count)} times a ${role} named ${String(name)}`)
  }

  /** Clicks a field until it has the focus, as an attentive user does before typing. */
  async function enter(role: string, name: string | RegExp): Promise<void> {
    for (const endAt = Date.now() + patienceMs; ; await wait(50)) {
      const css = await find(role, name)
      await tab().click(css)
      if (await tab().evaluate(`document.activeElement?.matches('${css}') === true`)) return
      if (Date.now() > endAt) throw new Error(`The ${role} named ${String(name)} takes no focus`)
    }
  }

  const screen = {
    /** A path of the app, or the address of a page elsewhere. */
    open: (path: string) => tab().goto(new URL(path, origin).href),
    reload: () => tab().reload(),
    press: (key: Key) => tab().press(key),
    type: (text: string) => tab().type(text),
    evaluate: (source: string) => tab().evaluate(source),
    screenshot: () => tab().screenshot(),
    address: async () => String(await tab().evaluate('location.href')),
    /** All visible text. */
    text: async () => String(await tab().evaluate("document.body?.innerText ?? ''")),
    click: async (role: string, name: string | RegExp) => tab().click(await find(role, name)),
    enter,
    /** Replaces a field's value, key by key, and leaves the focus there. */
    fill: async (role: string, name: string | RegExp, text: string) => {
      await enter(role, name)
      // select() instead of Ctrl+A, which selects the whole table of parts.
      await tab().evaluate('document.activeElement.select()')
      await tab().type(text)
    },
    /** Value of a field; null while there is no such field. */
    value: (role: string, name: string | RegExp) =>
      inLibrary(`return ${all(role, name)}[0]?.value ?? null`),
    /** Names of all matching elements of this role, in screen order. */
    names: async (role: string, name: RegExp) =>
      (await inLibrary(`return ${all(role, name)}.map((each) =>
        each.getAttribute('aria-label') ?? each.textContent)`)) as string[] | null,
    /** Values of all fields of this role and name, in screen order. */
    values: async (role: string, name: RegExp) =>
      (await inLibrary(`return ${all(role, name)}.map((each) => each.value)`)) as string[] | null,
  }
  return screen
}

const quoted = (name: string | RegExp) => (name instanceof RegExp ? name : JSON.stringify(name))
