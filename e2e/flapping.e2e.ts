// A garage at the edge of the cell: five seconds of signal, twenty without, in a real browser.
import { setTimeout as wait } from 'node:timers/promises'

import { expect, networkFailure, test } from './badLine.ts'
import { addLine, chip, namesOnServer, startSyncedBuild } from './builder.ts'
import { watchWords } from './watchWords.ts'

test.use({ hasWorker: true })

const UP_MS = 5_000
const DOWN_MS = 20_000
const LINES = 12
const BETWEEN_MS = 8_000

test('on a link of 5 s up and 20 s down everything typed for two minutes is delivered @all', async ({
  openBrowser,
  server,
  faultProxy,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const { page } = await openBrowser('desk')
  const buildId = await startSyncedBuild(page, { name: 'Part 0' })
  const names = () => namesOnServer(server, buildId)
  const words = watchWords(page, server, buildId)

  let isOver = false
  const flapping = (async () => {
    for (let down = 0; !isOver; down += 1) {
      // Both kinds of outage in turn: connections break, or stay open and silent.
      faultProxy.setFault(down % 2 === 0 ? 'gone' : 'dead')
      await wait(DOWN_MS)
      faultProxy.setFault('none')
      await wait(UP_MS)
    }
  })()
  try {
    const typed = ['Part 0']
    for (let line = 1; line <= LINES; line++) {
      const name = `Part ${line}`
      await addLine(page, { name, price: String(line) })
      typed.push(name)
      words.expectOnServer(name)
      await page.waitForTimeout(BETWEEN_MS)
    }
    const endedAt = Date.now()
    // The link keeps flapping: two more windows of signal have to do.
    await expect.poll(names, { timeout: 2 * (UP_MS + DOWN_MS) + 10_000 }).toEqual(typed)
    const description = `drained ${Math.round((Date.now() - endedAt) / 1000)} s after the last line`
    test.info().annotations.push({ type: 'link', description })
    expect(await words.end()).toEqual([])
  } finally {
    isOver = true
    await flapping
  }
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
})
