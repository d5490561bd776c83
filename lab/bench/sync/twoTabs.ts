/** Two tabs of one device type into one kit at ten keys a second each: both end with everything. */
import type { Page } from '@playwright/test'

import { oneLine, pasteText, startBuild } from '../../../e2e/builder.ts'
import { inLab } from '../lab.ts'
import { report } from '../report.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 60)
const KEYS_A_SECOND = 10
const LETTERS = 'Sealing ring 14 x 20 mm, copper, for the drain plug. '
/** Keys a name takes before the next line has its turn. */
const OF_NAME = 50

await inLab(async ({ openBrowser }) => {
  const { page: first } = await openBrowser('desk')
  await startBuild(first)
  await first.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await oneLine(first).click()
  const lines = Math.ceil((SECONDS * KEYS_A_SECOND) / OF_NAME)
  await pasteText(first, Array.from({ length: lines }, (_, at) => `Part ${at + 1}`).join('\n'))
  const second = await first.context().newPage()
  await second.goto(first.url())
  await second.getByRole('textbox', { name: `Part name, line ${lines}` }).waitFor()

  const [notes, names] = await Promise.all([typeNotes(first), typeNames(second)])
  await first.waitForTimeout(3_000)
  let wrong = 0
  for (const page of [first, second]) {
    const shown = await page.getByRole('textbox', { name: /^Notes/ }).inputValue()
    if (shown !== notes) wrong++
    for (const [at, name] of names.entries()) {
      const field = page.getByRole('textbox', { name: `Part name, line ${at + 1}`, exact: true })
      if ((await field.inputValue()) !== name) wrong++
    }
  }
  report('Two tabs of one kit', [
    {
      what: `fields that differ after ${SECONDS} s of keys in both`,
      figure: wrong,
      unit: '',
      budget: 0,
      note: `${notes.length} letters of notes, ${names.length} names, read in both tabs`,
    },
  ])
})

function letterAt(at: number): string {
  return LETTERS[at % LETTERS.length] ?? ' '
}

/** Types until the time is over. @returns what it typed */
async function type(page: Page, keys: number): Promise<string> {
  let typed = ''
  for (let key = 0; key < keys; key++) {
    const began = Date.now()
    await page.keyboard.insertText(letterAt(key))
    typed += letterAt(key)
    await page.waitForTimeout(Math.max(0, 1_000 / KEYS_A_SECOND - (Date.now() - began)))
  }
  return typed
}

async function typeNotes(page: Page): Promise<string> {
  await page.getByRole('textbox', { name: /^Notes/ }).click()
  return type(page, SECONDS * KEYS_A_SECOND)
}

async function typeNames(page: Page): Promise<string[]> {
  const names: string[] = []
  for (let at = 1; at <= (SECONDS * KEYS_A_SECOND) / OF_NAME; at++) {
    const field = page.getByRole('textbox', { name: `Part name, line ${at}`, exact: true })
    await field.fill('')
    names.push((await type(page, OF_NAME)).trim())
  }
  return names
}
