// Preloaded into a server: reports its event loop and memory, in a cluster of all processes.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const ASKED = 'how are you?'
const ASKED_TURN = 'how long?'
const EVERY_MS = 10
const LOOK_EVERY_MS = 5

const delay = monitorEventLoopDelay({ resolution: EVERY_MS })
delay.enable()
const turns = watchTurns()
const pauses = watchPauses()
process.on('message', (message) => {
  if (message === ASKED_TURN) void turn().then((witnessed) => process.send(witnessed))
  if (message !== ASKED) return
  const workers = cluster.isPrimary ? Object.values(cluster.workers ?? {}) : []
  if (workers.length === 0) return void own().then((witnessed) => process.send(witnessed))
  void Promise.all(workers.map(ask)).then((processes) => process.send({ processes }))
})
process.channel.unref()

/** The longest turn since the last question, without the cost of a garbage collection. */
async function turn() {
  // The measured turn may end with this one.
  await wait(2 * EVERY_MS)
  const turnMax = turns.longest
  turns.longest = 0
  return { turnMax }
}

async function own() {
  // The measured turn may end with this one.
  await wait(2 * EVERY_MS)
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - EVERY_MS)
  const [loopP50, loopP99, loopMax] = [delay.percentile(50), delay.percentile(99), delay.max].map(
    ms,
  )
  const [turnMax, pauseMax] = [turns.longest, pauses.longest]
  globalThis.gc()
  const { heapUsed: heap, rss } = process.memoryUsage()
  // Our garbage collection counts as over once the next timers have fired.
  await wait(2 * EVERY_MS)
  delay.reset()
  turns.longest = 0
  pauses.longest = 0
  return { loopP50, loopP99, loopMax, turnMax, pauseMax, heap, rss }
}

/**
 * CPU time spent while a timer was due: the cost of one turn of the event loop, independent of the
 * machine's other load.
 */
function watchTurns() {
  const watched = { longest: 0 }
  const spent = cpuClock()
  let last = spent()
  setInterval(() => {
    const now = spent()
    watched.longest = Math.max(watched.longest, now - last - LOOK_EVERY_MS)
    last = now
  }, LOOK_EVERY_MS).unref()
  return watched
}

/** CPU milliseconds of this thread where available; else of the process with its helpers. */
function cpuClock() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const text = Buffer.alloc(64)
    const read = () => {
      // Linux updates schedstat only every few milliseconds; this call forces it.
      process.cpuUsage()
      readSync(file, text, 0, text.length, 0)
      return Number.parseInt(text.latin1Slice(0, 20), 10) / 1e6
    }
    if (read() > 0) return read
  } catch {
    // Not Linux.
  }
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}

/** Garbage collections, part of the turns they occur in. */
function watchPauses() {
  const watched = { longest: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.longest = Math.max(watched.longest, duration)
  }).observe({ entryTypes: ['gc'] })
  return watched
}

async function ask(worker) {
  const answer = once(worker, 'message')
  worker.send(ASKED)
  return (await answer)[0]
}
