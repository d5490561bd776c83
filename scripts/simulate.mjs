// `npm run simulate -- 100000`: so many seeds of the simulation of sync, in as many processes as
// there are processors. Goes on after a failing seed, counts, and says how to run it again.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { bundleModel, kindOf, SeedRunner } from '../lab/faults/seedRuns.mjs'
import { shrink } from '../lab/faults/shrinkSeed.mjs'

const usage = `npm run simulate -- COUNT [FROM]      seeds 1 (or FROM) and on, 2,000 without a number
  --twice             runs each twice and compares everything that happened
  --note FILE         writes down how far it came, and goes on there when it is started again
npm run simulate -- --seed SEED       that seed alone
  --only 3,17,40      of its steps these alone, by their numbers
  --calm 3,17         no message is held up or lost during these
npm run simulate -- --shrink SEED     leaves out of a failing seed what it does not need to fail
npm run simulate -- --flapping COUNT  a link that is up for 5 s and down for 20 s`

const SAID_EVERY_MS = 60_000
/** Seeds that a process runs before it says what came of them. */
const PIECE = 250

const given = readArguments(process.argv.slice(2))
ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'simulate-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const bundle = join(folder, 'model.mjs')
await bundleModel(bundle)
if (given.shrink !== undefined) await shrink(bundle, given.shrink)
else if (given.seed !== undefined) await runOne(given)
else await runMany(given)

function readArguments(list) {
  const found = { numbers: [] }
  const numberIn = (text) => (/^\d+$/.test(text ?? '') ? Number(text) : giveUp())
  const listIn = (text) => (text ?? '').split(',').filter(Boolean).map(numberIn)
  for (let word; (word = list.shift()) !== undefined;) {
    const name = word.slice(2)
    if (!word.startsWith('--')) found.numbers.push(numberIn(word))
    else if (name === 'seed' || name === 'shrink') found[name] = numberIn(list.shift())
    else if (name === 'only' || name === 'calm') found[name] = listIn(list.shift())
    else if (name === 'note') found.note = list.shift() ?? giveUp()
    else if (name === 'twice' || name === 'flapping') found[name] = true
    else giveUp()
  }
  return found
}

function giveUp() {
  console.error(usage)
  process.exit(2)
}

async function runOne({ seed, only, calm, twice }) {
  const runner = new SeedRunner(bundle)
  const options = { only, calm }
  const { failed, sums } = await runner.run({ first: seed, last: seed, options, isTwice: twice })
  runner.close()
  for (const { message, steps = [] } of failed)
    console.log([message, ...(only ? steps.map((step) => `    ${step}`) : [])].join('\n'))
  console.log(sums)
  process.exit(failed.length > 0 ? 1 : 0)
}

async function runMany({ numbers: [count = 2_000, from = 1], twice, flapping, note }) {
  const what = `${flapping ? 'flapping' : 'seeds'} ${count} ${from}`
  let sum = { what, next: from, ran: 0, sums: {}, failed: [], seconds: 0 }
  if (note && existsSync(note)) sum = JSON.parse(readFileSync(note, 'utf8'))
  if (sum.what !== what) throw new Error(`${note} is of another run: ${sum.what}`)
  const tookMs = []
  const last = from + count - 1
  const before = sum.seconds
  const began = Date.now()
  // Pieces end in any order, and are counted in theirs: what is written down has no holes.
  const ended = new Map()
  let [begun, saidAt] = [sum.next, began]
  const take = (first, result) => {
    ended.set(first, result)
    for (let piece; (piece = ended.get(sum.next));) {
      ended.delete(sum.next)
      sum.next += PIECE
      const failed = piece.failed.map(({ seed, message }) => ({ seed, kind: kindOf(message) }))
      add(sum, { ...piece, failed })
    }
    sum.seconds = before + (Date.now() - began) / 1_000
    if (note) writeFileSync(note, JSON.stringify(sum))
    if (Date.now() - saidAt < SAID_EVERY_MS) return
    saidAt = Date.now()
    console.log(`${sum.ran} of ${count} seeds, ${sum.failed.length} failed`)
  }
  process.on('SIGINT', () => {
    say(sum, count, from)
    process.exit(130)
  })
  const lanes = Array.from({ length: Math.min(cpus().length, Math.max(1, count)) }, async () => {
    let runner = new SeedRunner(bundle)
    while (begun <= last) {
      const first = begun
      begun += PIECE
      const end = Math.min(last, first + PIECE - 1)
      const task = { isFlapping: flapping, isTwice: twice }
      const all = { ran: 0, sums: {}, failed: [], tookMs: [] }
      // A seed that took its process along is one failure: the rest of the piece runs in another.
      while (first + all.ran <= end) {
        add(all, await runner.run({ ...task, first: first + all.ran, last: end }))
        if (!runner.isAlive) runner = new SeedRunner(bundle)
      }
      for (const { message } of all.failed) console.log(message)
      tookMs.push(...all.tookMs)
      take(first, all)
    }
    runner.close()
  })
  await Promise.all(lanes)
  say(sum, count, from)
  sayDrained(tookMs)
  process.exit(sum.failed.length > 0 ? 1 : 0)
}

function add(into, part) {
  into.ran += part.ran
  into.failed.push(...part.failed)
  into.tookMs?.push(...part.tookMs)
  for (const [name, number] of Object.entries(part.sums))
    into.sums[name] = (into.sums[name] ?? 0) + number
}

function say({ next, ran, sums, failed, seconds }, count, from) {
  const pace = (ran / seconds).toFixed(1)
  console.log(`${ran} seeds in ${seconds.toFixed(0)} s (${pace} a second), ${failed.length} failed`)
  console.log(sums)
  const kinds = new Map()
  for (const { seed, kind } of failed) kinds.set(kind, [...(kinds.get(kind) ?? []), seed])
  for (const [kind, seeds] of [...kinds].sort(([, a], [, b]) => b.length - a.length))
    console.log(`  ${seeds.length} x ${kind}: seeds ${seeds.join(' ')}`)
  const left = from + count - next
  if (left > 0) console.log(`go on with: npm run simulate -- ${left} ${next}`)
}

function sayDrained(tookMs) {
  const minutes = tookMs.map((ms) => ms / 60_000).sort((a, b) => a - b)
  const at = (share) => minutes[Math.floor((minutes.length - 1) * share)]?.toFixed(1)
  if (minutes.length > 0)
    console.log(`drained after ${at(0.5)} min (median), ${at(0.99)} (99 %), ${at(1)} (the last)`)
}
