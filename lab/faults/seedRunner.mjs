// Child process of SeedRunner in seedRuns.mjs: takes tasks, runs their seeds, sends the results.
import { pathToFileURL } from 'node:url'

const SAID_EVERY_MS = 5_000
const { simulate, simulateFlapping, Trace } = await import(pathToFileURL(process.argv[2]).href)

/** Seed that is running: an uncaught exception counts as its failure. */
let running = 0
process.on('uncaughtException', (error) => {
  console.error(error)
  process.send({ at: running }, () => process.exit(1))
})
process.on('message', (task) => void run(task).then(say))
// The parent process is gone.
process.on('disconnect', () => process.exit())
const say = (result) => process.connected && process.send(result)

async function run({ first, last, options = {}, isFlapping, isTwice, isUntilFailed }) {
  const only = options.only && new Set(options.only)
  const calm = options.calm && new Set(options.calm)
  const all = { ...options, ...(only ? { only } : {}), ...(calm ? { calm } : {}) }
  const result = { ran: 0, sums: {}, failed: [], tookMs: [] }
  let saidAt = 0
  for (let seed = first; seed <= last; seed++) {
    running = seed
    if (Date.now() - saidAt > SAID_EVERY_MS) {
      saidAt = Date.now()
      say({ at: seed })
    }
    result.ran++
    try {
      const { counts, tookMs, requests, edits } = isFlapping
        ? await simulateFlapping(seed)
        : await (isTwice ? twice(seed, all) : simulate(seed, all))
      if (tookMs !== undefined) result.tookMs.push(tookMs)
      for (const [name, number] of Object.entries(counts ?? { requests, edits }))
        result.sums[name] = (result.sums[name] ?? 0) + number
    } catch (error) {
      const isError = error instanceof Error
      const message = isError ? error.message : String(error)
      result.failed.push({ seed, message, steps: isError ? error.steps : undefined })
      if (isUntilFailed) break
    }
  }
  return result
}

async function twice(seed, options) {
  const traces = [new Trace(), new Trace()]
  let outcome
  for (const { hear } of traces) outcome = await simulate(seed, { ...options, hear })
  const [one, other] = traces.map(({ hash }) => hash)
  if (one !== other) throw new Error(`seed ${seed} fails: it ran twice, as ${one} and as ${other}`)
  return outcome
}
