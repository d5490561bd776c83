// User actions in the builder, by the names a user sees, on any engine.
import type { Screen } from './screen.ts'

import { PASSWORD } from '../account.ts'
import { expect } from './harness.ts'

/** Signs in as maria, through the screen. */
export async function signIn(screen: Screen): Promise<void> {
  await screen.open('/login')
  await screen.fill('textbox', 'Username or email', 'maria')
  await screen.enter('textbox', 'Username or email')
  // A password field has no role.
  await screen.press('Tab')
  await screen.type(PASSWORD)
  await screen.press('Enter')
  await expect.poll(() => screen.text()).toContain('Welcome back!')
  // WebKitGTK never finishes installing a worker if the page navigates just as it begins.
  await waitForWorker(screen)
}

/** Resolves when the service worker controls the page: from now on the app opens offline. */
export async function waitForWorker(screen: Screen): Promise<void> {
  const state = `navigator.serviceWorker.getRegistration().then((registration) => [
    registration?.installing?.state, registration?.waiting?.state, registration?.active?.state,
    navigator.serviceWorker.controller ? 'in charge' : 'not in charge',
  ].filter(Boolean).join(', '))`
  await expect.poll(() => screen.evaluate(state), { timeout: 30_000 }).toBe('activated, in charge')
}

/** Opens a new build and returns its id. */
export async function startBuild(screen: Screen): Promise<string> {
  await screen.open('/builder')
  await expect.poll(() => screen.address()).toMatch(/build=[A-Za-z0-9]{6}$/)
  // The screen below the parts has loaded: nothing moves under a finger any more.
  await expect.poll(() => screen.names('button', /^Undo$/)).toHaveLength(1)
  return new URL(await screen.address()).searchParams.get('build') ?? ''
}

/** Types a line into the blank row at the end of the table. */
export async function addLine(
  screen: Screen,
  line: { name: string; price?: string; quantity?: string },
): Promise<void> {
  const count = (await screen.values('textbox', /^Part name, line/))?.length ?? 0
  await screen.enter('textbox', 'Part name, new line')
  await screen.type(line.name)
  await expect.poll(() => screen.value('textbox', `Part name, line ${count + 1}`)).toBe(line.name)
  const fields = [
    ['Unit price in dollars', line.price],
    ['Quantity', line.quantity],
  ] as const
  for (const [label, text] of fields) {
    if (text !== undefined) await screen.fill('textbox', `${label}, line ${count + 1}`, text)
  }
  await screen.press('Tab')
}

/** Name of the sync chip, such as "Sync: waiting for signal, 3 changes". */
export async function chip(screen: Screen): Promise<string> {
  return (await screen.names('button', /^Sync: /))?.[0] ?? ''
}
