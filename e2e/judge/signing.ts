// Signing in and out, and the drawer: what people do beside their kits.
import { setTimeout as wait } from 'node:timers/promises'

import type { Offer } from './journal.ts'

import { PASSWORD } from '../account.ts'
import { click, soon, visit, type Person } from './acts.ts'
import { mark, readOffers, readScreen } from './look.ts'

/** Signs in and takes every draft along. @param drafts the kits of this device without an account */
export async function signIn(
  person: Person,
  account: string,
  drafts: readonly string[],
): Promise<boolean> {
  const { tab } = person
  await visit(person, '/login')
  const name = `labelled('input', 'Username or email')`
  if (!(await soon(async () => ((await mark(tab, name)) ? true : null)))) return false
  await tab.click('[data-judge=here]')
  await tab.type(account)
  await tab.press('Tab')
  await tab.type(PASSWORD)
  await tab.press('Enter')
  const done = await soon(async () => {
    if (await click(person, `button('Add to my account')`)) return 'took drafts'
    const { path } = await readScreen(tab)
    return path.startsWith('/login') ? null : 'plain'
  }, 15_000)
  if (!done) return false
  await soon(async () => ((await readScreen(tab)).path.startsWith('/login') ? null : true), 10_000)
  person.tell({ did: 'signedIn', account, takes: done === 'took drafts' ? drafts : [] })
  return true
}

/** Signs out; what was not sent stays locked on the device. */
export async function signOut(person: Person): Promise<boolean> {
  if (!(await click(person, `button('Log Out')`))) return false
  const isOut = await soon(async () => {
    const isAsking = await click(
      person,
      `[...document.querySelectorAll('[role=alertdialog] button')]
        .find((each) => /keep them locked/.test(each.textContent))`,
    )
    if (isAsking) await wait(300)
    const hasToken = await person.tab.evaluate(`Boolean(localStorage.getItem('authToken'))`)
    return hasToken ? null : true
  }, 20_000)
  if (isOut) person.tell({ did: 'signedOut' })
  return isOut === true
}

/** Opens the drawer, reads it, and shuts it again. What needs attention comes last on a slow device. */
export async function openDrawer(person: Person): Promise<Offer[]> {
  const { chip } = await readScreen(person.tab)
  if (!(await click(person, `button('Sync: ')`))) return []
  const fewest = /attention/.test(chip) ? 2 : 1 // the file of unsent work is always there
  const isThere = async () => ((await readOffers(person.tab)).length >= fewest ? true : null)
  await soon(isThere, 10_000)
  await wait(500)
  const offers = await readOffers(person.tab)
  await person.tab.press('Escape')
  return offers
}
