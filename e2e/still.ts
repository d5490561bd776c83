// Elements that move while a test looks at them, or disappear before it has looked.
import type { Locator, Page } from '@playwright/test'

import { expect } from './expect.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Box of a visible element, once two reads have found it in the same place. */
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

/** Button of the visible toast. Hovering keeps the toast open. */
export async function heldMessage(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('region', { name: /F8/ }).getByRole('button', { name, exact: true })
  await button.hover()
  return button
}
