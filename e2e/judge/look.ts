// What one screen shows, read by its roles and labels. The sources run in pages.
import { setTimeout as wait } from 'node:timers/promises'

import type { Tab } from '../engines/engine.ts'
import type { Offer, ShownKit } from './journal.ts'

export interface Screen {
  readonly path: string
  /** The account that the header names, or NOBODY; null where it says nothing. */
  readonly who: string | null
  readonly chip: string
  /** The kit in the builder; null on every other screen, and until its table stands. */
  readonly kit: ShownKit | null
}

/** Whoever sits at a device without an account. */
export const NOBODY = 'no account'

/** Whom a page is for is what its header says: a browser may have forgotten, and a tab be behind. */
const WHO = `const account = document.querySelector('nav[aria-label=Account]')
  const isIn = account && [...account.querySelectorAll('button')].some((each) =>
    each.textContent.trim() === 'Log Out')
  const who = isIn ? account.querySelector('a')?.textContent.trim() ?? null
    : account ? '${NOBODY}' : null`

const LABELLED = `const labelled = (tag, label) => [...document.querySelectorAll(tag)]
  .find((each) => [...(each.labels ?? [])].some((one) => one.textContent.trim().startsWith(label)))`

const READ = `(() => {
  ${LABELLED}
  ${WHO}
  const chip = document.querySelector('button[aria-label^="Sync: "]')?.getAttribute('aria-label') ?? ''
  const path = location.pathname + location.search
  const build = new URLSearchParams(location.search).get('build')
  const name = labelled('input', 'Kit Name')
  const notes = labelled('textarea', 'Notes')
  const rows = [...document.querySelectorAll('[role=row][data-line]')]
  const isThere = location.pathname === '/builder' && build && name && notes && rows.length > 0
  const kit = !isThere ? null : {
    kit: build,
    kitName: name.value,
    notes: notes.value,
    lines: rows.filter((row) => !row.dataset.ghost).map((row) => Object.fromEntries([
      ['id', row.dataset.line],
      ...[...row.querySelectorAll('input[data-cell]')].map((input) => [input.dataset.cell, input.value]),
    ])),
  }
  return JSON.stringify({ path, chip, kit, who })
})()`

/** The field that has the focus: what it shows, where it is, and for whom. */
const FOCUSED = `(() => {
  ${WHO}
  return JSON.stringify({
    shown: document.activeElement?.value ?? '',
    line: document.activeElement?.closest('[data-line]')?.dataset.line ?? null,
    kit: new URLSearchParams(location.search).get('build') ?? '',
    who,
  })
})()`

export interface Focused {
  readonly shown: string
  readonly line: string | null
  readonly kit: string
  readonly who: string | null
}

export async function readFocused(tab: Tab): Promise<Focused> {
  return JSON.parse(String(await tab.evaluate(FOCUSED))) as Focused
}

export async function readScreen(tab: Tab): Promise<Screen> {
  return JSON.parse(String(await tab.evaluate(READ))) as Screen
}

/** Marks one element and brings it to where it can be clicked. `locate` is an expression. */
export async function mark(tab: Tab, locate: string): Promise<string | null> {
  const source = `(() => {
    ${LABELLED}
    const button = (name, within = document) => [...within.querySelectorAll('button')].find((each) =>
      !each.disabled && each.getClientRects().length > 0 &&
      (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(name))
    const found = ${locate}
    if (!found) return false
    for (const each of document.querySelectorAll('[data-judge]')) delete each.dataset.judge
    found.dataset.judge = 'here'
    found.scrollIntoView({ block: 'center', behavior: 'instant' })
    return true
  })()`
  if ((await tab.evaluate(source)) !== true) return null
  await standStill(tab)
  return '[data-judge=here]'
}

/** Nobody presses what still moves, such as a menu that opens or a row below what comes late. */
async function standStill(tab: Tab): Promise<void> {
  const place = () =>
    tab.evaluate(
      `JSON.stringify(document.querySelector('[data-judge=here]')?.getBoundingClientRect())`,
    )
  let before: unknown
  for (let left = 20; left > 0; left--) {
    const now = await place()
    if (now === before) return
    before = now
    await wait(80)
  }
}

/** What stands in the field of a comment; undefined where there is none. */
export const readComment = (tab: Tab) =>
  tab.evaluate(`(() => {
    ${LABELLED}
    return labelled('textarea', 'Add a comment')?.value
  })()`)

/** The marks of garage mode by the names of the parts. */
export async function readGarage(tab: Tab): Promise<Record<string, string>> {
  const source = `JSON.stringify(Object.fromEntries(
    [...document.querySelectorAll('main li label[data-status]')].map((label) =>
      [label.querySelector('span > span')?.textContent ?? '', label.dataset.status])))`
  return JSON.parse(String(await tab.evaluate(source))) as Record<string, string>
}

/** The comments under a kit, as text. */
export async function readComments(tab: Tab): Promise<string[]> {
  const source = `JSON.stringify([...document.querySelectorAll('main li')]
    .map((each) => each.innerText).filter((text) => text.includes('Comment no.')))`
  return JSON.parse(String(await tab.evaluate(source))) as string[]
}

/** What the open drawer offers back. */
export async function readOffers(tab: Tab): Promise<Offer[]> {
  const source = `JSON.stringify([...document.querySelectorAll('[role=dialog] section, [role=dialog] [role=region]')]
    .map((each) => ({
      title: each.getAttribute('aria-label') ??
        document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
      text: each.innerText,
      values: [...each.querySelectorAll('button')].map((button) => button.textContent.trim()),
    })))`
  return JSON.parse(String(await tab.evaluate(source))) as Offer[]
}

/** A stranger's screen of a list: its rows, and all that is to be read on it. */
export async function readList(tab: Tab): Promise<{ lines: string[][]; text: string }> {
  const source = `JSON.stringify({
    lines: [...document.querySelectorAll('main tbody tr')].map((row) =>
      [...row.cells].map((cell) => cell.innerText.trim())),
    text: document.querySelector('main')?.innerText ?? '',
  })`
  return JSON.parse(String(await tab.evaluate(source))) as { lines: string[][]; text: string }
}
