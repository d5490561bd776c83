// Reads the screen's claims about sync all the time, and compares them with the server.
import type { Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'

import type { TestServer } from './server.ts'

import { saidIn } from './translated/speaking.ts'

/** Claims of the chip and the builder's status once nothing is pending. */
const SAYS_ALL_IS_THERE = saidIn(/Sync: synced|[Ss]aved and synced|kept in your account/)

export type WordWatch = {
  /** From now on, "synced" is true only when the server has this text. */
  readonly expectOnServer: (text: string) => void
  /** Stops, and returns every false claim. */
  readonly end: () => Promise<string[]>
}

/** Watches one page; asks the server directly, past any proxy in front of it. */
export function watchWords(page: Page, server: TestServer, buildId: string): WordWatch {
  const wanted: string[] = []
  const lies: string[] = []
  let isOver = false

  async function look(): Promise<void> {
    // Due texts first, then the screen, then the server: work done meanwhile raises no false alarm.
    const due = [...wanted]
    const said = await page.evaluate(() => {
      const chips = [...document.querySelectorAll('button[aria-haspopup=dialog][aria-label]')]
      const states = [...document.querySelectorAll('[role=status]')]
      return [
        ...chips.map((each) => each.getAttribute('aria-label')),
        ...states.map((each) => each.textContent),
      ].join('\n')
    })
    if (!SAYS_ALL_IS_THERE.test(said)) return
    const had = await contentOf(server, buildId)
    const missing = due.filter((text) => !had.includes(text))
    if (missing.length > 0) lies.push(`said "${said}", missing: ${missing.join(', ')}`)
  }

  const watching = (async () => {
    while (!isOver) {
      await look().catch(() => undefined) // between two pages there is nothing to read
      await wait(100)
    }
  })()

  return {
    expectOnServer: (text) => void wanted.push(text),
    end: async () => {
      isOver = true
      await watching
      await look()
      return lies
    },
  }
}

/** The live rows and the comments of a kit, as text. */
async function contentOf(server: TestServer, buildId: string): Promise<string> {
  const list = await fetch(`${server.url}/api/lists/${buildId}`)
  if (!list.ok) return ''
  const text = await list.text()
  const { kit } = JSON.parse(text) as { kit: { id: string } }
  return text + (await (await fetch(`${server.url}/api/comments/${kit.id}`)).text())
}
