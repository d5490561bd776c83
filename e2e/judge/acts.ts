// What people do in one tab, each act written down with what they saw before and after it.
import { setTimeout as wait } from 'node:timers/promises'

import type { Tab } from '../engines/engine.ts'
import type { Deed, Field, ShownKit } from './journal.ts'

import { mark, readComment, readFocused, readGarage, readScreen } from './look.ts'

/** A person in front of one tab. Each act answers whether it could be done. */
export interface Person {
  readonly tab: Tab
  readonly origin: string
  /** @param who whom the screen names, where that was just read */
  readonly tell: (deed: Deed, who?: string | null) => void
}

export const lineField = (line: string, field: Field) =>
  `document.querySelector('[data-line="${line}"] input[data-cell="${field}"]')`
const newLine = `document.querySelector('[data-ghost] input[data-cell="name"]')`
const kitField = (field: 'kitName' | 'notes') =>
  field === 'notes' ? `labelled('textarea', 'Notes')` : `labelled('input', 'Kit Name')`

export async function visit({ tab, origin }: Person, path: string): Promise<void> {
  await tab.goto(new URL(path, origin).href)
}

/** Waits for what `look` answers, up to `ms`; null when it never comes. */
export async function soon<T>(look: () => Promise<T | null>, ms = 8_000): Promise<T | null> {
  for (const endAt = Date.now() + ms; ; await wait(100)) {
    const seen = await look().catch(() => null)
    if (seen !== null || Date.now() > endAt) return seen
  }
}

/** Opens a kit in the builder and waits for its table. */
export async function openKit(person: Person, kit: string): Promise<ShownKit | null> {
  await visit(person, `/builder?build=${kit}`)
  return soon(() => shownKit(person))
}

export async function startKit(person: Person): Promise<ShownKit | null> {
  await visit(person, '/builder')
  return soon(() => shownKit(person))
}

/** The kit in the builder; one that still says how it was is taken as it stands. */
export async function shownKit({ tab }: Person): Promise<ShownKit | null> {
  return (await readScreen(tab)).kit
}

/** Types into a field what replaces what is in it. @param leave how the field is left */
export async function typeInto(
  person: Person,
  where: { line?: string; field: Field; isNew?: boolean; locate: string },
  value: string,
  leave: 'Tab' | 'stay' = 'Tab',
): Promise<boolean> {
  const { tab, tell } = person
  const css = await mark(tab, where.locate)
  if (!css) return false
  await tab.click(css)
  const before: unknown = await tab.evaluate(`(() => {
    const field = document.querySelector('${css}')
    if (!field || document.activeElement !== field) return null
    field.select()
    return field.value
  })()`)
  if (typeof before !== 'string') return false
  const { field } = where
  const begun = await readFocused(tab)
  // A page that is still coming took the focus away again: nobody types into nothing.
  if (where.line !== undefined && begun.line === null) return false
  const place = begun.line === null ? {} : { line: begun.line }
  tell({ did: 'began', kit: begun.kit, ...place, field, value }, begun.who)
  await tab.type(value)
  const { shown, line, kit, who } = await readFocused(tab)
  const row = where.line ?? (where.isNew ? line : null)
  const at = { kit, ...(row === null ? {} : { line: row }), field: where.field }
  tell({ did: 'typed', ...at, before, value, shown }, who)
  if (leave === 'Tab') await tab.press('Tab')
  return true
}

export const typeInLine = (
  person: Person,
  line: string,
  field: Field,
  value: string,
  leave?: 'Tab' | 'stay',
) => typeInto(person, { line, field, locate: lineField(line, field) }, value, leave)

export const addLine = (person: Person, name: string, leave?: 'Tab' | 'stay') =>
  typeInto(person, { field: 'name', isNew: true, locate: newLine }, name, leave)

export const typeInKit = (
  person: Person,
  field: 'kitName' | 'notes',
  value: string,
  leave?: 'Tab' | 'stay',
) => typeInto(person, { field, locate: kitField(field) }, value, leave)

/** Clicks on what `locate` finds, if there is such a thing. */
export async function click({ tab }: Person, locate: string): Promise<boolean> {
  const css = await mark(tab, locate)
  if (css) await tab.click(css)
  return css !== null
}

export async function deleteLine(person: Person, kit: string, line: string): Promise<boolean> {
  const remove = `button('Remove ', document.querySelector('[data-line="${line}"]') ?? document.head)`
  const isDone = await click(person, remove)
  if (isDone) person.tell({ did: 'deleted', kit, line })
  return isDone
}

/** Presses Undo, and tells the table before and a moment after it. */
export async function undo(person: Person): Promise<boolean> {
  const before = await shownKit(person)
  if (!before || !(await click(person, `button('Undo')`))) return false
  const text = JSON.stringify(before)
  await soon(async () => (JSON.stringify(await shownKit(person)) === text ? null : true), 3_000)
  await wait(200)
  const after = await shownKit(person)
  if (after) person.tell({ did: 'undid', before, after })
  return after !== null
}

/** Moves a line by the menu of its grip. */
export async function moveLine(
  person: Person,
  kit: string,
  line: string,
  way: 'up' | 'down',
): Promise<boolean> {
  const before = await shownKit(person)
  const grip = `document.querySelector('[data-line="${line}"] button[data-grip]')`
  if (!before || !(await click(person, grip))) return false
  const item = `[...document.querySelectorAll('[role=menuitem]')].find((each) =>
    /^move ${way}/i.test(each.textContent.trim()) && !each.hasAttribute('data-disabled'))`
  const isDone =
    (await soon(async () => ((await click(person, item)) ? true : null), 2_000)) === true
  if (!isDone) {
    await person.tab.press('Escape')
    return false
  }
  const orderOf = (shown: ShownKit) => shown.lines.map(({ id }) => id)
  const moved = await soon(async () => {
    const shown = await shownKit(person)
    return shown && orderOf(shown).join() !== orderOf(before).join() ? shown : null
  }, 2_000)
  if (moved) person.tell({ did: 'moved', kit, line, order: orderOf(moved) })
  return moved !== null
}

/** Marks a part in garage mode. */
export async function tick(
  person: Person,
  { kit, line, name }: { kit: string; line: string; name: string },
  value: 'have' | 'ordered' | 'fitted',
): Promise<boolean> {
  await visit(person, `/garage/${kit}`)
  const before = await soon(async () => (await readGarage(person.tab))[name] ?? null)
  if (before === null || before === value) return false
  const radio = `document.querySelector('main input[type=radio][value="${value}"]')?.closest('label')`
  const part = `[...document.querySelectorAll('main li label[data-status]')].find((each) =>
    each.querySelector('span > span')?.textContent === ${JSON.stringify(name)})`
  if (!(await click(person, radio)) || !(await click(person, part))) return false
  const after = await soon(async () => {
    const now = (await readGarage(person.tab))[name]
    return now === value ? now : null
  }, 3_000)
  if (after !== null) person.tell({ did: 'ticked', kit, line, before, value })
  return after !== null
}

/** Saves the kit that is open in the builder; ends on the kit's page. */
export async function save(person: Person): Promise<boolean> {
  const shown = await shownKit(person)
  if (!shown?.kitName || shown.lines.length === 0) return false
  if (!(await click(person, `button('Save Kit')`))) return false
  const path = await soon(async () => {
    const at = (await readScreen(person.tab)).path
    return at.startsWith('/kit/') ? at : null
  })
  person.tell({ did: 'saved', kit: shown.kit, shown, isSeen: path !== null })
  return path !== null
}

export async function comment(person: Person, kit: string, text: string): Promise<boolean> {
  await visit(person, `/kit/${kit}`)
  const field = `labelled('textarea', 'Add a comment')`
  const isThere = await soon(async () => ((await mark(person.tab, field)) ? true : null))
  if (!isThere) return false
  await person.tab.click('[data-judge=here]')
  await person.tab.type(text)
  // A person looks whether it stands there before pressing, and whether it went.
  const shown = () => readComment(person.tab)
  if ((await shown()) !== text) return false
  if (!(await click(person, `button('Post Comment')`))) return false
  const isPosted = await soon(async () => ((await shown()) === '' ? true : null), 5_000)
  if (isPosted) person.tell({ did: 'commented', kit, value: text })
  return isPosted === true
}

export const copyLink = async (person: Person): Promise<boolean> => {
  const isDone = await click(person, `button('Copy link')`)
  if (isDone) person.tell({ did: 'copiedLink' })
  return isDone
}
