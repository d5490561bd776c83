// `npm run simulate -- 100000`: so many seeds of the simulation of sync, in as many processes as
// there are processors. Goes on after a failing seed, says how to run it again, and counts.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './install.mjs'

const usage = `npm run simulate -- COUNT [FROM]        seeds 1 (or FROM) and on, 2,000 without a number
npm run simulate -- --deep SEED         that seed alone
npm run simulate -- --log SEED          that seed of an older model, as older fixtures are:
                    --wide, --plain     without a maintenance log, without weather
                    --twin              as the twins run it
npm run simulate -- --flapping COUNT    a link that is up for 5 s and down for 20 s`

const SAID_EVERY_MS = 60_000
const MODES = ['--deep', '--log', '--wide', '--plain', '--twin', '--flapping']
const given = process.argv.slice(2)
if (given[0] === '--part') await runPart(...given.slice(1))
else await runAll()

async function runAll() {
  const mode = MODES.includes(given[0] ?? '') ? given.shift() : '--all'
  const isOne = mode !== '--all' && mode !== '--flapping'
  const [count = 2_000, from = 1] = given.map(Number)
  if (![count, from].every((number) => Number.isInteger(number) && number >= 0)) {
    console.error(usage)
    process.exit(2)
  }
  ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'model.mjs')
  const { build } = await import('esbuild')
  const contents = ['simulate', 'flapping']
    .map((name) => `export * from './app/store/simulation/${name}.ts'`)
    .join('\n')
  const stdin = { contents, resolveDir: root }
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: file })
  const parts = isOne ? 1 : Math.min(cpus().length, Math.max(1, count))
  const began = Date.now()
  const results = await Promise.all(
    Array.from({ length: parts }, (_, part) => {
      const first = isOne ? count : from + part
      const last = isOne ? count : from + count - 1
      return startPart([mode, file, first, last, parts])
    }),
  )
  const all = results.flat()
  const failed = all.filter(({ error }) => error)
  const seconds = (Date.now() - began) / 1_000
  console.log(`${all.length} seeds in ${seconds.toFixed(0)} s, ${failed.length} failed`)
  const sums = {}
  for (const { counts } of all)
    for (const [name, number] of Object.entries(counts ?? {}))
      sums[name] = (sums[name] ?? 0) + number
  console.log(sums)
  const minutes = all.flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs / 60_000]))
  minutes.sort((a, b) => a - b)
  const at = (share) => minutes[Math.floor((minutes.length - 1) * share)]?.toFixed(1)
  if (minutes.length > 0)
    console.log(`drained after ${at(0.5)} min (median), ${at(0.99)} (99 %), ${at(1)} (the last)`)
  process.exit(failed.length > 0 ? 1 : 0)
}

/** @returns what became of each seed */
function startPart(args) {
  const results = []
  return new Promise((resolve) => {
    const self = fileURLToPath(import.meta.url)
    const part = spawn(process.execPath, [self, '--part', ...args.map(String)], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    part.on('message', (message) => results.push(...Array.from(message)))
    part.on('exit', () => resolve(results))
  })
}

async function runPart(mode, file, first, last, step) {
  const { simulate, simulateFlapping } = await import(pathToFileURL(file).href)
  const model = mode === '--all' ? 'deep' : mode.slice(2)
  const run = (seed) => (mode === '--flapping' ? simulateFlapping(seed) : simulate(seed, { model }))
  let results = []
  let saidAt = Date.now()
  const send = () => new Promise((sent) => process.send(results, sent))
  for (let seed = Number(first); seed <= Number(last); seed += Number(step)) {
    try {
      const { counts, tookMs, requests, edits } = await run(seed)
      results.push({ seed, tookMs, counts: counts ?? { requests, edits } })
    } catch (error) {
      console.log(error instanceof Error ? error.message : error)
      results.push({ seed, error: true })
    }
    if (results.length >= 500) {
      await send()
      results = []
    }
    if (Date.now() - saidAt > SAID_EVERY_MS) {
      saidAt = Date.now()
      console.log(`at seed ${seed} of ${last}`)
    }
  }
  await send()
  process.disconnect()
}
