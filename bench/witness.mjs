// Loaded into a server before anything else: answers how its event loop and memory do. The one that
// keeps several processes asks them, and answers for all.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const ASKED = 'how are you?'
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('message', (message) => {
  if (message !== ASKED) return
  const workers = cluster.isPrimary ? Object.values(cluster.workers ?? {}) : []
  if (workers.length === 0) return void process.send(own())
  void Promise.all(workers.map(ask)).then((processes) => process.send({ processes }))
})
process.channel.unref()

function own() {
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - 10)
  const [loopP50, loopP99, loopMax] = [delay.percentile(50), delay.percentile(99), delay.max].map(
    ms,
  )
  globalThis.gc()
  const { heapUsed: heap, rss } = process.memoryUsage()
  delay.reset()
  return { loopP50, loopP99, loopMax, heap, rss }
}

async function ask(worker) {
  const answer = once(worker, 'message')
  worker.send(ASKED)
  return (await answer)[0]
}
