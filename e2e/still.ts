// What moves while a story looks at it, or goes before it has looked.
import type { Locator, Page } from '@playwright/test'

import { expect } from './expect.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Where something stands that is shown, once two looks have found it in the same place. */
export async function stillBox(what: Locator): Promise<Box> {
  let last: Box | null = null
  await expect
    .poll(async () => {
      const before = JSON.stringify(last)
      last = await what.boundingBox()
      return last !== null && JSON.stringify(last) === before
    })
    .toBe(true)
  if (!last) throw new Error('It is not shown.')
  return last
}

/** The button of the message that is shown. With the pointer on it the message stays. */
export async function heldMessage(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('region', { name: /F8/ }).getByRole('button', { name, exact: true })
  await button.hover()
  return button
}
