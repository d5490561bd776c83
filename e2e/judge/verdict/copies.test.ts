// Maria's desk is signed out and goes on typing into her kit: that makes a copy, the desk's own.
import { expect, test } from 'vitest'

import type { Entry } from '../journal.ts'

import { HandWritten, KIT, line } from './writtenByHand.ts'
import { judge } from './judge.ts'

const COPY = 'copY12'
const words = (entries: readonly Entry[]) => judge(entries).findings.map(({ word }) => word)

const original = line('L1', { name: 'Bolt 1' })
/** The copy's line as it is shown before and after its page is opened anew. */
const shownIn = (id: string, name: string) => line(id, { name, qty: '20' })

/** The address still says the original when the first value is typed, and the ids stay the screen's. */
function copied(): HandWritten {
  const run = new HandWritten().typed('desk', 'L1', 'name', '', 'Bolt 1').sees('desk', [original])
  run.signsOut('desk').wait(5).typed('desk', 'L1', 'qty', '1', '20')
  return run.turnsTo(COPY).sees('desk', [shownIn('L1', 'Bolt 1')])
}

/** Both kits at the end: maria's on her laptop, the copy on the desk. */
function ends(run: HandWritten, copy: Parameters<HandWritten['endsWith']>[1]): Entry[] {
  return run
    .turnsTo(COPY)
    .endsWith('desk', copy)
    .turnsTo(KIT)
    .ends({ laptop: [original] })
}

test('what was typed into a kit of somebody else is looked for in its copy', () => {
  expect(words(ends(copied(), [shownIn('C1', 'Bolt 1')]))).toEqual([])
})

test('what is typed on under the ids of the original is too', () => {
  const run = copied().wait(5).typed('desk', 'L1', 'name', 'Bolt 1', 'Bolt 2')
  run
    .sees('desk', [shownIn('L1', 'Bolt 2')])
    .wait(5)
    .sees('desk', [shownIn('C1', 'Bolt 2')])
  run.wait(5).typed('desk', 'C1', 'name', 'Bolt 2', 'Bolt 3')
  expect(words(ends(run, [shownIn('C1', 'Bolt 3')]))).toEqual([])
})

test('what was typed there by somebody who left at once is too', () => {
  const run = new HandWritten().typed('desk', 'L1', 'name', '', 'Bolt 1').sees('desk', [original])
  run.signsOut('desk').wait(5).turnsTo(COPY).typed('desk', 'L1', 'name', 'Bolt 1', 'Bolt 2')
  run.wait(5).sees('desk', [line('C1', { name: 'Bolt 2' })])
  // The original is opened again, and what is typed there goes into the copy that is there already.
  run.wait(5).typed('desk', 'L1', 'manufacturer', '', 'Maker 9')
  const shown = line('C1', { name: 'Bolt 2', manufacturer: 'Maker 9' })
  expect(words(ends(run, [shown]))).toEqual([])
})

test('what a copy has lost is lost', () => {
  const run = copied().wait(5).typed('desk', 'L1', 'name', 'Bolt 1', 'Bolt 2')
  run.sees('desk', [shownIn('L1', 'Bolt 2')])
  expect(words(ends(run, [shownIn('C1', 'Bolt 1')]))).toContain('invented')
  expect(words(ends(copied(), [line('C1', { name: 'Bolt 1' })]))).toContain('lost')
})

test('a value of one’s own kit that stands in another line of it is lost all the same', () => {
  const run = new HandWritten().typed('desk', 'L1', 'name', '', 'Bolt 1')
  run.typed('desk', 'L2', 'name', '', 'Bolt 2').typed('desk', 'L1', 'qty', '1', '20')
  const wrong = [original, line('L2', { name: 'Bolt 2', qty: '20' })]
  expect(words(run.sees('desk', wrong).ends({ desk: wrong, laptop: wrong }))).toContain('lost')
})

test('a line that is deleted in a copy stays in the original', () => {
  const run = copied().wait(5).deleted('desk', 'L1').sees('desk', [])
  expect(words(ends(run, []))).toEqual([])
})

test('"Synced" waits for what is in the copy, under the ids that it has there', () => {
  const said = (row: string) =>
    copied().stored('desk', row, 'qty', 20).wait(5).says('desk', 'Sync: synced')
  expect(words(ends(said('C1'), [shownIn('C1', 'Bolt 1')]))).toEqual([])
  expect(words(ends(said('C2'), [shownIn('C1', 'Bolt 1')]))).toEqual(['false Synced'])
})

test('what was typed before an account took a kit is in it, though its device has left since', () => {
  const isIn = (taken: string) => {
    const run = new HandWritten().signsOut('desk').typed('desk', 'L1', 'qty', '1', '20')
    run.wait(5).signsIn('desk', [KIT]).wait(5).signsOut('desk').wait(5)
    // The screen is empty for a while, and what is typed there begins the copy.
    run
      .typed('desk', 'L1', 'qty', '1', '30')
      .turnsTo(COPY)
      .sees('desk', [line('C1', { qty: '30' })])
    run.endsWith('desk', [line('C1', { qty: '30' })]).turnsTo(KIT)
    return words(run.ends({ laptop: [line('L1', { qty: taken })] }))
  }
  expect(isIn('20')).toEqual([])
  expect(isIn('1')).toContain('lost')
  expect(isIn('30')).toContain('invented')
})
